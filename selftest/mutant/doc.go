// Package mutant is what mutants are made of. A mutant is the reference engine broken on
// purpose, one requirement at a time: the provider "mutant", whose option id says how. The
// suite itself is tested with them (see ndconform selftest).
//
// The engine stays as it is: package calls puts a layer around it, whose hooks see each
// call, each notification and each result, and may change what goes in, what comes out, or
// whether anything happens at all. A [Mutant] is data: its id, the catalogue entry that it
// breaks, a sentence, and a [Defect], which is such hooks. Mutants of statuses are made from
// the catalogue (statuses.go). The others are in one folder per object and one file per
// method or property; package all lists and registers them. What several folders need to make
// defects is here.
//
// Most defects can be said in three words: an [Event] that has happened to an object, a later [Event], and an [Act] in
// place of that call. [Since], [Until], [Between], [During], [NextAfter], [AfterMany], [Nth], [OneIn] and [When] put
// them together; [Knowing], [NextResult] and [SinceResult] do so for results. Where they don't do, write a hook.
//
// A mutant starts no goroutine. The first IND2Provider that an instance hands out, by which
// the runner finds the adapters, is sound unless the defect says otherwise, so that a mutant
// gets as far as the specs. Without a defect (id=none) the suite passes.
package mutant
