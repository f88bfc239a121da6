// Package site writes the catalogue as a static site: one page per method, one
// anchor per rule, and a full-text search that needs no server.
package site
