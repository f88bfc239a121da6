package compare

import (
	"math"
	"slices"
)

// judge adds the measurements that have become slower or faster. Of those that are slower some may have been
// measured once more.
func (c *Comparison) judge(pairs, again []*pair) {
	c.Compared = len(pairs)
	second := map[string]*pair{}
	for _, p := range again {
		second[p.now.Name] = p
	}
	for _, p := range pairs {
		if p.blind(c.limit()) {
			c.Blind++
		}
		one := p.change()
		if one.P = chance(p.old, p.new, c.Threshold); one.P <= c.limit() {
			one.Class = Regression
			c.confirm(&one, second[p.now.Name])
		} else if one.P = chance(p.new, p.old, c.Threshold); one.P <= c.limit() {
			one.Class = Faster
		} else {
			continue
		}
		c.Changes = append(c.Changes, one)
	}
	c.Slower = sums(pairs, c.Of(Regression))
}

// confirm takes the second measurement of a change into account, if there is one.
func (c *Comparison) confirm(one *Change, p *pair) {
	if p == nil {
		return
	}
	one.Again = p.value(median(p.new))
	if chance(p.old, p.new, c.Threshold) > c.limit() {
		one.Class, one.Because = Doubtful, one.value(one.Again)+" when measured once more"
	}
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
	return Change{
		Name: p.now.Name, Group: p.now.Group, Unit: p.now.Unit, Slower: math.Expm1(is - was),
		Old: p.value(was), New: p.value(is),
	}
}

// value is a figure in the measurement's unit.
func (p *pair) value(log float64) float64 {
	if !p.now.LessIsBetter() {
		log = -log
	}
	return math.Exp(log)
}

// Suspects names the measurements that are slower, to be measured once more.
func (c *Comparison) Suspects() (names []string) {
	for _, one := range c.Of(Regression) {
		if one.Because == "" {
			names = append(names, one.Name)
		}
	}
	return names
}
