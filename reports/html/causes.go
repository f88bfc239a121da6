package html

import (
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// A causeView is a cause as it is listed on the page.
type causeView struct {
	ID, Says, Prerequisite, NotRunSays, Unexpected string
	// Title is what the specs have in common, "" if that is only that they say alike.
	Title   string
	Verdict reports.Verdict
	Twice   bool
	// Count is how many specs found it. Others are the ids of all but the shown spec, as far as there is room.
	Count, NotRun int
	Others        []string
	More          int
	// Shown says that the page has the spec; it has not if the spec was not selected.
	Shown bool
}

const (
	causesMost = 30 // causes that the page lists
	othersMost = 6  // specs that it names of each
)

// causesShown returns the ids of the specs that show the first n causes.
func causesShown(run *reports.Run, n int) (ids []string) {
	causes := reports.CausesOf(run)
	for _, c := range causes[:min(n, len(causes))] {
		ids = append(ids, printable.Short(c.Spec, 200))
	}
	return ids
}

// causesOf lists the causes if that says more than the failures themselves, because
// some cause stands for several. left counts the causes that the page has no room for.
func causesOf(run *reports.Run) (list []causeView, left int) {
	causes := reports.CausesOf(run)
	telling := false
	for _, c := range causes[:min(len(causes), causesMost)] {
		telling = telling || len(c.Same)+c.NotRun > 0
		v := causeView{
			ID: printable.Short(c.Spec, 200), Title: c.Common, Says: c.Says, Prerequisite: c.Prerequisite, Verdict: c.Verdict,
			Count: 1 + len(c.Same), NotRun: c.NotRun, NotRunSays: c.NotRunSays, Unexpected: c.Unexpected, Twice: c.Twice,
		}
		for _, id := range c.Same[:min(len(c.Same), othersMost)] {
			v.Others = append(v.Others, printable.Short(id, 200))
		}
		v.More = len(c.Same) - len(v.Others)
		for _, s := range run.Specs {
			v.Shown = v.Shown || s.ID == c.Spec
		}
		list = append(list, v)
	}
	if !telling {
		return nil, 0
	}
	return list, len(causes) - len(list)
}
