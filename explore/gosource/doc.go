// Package gosource writes the calls that a program has made as a spec in Go, with the
// suite's own words: named objects, the calls with their parameters, and what is expected of
// them.
package gosource
