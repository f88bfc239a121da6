// Package compare says what is different between two runs of the suite, or two
// histories of runs, regressions first, and writes that down.
package compare
