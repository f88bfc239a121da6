// Package layer is the validation layer as it is in a program's process: a checker around the provider, and a
// file to which it writes what it finds and what is under way, or a terminal.
//
// Goroutines: one writes what is under way, if there is a file; [Layer.End] ends it.
package layer
