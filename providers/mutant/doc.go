// Package mutant is the reference engine broken on purpose, one requirement at a
// time: the provider "mutant", whose option id says how. It is what the suite
// itself is tested with (see ndconform selftest), and registers itself.
//
// The engine stays as it is. Each object that comes out of it is wrapped, and each
// call on a wrapper, each notification and each result on its way to the client
// passes the mutant's [defect], which may change what goes in, what comes out, or
// whether anything happens at all. Without a defect (id=none) the wrappers forward
// everything, and the suite passes.
//
// A [Mutant] is data: its id, the catalogue entry that it breaks, a sentence, and
// the defect. Those of statuses are made from the catalogue (returns.go); the
// others are written by hand, in one file a subject.
//
// The runner finds the adapters through the first IND2Provider that an instance
// hands out. What comes of that one is sound, so that a mutant gets as far as the
// specs.
package mutant
