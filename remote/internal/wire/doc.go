// Package wire turns what nd2 has to what package proto has, and back.
package wire
