package legal

import (
	"slices"
	"strings"
)

// maxSetSize is how many variants a set has at most. Larger sets need fewer runs, and make it
// harder to find out why one fails.
const maxSetSize = 7

// PairwiseSets lists combinations of up to seven variants that cover every pair that can be combined:
// what [Pairs] lists, in a twelfth of the runs. The list is always the same.
func PairwiseSets() []Variant {
	c := newCovering(registry().all)
	var list []Variant
	for a := range c.all {
		for b := a + 1; b < len(c.all); b++ {
			if c.missing(a, b) {
				list = append(list, c.combined(c.around(a, b)))
			}
		}
	}
	return list
}

// OnceSets lists combinations of up to seven variants that cover every variant, in a sixth of the runs.
// The list is always the same.
func OnceSets() (list []Variant) {
	c := newCovering(registry().all)
	taken := make([]bool, len(c.all))
	for first := range c.all {
		if taken[first] {
			continue
		}
		set := []int{first}
		for next := first + 1; next < len(c.all) && len(set) < maxSetSize; next++ {
			if !taken[next] && c.fit(set, next) {
				set = append(set, next)
			}
		}
		for _, one := range set {
			taken[one] = true
		}
		list = append(list, c.combined(set))
	}
	return list
}

// fit reports whether a variant can be combined with each of a set.
func (c *covering) fit(set []int, next int) bool {
	return !slices.ContainsFunc(set, func(one int) bool { return !c.fits[one][next] })
}

// A covering knows which pairs of variants are in no set yet.
type covering struct {
	all []Variant
	// fits says of two places of all whether these variants can be combined, and
	// covered whether they are together in a set.
	fits, covered [][]bool
}

func newCovering(all []Variant) *covering {
	c := &covering{all: all}
	for i, a := range all {
		c.fits, c.covered = append(c.fits, make([]bool, len(all))), append(c.covered, make([]bool, len(all)))
		for k, b := range all {
			_, err := combine(a, b)
			c.fits[i][k] = i != k && err == nil
		}
	}
	return c
}

func (c *covering) missing(a, b int) bool { return c.fits[a][b] && !c.covered[a][b] }

// around grows a set from a pair: next is the variant that fits and adds the most missing pairs.
func (c *covering) around(a, b int) []int {
	set := []int{a, b}
	for len(set) < maxSetSize {
		best, most := 0, 0
		for next := range c.all {
			if n := c.adds(set, next); n > most {
				best, most = next, n
			}
		}
		if most == 0 {
			break
		}
		set = append(set, best)
	}
	slices.Sort(set)
	for _, one := range set {
		for _, other := range set {
			c.covered[one][other] = true
		}
	}
	return set
}

// adds counts the missing pairs of a variant with those of a set; 0 if it doesn't fit.
func (c *covering) adds(set []int, next int) (n int) {
	if !c.fit(set, next) {
		return 0
	}
	for _, one := range set {
		if !c.covered[one][next] {
			n++
		}
	}
	return n
}

// combined combines the variants of a set, which fit in pairs and therefore all.
func (c *covering) combined(set []int) Variant {
	v := c.all[set[0]]
	for _, next := range set[1:] {
		if both, err := combine(v, c.all[next]); err == nil {
			v = both
		}
	}
	return v
}

// PairsOf lists the pairs that are in a set of more than two; it is empty for others.
func PairsOf(v Variant) (list []Variant) {
	ids := strings.Split(v.ID, "+")
	if len(ids) < 3 {
		return nil
	}
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			if pair, err := Lookup(a + "+" + b); err == nil {
				list = append(list, pair)
			}
		}
	}
	return list
}
