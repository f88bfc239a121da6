package compare

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/ndconform/ndconform/reports/speed"
)

// alpha is the largest part of the differences found that may be chance. Of comparisons of an unchanged provider,
// at most this part finds any.
const alpha = 0.05

// A pair is a measurement that both sides have. Samples are natural logarithms of the time of an operation, so
// that a change of a rate weighs what it does of a time.
type pair struct {
	by              test
	now             *speed.Measurement
	old, new, again []float64
	// slower and faster are how likely such samples are by chance.
	slower, faster float64
	// low and high bound by how much the measurement is slower; see interval.
	low, high float64
}

// A test compares samples of two sides.
type test struct {
	// chance is the probability that one of two samples is slower by as much if the other one had taken longer by the
	// threshold; 1 if it is not slower.
	chance func(fast, slow []float64, threshold float64) float64
	// interval bounds by how much longer an operation takes now, with a confidence of 95 %; shift is the best guess.
	interval func(old, now []float64) (low, high float64)
	shift    func(old, now []float64) float64
}

var apart = test{chance, interval, func(old, now []float64) float64 { return median(now) - median(old) }}

// pairsOf lists the measurements that were measured on both sides.
func (c *Comparison) pairsOf(olds []*speed.Report, now *speed.Report) []*pair {
	before := map[string][]*speed.Measurement{}
	for _, old := range olds {
		for i := range old.Measurements {
			if m := &old.Measurements[i]; measured(m) {
				before[m.Name] = append(before[m.Name], m)
			}
		}
	}
	var list []*pair
	for i := range now.Measurements {
		m := &now.Measurements[i]
		if !measured(m) {
			continue
		}
		p := &pair{by: apart, now: m, new: logs(m)}
		if c.InTurns {
			p.by = inTurns
		}
		for _, old := range before[m.Name] {
			if old.Unit == m.Unit {
				p.old = append(p.old, logs(old)...)
			}
		}
		if len(p.old) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// chance is the probability, by Mann–Whitney, that one of two samples is slower by as much if the other one had
// taken longer by the threshold; 1 if it is not slower.
func chance(fast, slow []float64, threshold float64) float64 {
	by := math.Log1p(threshold)
	longer := make([]float64, len(fast))
	for i, v := range fast {
		longer[i] = v + by
	}
	if ahead(longer, slow) <= 0 {
		return 1
	}
	return benchmath.AssumeNothing.Compare(sampleOf(longer), sampleOf(slices.Clone(slow))).P
}

// ahead counts the pairs of values in which the second one is larger, less those in which the first one is.
func ahead(first, second []float64) (n int) {
	for _, a := range first {
		for _, b := range second {
			n += cmp.Compare(b, a)
		}
	}
	return n
}

// sampleOf hands values over to benchmath, which sorts them.
func sampleOf(values []float64) *benchmath.Sample {
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

// limitOf is the probability up to which one of some pairs differs, by Benjamini and Hochberg.
func limitOf(pairs []*pair, probability func(*pair) float64) float64 {
	var all []float64
	for _, p := range pairs {
		all = append(all, probability(p))
	}
	slices.Sort(all)
	limit := -1.0
	for i, p := range all {
		if p <= alpha*float64(i+1)/float64(len(all)) {
			limit = p
		}
	}
	return limit
}

// blind reports whether a pair has too few samples to show a difference, if it is the only one of n pairs that has one.
func (p *pair) blind(of int) bool {
	return p.by.chance(make([]float64, len(p.old)), slices.Repeat([]float64{1}, len(p.new)), 0) > alpha/float64(of)
}

// logs returns the logarithms of the times that samples stand for. A sample of nothing counts as hardly anything,
// and an impossible value as another impossible value.
func logs(m *speed.Measurement) []float64 {
	const least, most = 1e-9, 1e24
	list := make([]float64, len(m.Samples))
	for i, v := range m.Samples {
		list[i] = math.Log(min(max(v, least), most))
		if !m.LessIsBetter() {
			list[i] = -list[i]
		}
	}
	return list
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
