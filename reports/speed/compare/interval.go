package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/ndconform/ndconform/reports/speed"
)

// interval bounds how much longer an operation takes now, as a logarithm, with a confidence of 95 %. It is that of
// Hodges and Lehmann: what Mann–Whitney's test does not exclude. Too few samples exclude nothing.
func interval(old, now []float64) (low, high float64) {
	const z = 1.96 // of a normal distribution, within which 95 % of it are
	all := make([]float64, 0, len(old)*len(now))
	for _, a := range old {
		for _, b := range now {
			all = append(all, b-a)
		}
	}
	slices.Sort(all)
	n, m := float64(len(old)), float64(len(now))
	outside := int(n*m/2 - z*math.Sqrt(n*m*(n+m+1)/12))
	if outside < 1 {
		return math.Inf(-1), math.Inf(1)
	}
	return all[outside-1], all[len(all)-outside]
}

// judged reports whether the samples exclude that the measurement is slower by more than the threshold.
func (p *pair) judged(threshold float64) bool { return p.high <= math.Log1p(threshold) }

// doubt says between which changes the samples leave the choice.
func (p *pair) doubt() string {
	if math.IsInf(p.high, 1) {
		return "too few samples"
	}
	return fmt.Sprintf("may be from %s to %s", percentSlower(math.Expm1(p.low)), percentSlower(math.Expm1(p.high)))
}

// percentSlower says by how much an operation takes more time or less.
func percentSlower(by float64) string {
	if by < 0 {
		return speed.Percent(-by) + " faster"
	}
	return speed.Percent(by) + " slower"
}

// resolution is the change, as a part of 1, that half of the measurements can tell from noise; 0 if they can't tell
// any.
func resolution(pairs []*pair) float64 {
	var all []float64
	for _, p := range pairs {
		all = append(all, (p.high-p.low)/2)
	}
	if len(all) == 0 || math.IsInf(median(all), 1) {
		return 0
	}
	return math.Expm1(median(all))
}
