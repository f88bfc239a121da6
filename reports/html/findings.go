package html

import (
	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/text"
)

// A findingView is a finding as it is shown on the page.
type findingView struct {
	Says, Expected, Seen, Besides, Rule string
	Calls, Objects                      string
}

// findingsMost is how many findings of a spec are shown.
const findingsMost = 20

// findingsOf returns a spec's findings with at most share bytes of text: a quarter for
// what they say, a quarter for the calls, and less for the rest.
func findingsOf(s reports.Spec, share int) []findingView {
	all := s.Found()
	list := all[:min(len(all), findingsMost)]
	views := make([]findingView, len(list))
	for i, f := range list {
		views[i] = viewOfFinding(f, share/len(list))
		if !s.Unclaimed(f) {
			views[i].Rule = ""
		}
	}
	return views
}

func viewOfFinding(f finding.Finding, share int) findingView {
	parts := 0
	for _, text := range []string{f.Says, f.Expected, f.Seen, f.Besides} {
		if text != "" {
			parts++
		}
	}
	most := share / 4 / max(parts, 1)
	return findingView{
		Says: printable.Clip(f.Says, most), Expected: printable.Clip(f.Expected, most), Seen: printable.Clip(f.Seen, most),
		Besides: printable.Clip(f.Besides, most), Rule: printable.Short(text.Rule(f.Rule), min(1000, share/24)),
		Calls: printable.Clip(text.Calls(f.Calls), share/4), Objects: printable.Clip(text.Objects(f.Objects), share/8),
	}
}
