// Package compare finds how two runs of the suite, or two histories of runs,
// differ, and writes that down, regressions first.
package compare
