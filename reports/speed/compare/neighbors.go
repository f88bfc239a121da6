package compare

import (
	"math"
	"slices"

	"github.com/ndconform/ndconform/reports/speed"
)

// numbers are what measurements of a group vary in steps.
func numbers(m *speed.Measurement) [5]int {
	return [5]int{m.Size, m.Window, m.QueuePairs, m.Batch, m.Connections}
}

// nearby is how many steps away what is around a measurement is.
const nearby = 2

// link tells each pair its neighbors: those of its group that differ in one thing by one step. The calls of the
// control path have little in common, so that another call is not near there.
func link(pairs []*pair) {
	groups := map[string][]*pair{}
	for _, p := range pairs {
		groups[p.now.Group] = append(groups[p.now.Group], p)
	}
	for _, group := range groups {
		steps := stepsOf(group)
		for _, p := range group {
			for _, q := range group {
				apart := steps.apart(p.now, q.now)
				if apart == 1 {
					p.neighbors = append(p.neighbors, q)
				}
				if apart <= nearby {
					p.around = append(p.around, q)
				}
			}
		}
	}
}

// steps are the values that occur of each number, in order.
type steps [5][]int

func stepsOf(group []*pair) steps {
	var s steps
	for _, p := range group {
		for i, n := range numbers(p.now) {
			if at, has := slices.BinarySearch(s[i], n); !has {
				s[i] = slices.Insert(s[i], at, n)
			}
		}
	}
	return s
}

// apart counts the steps between two measurements of a group.
func (s steps) apart(a, b *speed.Measurement) int {
	n := 0
	switch {
	case a.Op != b.Op && a.Group == "control":
		n += nearby + 1
	case a.Op != b.Op || !slices.Equal(a.Flags, b.Flags): // some flags go with an op
		n++
	}
	if a.Wait != b.Wait {
		n++
	}
	x, y := numbers(a), numbers(b)
	for i := range s {
		if x[i] == y[i] {
			continue
		}
		from, _ := slices.BinarySearch(s[i], x[i])
		to, _ := slices.BinarySearch(s[i], y[i])
		n += max(from-to, to-from)
	}
	return n
}

// pairsEnough is how many pairs of neighbors say how noisy a group is.
const pairsEnough = 12

// setNoise sets the noise of each pair, and returns that of each group: how far the changes of neighbors lie
// apart, as a standard deviation. A measurement that differs more from one old run to the next has more noise.
func setNoise(pairs []*pair, threshold float64) []Noise {
	var all []float64
	of := map[string][]float64{}
	for _, p := range pairs {
		for _, q := range p.neighbors {
			if p.now.Op != q.now.Op || p.now.Wait != q.now.Wait { // of which one alone may have changed
				continue
			}
			apart := math.Abs(p.change - q.change)
			all, of[p.now.Group] = append(all, apart), append(of[p.now.Group], apart)
		}
	}
	list := []Noise{}
	noise := map[string]float64{}
	for _, group := range speed.Groups() {
		if !slices.ContainsFunc(pairs, func(p *pair) bool { return p.now.Group == group }) {
			continue
		}
		apart := of[group]
		if len(apart) < pairsEnough {
			apart = all
		}
		noise[group] = normal * median(apart) / math.Sqrt2
		list = append(list, Noise{group, math.Expm1(noise[group]), max(math.Expm1(noises*noise[group]), threshold)})
	}
	for _, p := range pairs {
		p.noise = noise[p.now.Group]
		if len(p.old) >= enoughRuns {
			p.noise = max(p.noise, spreadOf(p.levels()))
		}
	}
	return list
}

// normal makes a median absolute deviation the standard deviation of a normal distribution.
const normal = 1.4826

// spreadOf is the standard deviation of levels of old runs, and of their median, around which a new one lies.
func spreadOf(levels []float64) float64 {
	n, mean, squares := float64(len(levels)), 0.0, 0.0
	for _, v := range levels {
		mean += v / n
	}
	for _, v := range levels {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / (n - 1) * (1 + 1/n))
}
