package html

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

const (
	slowestMost  = 10
	unsteadyMost = 200
)

// bins are each ten times the one before, in seconds; the last one has no end.
var bins = []struct {
	below float64
	name  string
}{
	{1e-4, "under 0.1 ms"},
	{1e-3, "under 1 ms"},
	{1e-2, "under 10 ms"},
	{1e-1, "under 0.1 s"},
	{1, "under 1 s"},
	{10, "under 10 s"},
	{0, "10 s and more"},
}

// timeOf shows how long specs took; it has no blocks if none took time.
func timeOf(run *reports.Run) document.Section {
	s := document.Section{ID: "time", Title: "Time"}
	var timed []reports.Spec
	sum := 0.0
	for _, one := range run.Specs {
		if one.Seconds > 0 {
			timed = append(timed, one)
			sum += one.Seconds
		}
	}
	if len(timed) == 0 {
		return s
	}
	slices.SortStableFunc(timed, func(a, b reports.Spec) int { return cmp.Compare(b.Seconds, a.Seconds) })
	slowest := document.Table{
		Name: "The slowest specs", Caption: true, Class: "plot",
		Columns: document.Columns("-Spec", "~Time as a bar", "-Time"),
	}
	slowest.Columns[2].Number = true
	for _, one := range timed[:min(len(timed), slowestMost)] {
		cells := document.Cells(document.Cell{Text: one.ID, Link: linkTo(one.ID), Tip: one.Title},
			one.Seconds/timed[0].Seconds, frame.Duration(one.Seconds))
		slowest.Rows = append(slowest.Rows, document.Row{Cells: cells, Class: string(one.Verdict.Known())})
	}
	s.Blocks = []document.Block{
		{Note: "The specs took " + frame.Duration(sum) + " in all, those that ran side by side included."},
		{Tables: []document.Table{binsOf(timed), slowest}},
	}
	return s
}

func binsOf(timed []reports.Spec) document.Table {
	counts := make([]int, len(bins))
	for _, s := range timed {
		i := 0
		for i < len(bins)-1 && s.Seconds >= bins[i].below {
			i++
		}
		counts[i]++
	}
	t := document.Table{
		Name: "Specs by how long they took", Caption: true, Class: "plot",
		Columns: document.Columns("-Time", "~Specs as a bar", "-Specs"),
	}
	t.Columns[2].Number = true
	for i, n := range counts {
		t.Add(bins[i].name, float64(n)/float64(slices.Max(counts)), n)
	}
	return t
}

// linkTo is the address of a spec on the page.
func linkTo(id string) string { return "#spec=" + url.PathEscape(short(id)) }

// repeatsOf says on which specs the series of runs that this one ends does not agree.
func repeatsOf(r *reports.Repeats) document.Section {
	s := document.Section{ID: "repeats", Title: "Repeats"}
	if len(r.Unsteady) == 0 {
		words := "This is the last of " + frame.Number(r.Runs) + " runs, which agree on every spec."
		s.Blocks = []document.Block{{Note: words}}
		return s
	}
	t := &document.Table{Name: "Repeats", Columns: document.Columns("Spec", "Runs"), PageMost: unsteadyMost}
	for _, u := range r.Unsteady {
		t.Add(document.Cell{Text: u.ID, ID: true, Link: linkTo(u.ID)}, reports.CountWords(u.Count))
	}
	words := "This is the last of " + frame.Number(r.Runs) + " runs, which do not agree on these specs."
	s.Blocks = []document.Block{{Note: words}, {Table: t}}
	return s
}

func waiversOf(run *reports.Run) document.Section {
	t := &document.Table{
		Name: "Waivers", Columns: document.Columns("Specs", "Provider", "Reason", "#Until", "#Excuses"),
	}
	for _, w := range run.Waivers {
		reason := document.Long(w.Reason)
		if w.Link != "" {
			reason.Notes = append(reason.Notes, document.Cell{Text: w.Link, Link: w.Link})
		}
		if problem := w.Problem(run.Filtered()); problem != "" {
			reason.Notes = append(reason.Notes, document.Cell{Verdict: reports.Warn, Text: problem})
		}
		t.Add(document.Code(w.ID), w.Provider+" "+w.Version, reason, w.Expires,
			frame.Number(len(w.Waived))+" of "+frame.Number(w.Matched))
	}
	return document.Section{ID: "waivers", Title: "Waivers", Blocks: []document.Block{{Table: t}}}
}
