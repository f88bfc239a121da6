// Package explore finds what no fixed spec reaches: it generates programs of ND2 calls,
// carries them out on a provider and its peer, and checks every outcome against a model
// of what ND2 allows.
//
// [Run] explores, [Replay] carries out one program again. The parts are packages of their own: program (what
// a program is, how one is generated, and its form as text), model (what the documents allow, without a
// provider, a clock or a goroutine), drive (carries a program out through package nd2), and shrink (the
// smallest program that still shows what was found).
package explore
