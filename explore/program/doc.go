// Package program says what a generated program is: a configuration and steps, each an
// operation and 64 bits that choose its objects and parameters when it is reached. A step
// that isn't applicable then is left out, so that every part of a program is a program.
//
// The package generates programs from seeds, and reads and writes them as JSON Lines.
package program
