// Package output is about what commands write: the files that flags name, which must still hold what
// was written when the command ends, and standard output.
package output
