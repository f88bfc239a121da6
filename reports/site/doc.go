// Package site writes the catalogue as a static site: one page a method, an anchor a
// rule, and a full-text search that needs no server.
package site
