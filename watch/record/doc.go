// Package record is the file that the validation layer writes while a program runs: JSON lines, each of one
// [Entry] and written at once, so that a program that is killed leaves all up to then. Several processes may
// write to one file.
package record
