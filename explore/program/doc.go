// Package program says what a generated program is: a configuration, and steps. Each step
// is an operation and 64 bits that choose its objects and parameters when the step is
// reached. A step that isn't applicable then is left out, so every part of a program is a
// program too.
//
// The package generates programs from seeds, and reads and writes them as JSON Lines.
package program
