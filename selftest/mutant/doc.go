// Package mutant is the reference engine broken on purpose, one requirement at a
// time: the provider "mutant", whose option id says how. It is what the suite itself
// is tested with (see ndconform selftest), and registers itself.
//
// The engine stays as it is: package calls puts a layer around it, whose hooks
// see each call, each notification and each result, and may change what goes in,
// what comes out, or whether anything happens at all. A [Mutant] is data: its id,
// the catalogue entry that it breaks, a sentence, and a defect, which is such hooks.
// Mutants of statuses are made from the catalogue (returns.go); the others are
// written by hand, in one file a subject.
//
// A mutant starts no goroutine. The first IND2Provider that an instance hands out,
// by which the runner finds the adapters, is sound unless the defect says otherwise,
// so that a mutant gets as far as the specs. Without a defect (id=none) the suite
// passes.
package mutant
