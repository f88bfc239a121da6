// Package session runs a program with the validation layer around its provider, follows the layer's file, and
// keeps a journal, from which the usual reports are made.
//
// Goroutines: one waits for the program, and ends with it.
package session
