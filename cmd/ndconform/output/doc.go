// Package output writes what commands write: to the files that flags name, which must still hold it
// when the command ends, and to standard output.
package output
