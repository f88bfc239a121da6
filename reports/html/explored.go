package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// An exploredView is an exploration as it is shown on the page.
type exploredView struct {
	Words       string
	Transitions []transitionView
	Soak        *soakView
}

// A transitionView holds the transitions of one kind. Width is the length of the bar that
// shows how often they were visited, in percent of the longest bar.
type transitionView struct {
	Kind, Names, Missing string
	Sum, Visited         int
	Width                string
}

func exploredOf(run *reports.Run) *exploredView {
	x := run.Explored
	if x == nil {
		return nil
	}
	v := &exploredView{}
	if x.Soak == nil {
		v.Words = frame.Numbers(x.Words())
	}
	rows, most := x.Transitions.Rows(), 1
	for _, r := range rows {
		most = max(most, r.Sum)
	}
	for _, r := range rows {
		v.Transitions = append(v.Transitions, transitionView{
			Kind: printable.Short(r.Kind, 60), Names: printable.Short(visitsText(r.Visits), 2000),
			Missing: printable.Short(strings.Join(r.Missing, "; "), 2000),
			Sum:     r.Sum, Visited: len(r.Visits), Width: part(float64(r.Sum) / float64(most)),
		})
	}
	if x.Soak != nil {
		v.Soak = soakOf(x.Soak)
	}
	return v
}

// visitsText lists transitions, the most visited first.
func visitsText(visits []reports.Visit) string {
	visits = slices.Clone(visits)
	slices.SortStableFunc(visits, func(a, b reports.Visit) int { return cmp.Compare(b.Times, a.Times) })
	names := make([]string, len(visits))
	for i, v := range visits {
		names[i] = cmp.Or(v.Name, "plain") + " × " + frame.Number(v.Times)
	}
	return strings.Join(names, "; ")
}
