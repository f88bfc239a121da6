package compare

import (
	"maps"
	"math"
	"slices"

	"github.com/ndconform/ndconform/reports/speed"
)

// A pair is a measurement that both sides have. Levels and changes are natural logarithms of the time of an
// operation, so that a change of a rate weighs what it does of a time.
type pair struct {
	now *speed.Measurement
	old [][]float64 // samples of each old run, as logarithms, sorted
	new []float64   // likewise
	// oldLevels are the fast quartiles of the old runs, by their number, and oldLevel is their median.
	oldLevels          map[int]float64
	oldLevel, newLevel float64
	// change0 is what changed, and change what of it is not common to all measurements.
	change0, change float64
	noise           float64
	p               float64
	significant     bool
	// neighbors are one step away, and around are those at most two steps away, with the pair itself.
	neighbors, around []*pair
}

// pairsOf lists the measurements that were measured on both sides.
func pairsOf(olds []*speed.Report, now *speed.Report) []*pair {
	type taken struct {
		run int
		*speed.Measurement
	}
	before := map[string][]taken{}
	for run, old := range olds {
		for i := range old.Measurements {
			if m := &old.Measurements[i]; measured(m) {
				before[m.Name] = append(before[m.Name], taken{run, m})
			}
		}
	}
	var list []*pair
	for i := range now.Measurements {
		m := &now.Measurements[i]
		if !measured(m) {
			continue
		}
		p := &pair{now: m, new: logs(m), oldLevels: map[int]float64{}}
		for _, old := range before[m.Name] {
			if old.Unit == m.Unit {
				samples := logs(old.Measurement)
				p.old = append(p.old, samples)
				p.oldLevels[old.run] = quantile(samples, fast)
			}
		}
		if len(p.old) == 0 {
			continue
		}
		p.oldLevel, p.newLevel = median(p.levels()), quantile(p.new, fast)
		p.change0 = p.newLevel - p.oldLevel
		list = append(list, p)
	}
	return list
}

// levels are those of the old runs, in order of size.
func (p *pair) levels() []float64 { return slices.Sorted(maps.Values(p.oldLevels)) }

// fast is the part of the samples that is faster than what counts of them.
const fast = 0.25

// logs returns the logarithms of the times that samples stand for, sorted. A sample of nothing counts as hardly
// anything, and one that no machine has as what none has either.
func logs(m *speed.Measurement) []float64 {
	const least, most = 1e-9, 1e24
	list := make([]float64, len(m.Samples))
	for i, v := range m.Samples {
		list[i] = math.Log(min(max(v, least), most))
		if !m.LessIsBetter() {
			list[i] = -list[i]
		}
	}
	slices.Sort(list)
	return list
}

// quantile is a value that so large a part of a sorted list is below, between two of its values if need be.
func quantile(sorted []float64, part float64) float64 {
	at := part * float64(len(sorted)-1)
	below := int(at)
	if below+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	return quantile(slices.Sorted(slices.Values(list)), 0.5)
}
