// Package coverage is the test of docs/coverage.md, which it also writes: each rule of the
// catalogue has specs and mutants, and all that is said of them has been observed.
package coverage
