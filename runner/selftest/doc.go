// Package selftest finds out whether the suite would notice: it runs specs against
// mutants, each a sound provider with one requirement broken, and tells which spec
// has found which.
package selftest
