// Package layer is the validation layer as it is in a program's process: a checker around the provider, and a
// file to which it writes what it finds, or a terminal.
package layer
