package compare

import (
	"math"
	"slices"
)

// judge adds the measurements that have become slower or faster. If those that looked slower were measured again, the
// second measurement decides which of them are.
func (c *Comparison) judge(pairs []*pair, again map[string]*pair) {
	c.Compared = len(pairs)
	var suspects []*pair
	for _, p := range pairs {
		p.slower, p.faster = p.by.chance(p.old, p.new, c.Threshold), p.by.chance(p.new, p.old, c.Threshold)
		if p.slower <= alpha {
			suspects = append(suspects, p)
			c.suspects = append(c.suspects, p.now.Name)
		}
		if p.blind(len(pairs)) {
			c.Blind++
		}
	}
	candidates := pairs
	if again != nil {
		candidates = suspects
		for _, p := range suspects {
			if second := again[p.now.Name]; second != nil {
				p.again, p.slower = second.new, p.by.chance(p.old, second.new, c.Threshold)
			}
		}
	}
	slower := limitOf(candidates, func(p *pair) float64 { return p.slower })
	faster := limitOf(pairs, func(p *pair) float64 { return p.faster })
	for _, p := range pairs {
		p.low, p.high = p.by.interval(p.old, p.decisive())
		one := p.change()
		switch candidate := slices.Contains(candidates, p); {
		case candidate && p.slower <= slower:
			one.Class, one.P = Regression, p.slower
		case candidate && again != nil:
			one.Class, one.P, one.Because = Doubtful, p.slower, "measured once more, "+one.value(one.Again)
		case p.faster <= faster:
			one.Class, one.P = Faster, p.faster
		case !p.judged(c.Threshold):
			one.Class, one.Because = NotJudged, p.doubt()
		default:
			continue
		}
		c.Changes = append(c.Changes, one)
	}
	c.Judged = len(pairs) - len(c.Of(NotJudged))
	c.Resolution = resolution(pairs)
	c.Slower = sums(pairs, c.Of(Regression))
}

// sums sums up the measurements that are slower, in the order of the report.
func sums(pairs []*pair, slower []Change) []Sum {
	list := []Sum{}
	changes := map[int][]float64{}
	for _, p := range pairs {
		at := slices.IndexFunc(list, func(s Sum) bool { return s.Group == p.now.Group && s.Op == p.now.Op })
		if at < 0 {
			at, list = len(list), append(list, Sum{Group: p.now.Group, Op: p.now.Op})
		}
		list[at].Compared++
		i := slices.IndexFunc(slower, func(one Change) bool { return one.Name == p.now.Name })
		if i >= 0 {
			list[at].Regressed++
			changes[at] = append(changes[at], slower[i].Slower)
			list[at].Slower = median(changes[at])
		}
	}
	return slices.DeleteFunc(list, func(s Sum) bool { return s.Regressed == 0 })
}

// change says what the figures of a pair are.
func (p *pair) change() Change {
	was, is := median(p.old), median(p.new)
	one := Change{
		Name: p.now.Name, Group: p.now.Group, Unit: p.now.Unit, Slower: math.Expm1(p.by.shift(p.old, p.new)),
		Old: p.value(was), New: p.value(is),
	}
	if len(p.again) > 0 {
		one.Again = p.value(median(p.again))
	}
	return one
}

// decisive returns the samples that decide: those of the second measurement, if there was one.
func (p *pair) decisive() []float64 {
	if len(p.again) > 0 {
		return p.again
	}
	return p.new
}

// value is a figure in the measurement's unit.
func (p *pair) value(log float64) float64 {
	if !p.now.LessIsBetter() {
		log = -log
	}
	return math.Exp(log)
}

// Suspects names the measurements that look slower, to be measured again. Each is taken by itself, so that some are
// there by chance.
func (c *Comparison) Suspects() []string { return c.suspects }
