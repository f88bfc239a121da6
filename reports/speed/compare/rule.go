package compare

import (
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// The rule; the package's comment has it in words.
const (
	enoughRuns = 3  // old runs that say how runs differ
	many       = 20 // measurements that say how fast a machine is
	agreeing   = 2  // neighbors
	noises     = 2.0
	discovery  = 0.01
	// crowd is how many measurements say something in the median, and crowdNoises what it must exceed.
	crowd, crowdNoises = 5, 4.0
	// alone* are what it takes of a measurement whose neighbors do not agree.
	aloneThresholds, aloneNoises = 5.0, 5.0
)

// differs reports whether a measurement is slower by more than the threshold and noise, or faster where sign is
// -1.
func (p *pair) differs(threshold, sign float64) bool {
	change := sign * p.change
	return p.significant && change > math.Log1p(threshold) && change > noises*p.noise
}

// agreed lists the measurements that differ and whose neighbors agree, or that differ by far, and the neighbors
// of these that differ as well: the last ones of a row have but one neighbor. Sign is as in differs.
func agreed(pairs []*pair, threshold, sign float64) map[*pair]bool {
	list := map[*pair]bool{}
	for _, p := range pairs {
		if !p.differs(threshold, sign) {
			continue
		}
		agree := 0
		for _, n := range p.neighbors {
			if n.differs(threshold, sign) {
				agree++
			}
		}
		list[p] = agree >= agreeing || p.shared(threshold, sign) || p.clear(threshold, sign)
	}
	core := maps.Clone(list)
	for p := range core {
		for _, n := range p.neighbors {
			list[p] = list[p] || core[n] && p.differs(threshold, sign)
		}
	}
	return list
}

// shared reports whether what is around a measurement differs as well, in the median, whose noise is less than
// that of one.
func (p *pair) shared(threshold, sign float64) bool {
	n := len(p.around)
	if n < crowd {
		return false
	}
	changes := make([]float64, n)
	for i, q := range p.around {
		changes[i] = sign * q.change
	}
	change := median(changes)
	return change > math.Log1p(threshold) && change > crowdNoises*p.noise/math.Sqrt(float64(n))
}

// clear reports whether a measurement differs so much that it needs no neighbor.
func (p *pair) clear(threshold, sign float64) bool {
	change := sign * p.change
	if change < math.Log1p(aloneThresholds*threshold) || change < aloneNoises*p.noise {
		return false
	}
	for _, old := range p.old {
		before, after := old, p.new
		if sign < 0 {
			before, after = after, before
		}
		if quantile(after, fast) < quantile(before, 1-fast) {
			return false
		}
	}
	return true
}

// takeCommon takes from all changes what they have in common, and returns it: what the least changed quarter of
// them shows, as a part of 1. It is never more than that of an old run against the others, or than half the
// threshold if these are too few; and a machine that has become faster is no reason to call a provider slower.
// Few measurements say nothing of a machine. Half as much is taken of what a group has in common beyond that.
func takeCommon(pairs []*pair, threshold float64) float64 {
	var changes []float64
	runs := 0
	for _, p := range pairs {
		changes = append(changes, p.change0)
		for run := range p.oldLevels {
			runs = max(runs, run+1)
		}
	}
	most := 0.0
	switch {
	case len(changes) < many:
	case runs < enoughRuns:
		most = math.Log1p(threshold) / 2
	default:
		most = commonOf(pairs, runs)
	}
	common := least(changes, most)
	of := map[string][]float64{}
	for _, p := range pairs {
		p.change = p.change0 - common
		of[p.now.Group] = append(of[p.now.Group], p.change)
	}
	for _, p := range pairs {
		p.change -= least(of[p.now.Group], most/2)
	}
	return math.Expm1(common)
}

// least is what the least changed quarter of changes shows, from 0 to most.
func least(changes []float64, most float64) float64 {
	if most <= 0 {
		return 0
	}
	return min(max(quantile(slices.Sorted(slices.Values(changes)), fast), 0), most)
}

// commonOf is by how much, at the most, all measurements of an old run differ from the others.
func commonOf(pairs []*pair, runs int) (most float64) {
	for run := range runs {
		var of []float64
		for _, p := range pairs {
			if level, has := p.oldLevels[run]; has {
				of = append(of, level-p.oldLevel)
			}
		}
		most = max(most, math.Abs(median(of)))
	}
	return most
}

// sampleOf hands values over to benchmath, which sorts them.
func sampleOf(values []float64) *benchmath.Sample {
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

// mannWhitney tests the samples of each pair against those of the old runs, and keeps the part of false
// discoveries low, by Benjamini and Hochberg.
func mannWhitney(pairs []*pair) {
	var all []float64
	for _, p := range pairs {
		p.p = benchmath.AssumeNothing.Compare(sampleOf(slices.Concat(p.old...)), sampleOf(slices.Clone(p.new))).P
		all = append(all, p.p)
	}
	slices.Sort(all)
	limit := -1.0
	for i, p := range all {
		if p <= discovery*float64(i+1)/float64(len(all)) {
			limit = p
		}
	}
	for _, p := range pairs {
		p.significant = p.p <= limit
	}
}
