package html

import (
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// A waiverView is a waiver as it is shown on the page.
type waiverView struct {
	ID, Provider, Reason, Link, Expires, Problem string
	Waived, Matched                              int
}

func waiversOf(run *reports.Run) []waiverView {
	var list []waiverView
	for _, w := range run.Waivers {
		provider := w.Provider
		if w.Version != "" {
			provider += " " + w.Version
		}
		list = append(list, waiverView{
			ID: printable.Short(w.ID, 200), Provider: printable.Short(provider, 200), Reason: printable.Short(w.Reason, 1000),
			Link:    printable.Short(w.Link, 1000),
			Expires: printable.Short(w.Expires, 40), Problem: printable.Short(w.Problem(run.Filtered()), 1000),
			Waived: len(w.Waived), Matched: w.Matched,
		})
	}
	return list
}
