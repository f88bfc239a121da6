// Package compare says whether a provider has become slower, from the samples of a bench report and of older
// ones.
//
// A measurement is slower if its samples would be slower than the old ones even if these had taken longer by the
// threshold: by Mann–Whitney. Of all that is found slower, at most alpha may be chance (Benjamini and Hochberg).
// Samples that the machine held up change little, since the test goes by ranks. Where what looks slower was
// measured a second time, that measurement decides, so that what the machine did for as long as the first one
// is not taken for the provider's.
//
// Reports that were measured in turns are compared round by round, by Wilcoxon's signed ranks: what slows a round slows
// both. Nothing is measured a second time.
//
// A measurement that fails, or is no longer supported, and was measured in an old run regresses as well.
package compare
