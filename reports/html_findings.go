package reports

import "github.com/ndconform/ndconform/finding"

// A findingView is a finding as it is shown on the page.
type findingView struct {
	Says, Expected, Seen, Besides, Rule string
	Calls, Objects                      string
}

// findingsMost is how many findings of a spec are shown.
const findingsMost = 20

// findingsOf returns a spec's findings with at most share bytes of text: a quarter for
// what they say, a quarter for the calls, and less for the rest.
func findingsOf(s Spec, share int) []findingView {
	all := s.found()
	list := all[:min(len(all), findingsMost)]
	views := make([]findingView, len(list))
	for i, f := range list {
		views[i] = viewOfFinding(f, share/len(list))
		if !s.unclaimed(f) {
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
		Says: Clip(f.Says, most), Expected: Clip(f.Expected, most), Seen: Clip(f.Seen, most), Besides: Clip(f.Besides, most), Rule: Short(ruleText(f.Rule), min(1000, share/24)),
		Calls: Clip(callsText(f.Calls), share/4), Objects: Clip(objectsText(f.Objects), share/8),
	}
}
