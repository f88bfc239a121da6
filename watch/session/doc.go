// Package session runs a program with the validation layer around its provider, follows what the layer writes,
// and keeps a journal of it, from which the usual reports are made.
//
// Goroutines: one waits for the program, and ends with it.
package session
