// Package layer is the validation layer in a program's process: a checker around the provider, and a file, or
// a terminal, for its findings and what is under way.
//
// Goroutines: with a file, one writes what is under way; [Layer.End] ends it.
package layer
