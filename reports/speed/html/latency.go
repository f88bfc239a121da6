package html

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

// latencies draws a plot for each op, with the same scales, so that they can be compared. The first line of each
// has bands of percentiles.
func latencies(of []*speed.Measurement) []plot {
	var all [][]series
	var names []string
	var everything []series
	var xs []float64
	for _, op := range opsOf(of) {
		those := slices.DeleteFunc(slices.Clone(of), func(m *speed.Measurement) bool { return m.Op != op })
		list := seriesOf(those, sizes, false)
		if len(list) == 0 {
			continue
		}
		list[0].banded = !slices.ContainsFunc(list[0].datums, func(s datum) bool { return s.above == nil })
		all, names, everything = append(all, list), append(names, printable.Short(op, 40)), append(everything, list...)
	}
	for _, s := range everything {
		for _, one := range s.datums {
			xs = append(xs, one.x)
		}
	}
	if len(xs) == 0 {
		return nil
	}
	least, most := bounds(everything)
	var plots []plot
	for i, list := range all {
		p := plot{Title: "Latency of " + names[i], Same: sameOf(list), XTitle: sizes.title, YTitle: "time"}
		p.draw(list, steps(xs, sizes.label), logarithmic(least, most, timeLabel))
		first, last := list[0].datums[0], list[0].datums[len(list[0].datums)-1]
		p.Words = fmt.Sprintf("%s over size, both logarithmic. %s: from %s to %s. The tables below have all figures.",
			p.Title, list[0].label, first.title, last.title)
		plots = append(plots, p)
	}
	return plots
}

// histograms draws how long single operations of one size took, for each op: of 64 bytes, or of the size next to
// it.
func histograms(r *speed.Report) []plot {
	const wanted = 64
	var plots []plot
	best := map[string]*speed.Measurement{}
	var ops []string
	for i := range r.Measurements {
		m := &r.Measurements[i]
		if m.Group != "latency" || m.Spread == nil || len(m.Spread.Bounds) < fewest || m.Spread.Min <= 0 {
			continue
		}
		old := best[m.Op]
		if old == nil {
			ops = append(ops, m.Op)
		}
		if old == nil || away(m.Size, wanted) < away(old.Size, wanted) {
			best[m.Op] = m
		}
	}
	for _, op := range ops {
		plots = append(plots, histogram(best[op]))
	}
	return plots
}

func away(a, b int) int { return max(a-b, b-a) }

// histogram has a bar for each bucket. Both axes are logarithmic, so that the tail is seen.
func histogram(m *speed.Measurement) plot {
	s := m.Spread
	p := plot{
		Title:  fmt.Sprintf("%s of %s, %s", printable.Short(m.Op, 40), speed.Size(m.Size), speed.WaitWords(m.Wait)),
		XTitle: "time", YTitle: "operations",
	}
	most := slices.Max(s.Counts)
	x := logarithmic(s.Min, max(s.Max, s.Min), timeLabel)
	y := logarithmic(1, float64(max(most, 1)), plain)
	p.axes(x, y)
	from := s.Min
	for i, bound := range s.Bounds {
		if n := s.Counts[i]; n > 0 && bound > 0 {
			a, b := xAt(x.at(from)), xAt(x.at(bound))
			h := max((bottom-top)*y.at(float64(n)), 2)
			p.Bars = append(p.Bars, bar{
				num(a), num(bottom - h), num(max(b-a-0.5, 1)), num(h),
				fmt.Sprintf("up to %s: %d of %d", speed.Time(bound), n, s.Count),
			})
		}
		from = bound
	}
	p.Words = fmt.Sprintf("Histogram: %s. Of %s operations half took up to %s, 99 %% up to %s, 99.9 %% up to %s, "+
		"the longest %s.", p.Title, frame.Number(int(s.Count)), speed.Time(s.P50), speed.Time(s.P99), speed.Time(s.P999),
		speed.Time(s.Max))
	return p
}
