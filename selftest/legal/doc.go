// Package legal is the reference engine made different on purpose, within what the
// documents permit: the provider "legal", whose option id says how. It is what shows
// that the suite leaves right providers alone (see ndconform selftest), and registers
// itself.
//
// A [Variant] is data: its id, a sentence on what it does, one on what permits it, and
// where that stands. What it does is said by options of the engine, above all by its
// habits; by hooks of package calls around all that the engine hands out; or by
// both. Variants can be combined, as in id=peek+small-limits.
//
// What a hook puts off is carried out by timers, which the instance owns: once it is
// closed, none fires (see later). The hooks are there from the first object on, since
// the adapters that the runner finds are legal, too.
package legal
