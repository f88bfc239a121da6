package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/reports"

	"github.com/ndconform/ndconform/reports/frame"

	"github.com/ndconform/ndconform/reports/printable"
)

// A timing is how long specs took, as it is shown on the page.
type timing struct {
	// Sum is the time of all specs, which may have run side by side.
	Sum     string
	Bins    []bin
	Slowest []slowSpec
}

// A bin counts the specs that took up to so long. Width is the length of its bar,
// in percent of the longest bar.
type bin struct {
	Name  string
	Count int
	Width string
}

type slowSpec struct {
	ID, Title, Took, Width string
	Verdict                reports.Verdict
}

const slowestMost = 10

// A bound is where a bin of the plot ends, in seconds.
type bound struct {
	below float64
	name  string
}

// bounds are each ten times the one before; the last bin has no end.
var bounds = []bound{
	{1e-4, "under 0.1 ms"},
	{1e-3, "under 1 ms"},
	{1e-2, "under 10 ms"},
	{1e-1, "under 0.1 s"},
	{1, "under 1 s"},
	{10, "under 10 s"},
	{0, "10 s and more"},
}

// timingOf returns no bins if no spec took time.
func timingOf(run *reports.Run) timing {
	var timed []reports.Spec
	sum := 0.0
	for _, s := range run.Specs {
		if s.Seconds > 0 {
			timed = append(timed, s)
			sum += s.Seconds
		}
	}
	if len(timed) == 0 {
		return timing{}
	}
	slices.SortStableFunc(timed, func(a, b reports.Spec) int { return cmp.Compare(b.Seconds, a.Seconds) })
	t := timing{Sum: frame.Duration(sum), Bins: binsOf(timed)}
	for _, s := range timed[:min(len(timed), slowestMost)] {
		t.Slowest = append(t.Slowest, slowSpec{
			ID: printable.Short(s.ID, 200), Title: printable.Short(s.Title, 300), Took: frame.Duration(s.Seconds),
			Verdict: s.Verdict.Known(),
			Width:   part(s.Seconds / timed[0].Seconds),
		})
	}
	return t
}

func binsOf(timed []reports.Spec) []bin {
	counts := make([]int, len(bounds))
	for _, s := range timed {
		i := slices.IndexFunc(bounds, func(b bound) bool { return s.Seconds < b.below })
		if i < 0 {
			i = len(bounds) - 1
		}
		counts[i]++
	}
	list := make([]bin, len(bounds))
	for i, n := range counts {
		list[i] = bin{bounds[i].name, n, part(float64(n) / float64(slices.Max(counts)))}
	}
	return list
}

// part writes a share of a whole as a length in SVG.
func part(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

// A repeatsView is what the page says of a series of runs, of which this one is the
// last.
type repeatsView struct {
	Runs int
	Rows []repeatRow
	Left int
}

type repeatRow struct{ ID, Verdicts string }

const unsteadyMost = 200

func repeatsOf(run *reports.Run) *repeatsView {
	if run.Repeats == nil {
		return nil
	}
	list := run.Repeats.Unsteady
	v := &repeatsView{Runs: run.Repeats.Runs, Left: max(len(list)-unsteadyMost, 0)}
	for _, u := range list[:len(list)-v.Left] {
		v.Rows = append(v.Rows, repeatRow{printable.Short(u.ID, 200), reports.CountWords(u.Count)})
	}
	return v
}
