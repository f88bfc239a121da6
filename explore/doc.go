// Package explore finds what no fixed spec reaches: it generates programs of ND2 calls,
// carries them out on a provider and its peer, has every call judged, and checks what comes of it
// against a model.
//
// [Run] explores, [Replay] carries out one program again. Each part is a package: program (what a program is, how one
// is generated, and its form as text), model (what can be done next, and what must come of it, without a provider, a
// clock or a goroutine), drive (carries a program out through package nd2, judged by package judge), and shrink (the
// smallest program that still shows what was found).
package explore
