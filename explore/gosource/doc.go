// Package gosource writes the calls that a program has made as a spec in Go, in the suite's
// own vocabulary: named objects, the calls with their parameters, and what is expected of
// them.
package gosource
