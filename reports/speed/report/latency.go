package report

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

// latencies draws a plot for each op, with the same scales, so that they can be compared. The first line of each
// has bands of percentiles.
func latencies(of []*speed.Measurement) []document.Plot {
	var all [][]document.Series
	var names []string
	var everything []document.Series
	var xs []float64
	for _, op := range opsOf(of) {
		those := slices.DeleteFunc(slices.Clone(of), func(m *speed.Measurement) bool { return m.Op != op })
		list := seriesOf(those, sizes, false)
		if len(list) == 0 {
			continue
		}
		list[0].Banded = !slices.ContainsFunc(list[0].Data, func(s document.Datum) bool { return s.Above == nil })
		all, names, everything = append(all, list), append(names, printable.Short(op, 40)), append(everything, list...)
	}
	for _, s := range everything {
		for _, one := range s.Data {
			xs = append(xs, one.X)
		}
	}
	if len(xs) == 0 {
		return nil
	}
	least, most := bounds(everything)
	var plots []document.Plot
	for i, list := range all {
		p := document.Plot{Box: document.Small, Title: "Latency of " + names[i], Same: sameOf(list)}
		p.X.Title, p.Y.Title = sizes.title, "time"
		p.Draw(list, document.Steps(xs, sizes.label), document.Logarithmic(least, most, timeLabel))
		first, last := list[0].Data[0], list[0].Data[len(list[0].Data)-1]
		p.Words = fmt.Sprintf("%s over size, both logarithmic. %s: from %s to %s. The tables below have all figures.",
			p.Title, list[0].Label, first.Title, last.Title)
		plots = append(plots, p)
	}
	return plots
}

// histograms draws how long single operations of one size took, for each op: of 64 bytes, or of the size next to
// it.
func histograms(r *speed.Report) []document.Plot {
	const wanted = 64
	var plots []document.Plot
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
func histogram(m *speed.Measurement) document.Plot {
	s := m.Spread
	p := document.Plot{
		Box:   document.Small,
		Title: fmt.Sprintf("%s of %s, %s", printable.Short(m.Op, 40), speed.Size(m.Size), speed.WaitWords(m.Wait)),
	}
	p.X.Title, p.Y.Title = "time", "operations"
	most := slices.Max(s.Counts)
	x := document.Logarithmic(s.Min, max(s.Max, s.Min), timeLabel)
	y := document.Logarithmic(1, float64(max(most, 1)), plain)
	p.Axes(x, y)
	from := s.Min
	for i, bound := range s.Bounds {
		if n := s.Counts[i]; n > 0 && bound > 0 {
			a, b := p.XAt(x.At(from)), p.XAt(x.At(bound))
			h := max((p.Bottom-p.Top)*y.At(float64(n)), 2)
			p.Bars = append(p.Bars, document.Bar{
				Title: fmt.Sprintf("up to %s: %d of %d", speed.Time(bound), n, s.Count),
				Rects: []document.Rect{{
					X: document.Place(a), Y: document.Place(p.Bottom - h), Width: document.Place(max(b-a-0.5, 1)),
					Height: document.Place(h),
				}},
			})
		}
		from = bound
	}
	p.Words = fmt.Sprintf("Histogram: %s. Of %s operations half took up to %s, 99 %% up to %s, 99.9 %% up to %s, "+
		"the longest %s.", p.Title, frame.Number(int(s.Count)), speed.Time(s.P50), speed.Time(s.P99), speed.Time(s.P999),
		speed.Time(s.Max))
	return p
}
