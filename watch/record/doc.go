// Package record is the validation layer's file: JSON lines, one [Entry] each, written at once, so that a
// killed program leaves all entries so far. Several processes may write to one file.
package record
