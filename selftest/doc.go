// Package selftest finds out whether the suite judges correctly. It runs specs against
// mutants, each the sound provider with one requirement broken, and tells which spec
// has found which mutant; and against variants, each the sound provider made different
// as the documents permit, and tells which spec has failed one.
package selftest
