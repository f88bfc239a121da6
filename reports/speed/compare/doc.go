// Package compare says whether a provider has become slower, from the samples of a bench report and of older
// ones.
//
// What it goes by: samples of one run resemble each other more than those of another run of the same binary,
// since memory is laid out anew, and clocks and neighbors on the machine change. A test of samples alone, such
// as Mann–Whitney's, therefore finds a difference between any two runs. So a measurement regresses only if
//
//  1. it is slower by more than the threshold. What counts is the fast quartile of its samples, which other load
//     hardly touches, against the median over the old runs; and what all measurements have in common is the
//     machine's, as far as old runs differed in that, or up to half the threshold if there are fewer than three;
//     so is half as much of what those of a group have in common;
//  2. that is more than twice the noise: how far changes of neighbors lie apart, or those of old runs;
//  3. the samples differ by Mann–Whitney, with a false-discovery rate of 1 % over all measurements;
//  4. neighbors agree: two of those one step away are slower likewise, or all at most two steps away are in the
//     median, by more than the threshold. A step is the next size or window, or another kind of request. A change
//     of a provider shows in several measurements, and an accident in one. One that is slower alone regresses only
//     by five times the threshold and the noise, and if the fast quarter of its samples is slower than the slow
//     quarter of the old ones.
//
// A measurement that fails, or is no longer supported, and was measured in an old run regresses as well.
package compare
