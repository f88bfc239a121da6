package reports

import (
	"math"
	"slices"
)

// CountCalls moves what specs that did not fail have called from them to the run's count.
func (r *Run) CountCalls() {
	r.Called = map[string]int{}
	for i := range r.Specs {
		s := &r.Specs[i]
		if s.Verdict.Known().Broken() {
			continue
		}
		for _, method := range s.touches() {
			r.Called[method]++
		}
		s.Called = nil
	}
}

// touches lists the methods that a spec has called, and the method that it tests. Of a spec whose process has ended the
// calls are not known: it touches what it tests and what it blames.
func (s *Spec) touches() []string {
	list := slices.Clone(s.Called)
	if len(list) == 0 && s.Verdict.Known() != Error {
		return nil
	}
	if len(list) == 0 && len(s.Findings) > 0 {
		list = append(list, s.Findings[0].Method)
	}
	list = append(list, at(s.ID))
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(method string) bool { return method == "" })
}

// explains says how much of a run's failures a cause explains: the score of the method at fault, weighed by the cause's
// share of the failed specs.
func (t tallies) explains(c Cause) float64 {
	return t.scores[c.Suspect] * math.Sqrt(float64(len(c.specs))/float64(max(1, t.broken)))
}

// scoresOf says of methods, and of the interfaces of rules, how well "a spec called it" goes with "it failed": Ochiai's
// coefficient, from 0 to 1. Source: Abreu, Zoeteweij, van Gemund, "On the Accuracy of Spectrum-based Fault
// Localization", 2007.
func scoresOf(run *Run) map[string]float64 {
	broken := brokenSpecs(run)
	failed := map[string]int{}
	for _, s := range broken {
		for _, method := range s.touches() {
			failed[method]++
		}
	}
	scores := map[string]float64{}
	for method, n := range failed {
		scores[method] = float64(n) / math.Sqrt(float64(len(broken))*float64(n+run.Called[method]))
	}
	return scores
}
