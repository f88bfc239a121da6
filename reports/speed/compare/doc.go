// Package compare says whether a provider has become slower, from the samples of a bench report and of older
// ones. Each sample is of another process, so that samples of a run are as independent as those of two runs.
//
// A measurement is slower if its samples would be slower than the old ones even if these had taken longer by the
// threshold: by Mann–Whitney, with a probability of error of alpha for all measurements together, each of which
// has the same part in it. Samples that the machine held up change little, since the test goes by ranks.
// A second measurement ([Comparison.Confirm]) has to say the same, so that what the machine did for as long as a
// run is not taken for the provider's.
//
// A measurement that fails, or is no longer supported, and was measured in an old run regresses as well.
package compare
