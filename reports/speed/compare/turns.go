package compare

import (
	"cmp"
	"math"
	"slices"
)

// inTurns compares samples that are of the same round if they have the same place: by Wilcoxon's signed ranks, and
// by the medians of pairs of rounds, which are Hodges and Lehmann's.
var inTurns = test{
	chance: func(fast, slow []float64, threshold float64) float64 {
		by := rounds(fast, slow)
		for i := range by {
			by[i] -= math.Log1p(threshold)
		}
		return signedRank(by)
	},
	interval: func(old, now []float64) (low, high float64) {
		const z = 1.96 // of a normal distribution, within which 95 % of it are
		all := walsh(rounds(old, now))
		n := float64(min(len(old), len(now)))
		outside := int(n*(n+1)/4 - z*math.Sqrt(n*(n+1)*(2*n+1)/24))
		if outside < 1 {
			return math.Inf(-1), math.Inf(1)
		}
		return all[outside-1], all[len(all)-outside]
	},
	shift: func(old, now []float64) float64 { return median(walsh(rounds(old, now))) },
}

// rounds lists by how much each round is slower. What was measured in one side's round only is left out.
func rounds(old, now []float64) []float64 {
	list := make([]float64, min(len(old), len(now)))
	for i := range list {
		list[i] = now[i] - old[i]
	}
	return list
}

// walsh lists the means of all pairs of values, and of each with itself, in order.
func walsh(list []float64) (all []float64) {
	for i, a := range list {
		for _, b := range list[i:] {
			all = append(all, (a+b)/2)
		}
	}
	slices.Sort(all)
	return all
}

// exactMost is up to how many ranks all signs are counted; beyond it the sum is normally distributed.
const exactMost = 60

// signedRank is the probability that values which are as likely below zero as above have so large ranks above it, or
// below: 1 if those below are as large.
func signedRank(values []float64) float64 {
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	above, all := 0, len(values)*(len(values)+1)/2
	for i, v := range values {
		if v > 0 {
			above += i + 1
		}
	}
	if 2*above <= all {
		return 1
	}
	if n := float64(len(values)); n > exactMost {
		z := (float64(above) - n*(n+1)/4) / math.Sqrt(n*(n+1)*(2*n+1)/24)
		return math.Erfc(z / math.Sqrt2)
	}
	// ways[s] is the part of all signs with which the ranks above zero sum up to s.
	ways := make([]float64, all+1)
	ways[0] = 1
	for rank := 1; rank <= len(values); rank++ {
		for s := all; s >= 0; s-- {
			ways[s] /= 2
			if s >= rank {
				ways[s] += ways[s-rank] / 2
			}
		}
	}
	p := 0.0
	for _, w := range ways[above:] {
		p += w
	}
	return min(1, 2*p)
}
