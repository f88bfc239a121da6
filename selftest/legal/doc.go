// Package legal registers the provider "legal": the reference engine with differences that
// the documents permit, which its option id names. With it, ndconform selftest shows that the
// suite accepts correct providers.
//
// A [Variant] is data: its id, a sentence on what it does, one on what permits it, and
// where that stands. What it does is said by options of the engine, above all its
// quirks; by hooks of package calls around all that the engine hands out; or by
// both. Variants can be combined, as in id=peek+small-limits.
//
// What a hook delays is carried out by timers of the instance: none fires once it is
// closed. The hooks are there from the first object on, since
// the adapters that the runner finds are legal, too.
package legal
