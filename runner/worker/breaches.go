package worker

import (
	"math"
	"slices"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// breached adds what the judge has found to a spec, which fails by it, or warns if the rule does not bind. What the
// spec has found itself is not said twice, unless it was only a warning. What fails the spec comes before what the spec
// has found, unless it came later: when the spec cleaned up.
func breached(s *reports.Spec, breaches []finding.Finding, strict bool) {
	if s.Verdict == reports.NotRun {
		return
	}
	first, found := 0, lastCall(s.Findings)
	for _, f := range breaches {
		verdict := worse(s.Verdict, f.Rule.ID, strict)
		said := slices.ContainsFunc(s.Findings, func(own finding.Finding) bool { return says(own, f, s.Requirements) })
		if said && verdict == s.Verdict {
			continue
		}
		if e, _ := requirement.Lookup(f.Rule.ID); e.Binds(strict) && lastCall([]finding.Finding{f}) <= found {
			s.Findings = slices.Insert(s.Findings, first, f)
			first++
		} else {
			s.Findings = append(s.Findings, f)
		}
		s.Verdict = verdict
		s.Message = finding.Lines(s.Findings)
	}
}

// lastCall is when the last call before the first of findings began, in seconds; the end of time if it is not known.
func lastCall(list []finding.Finding) float64 {
	if len(list) == 0 || len(list[0].Calls) == 0 {
		return math.MaxFloat64
	}
	return list[0].Calls[len(list[0].Calls)-1].At
}

// says reports whether a spec's own finding says what a breach does: it has the breach's rule, or none while the spec
// claims that rule, or it blames the same method for something that is certainly its doing.
func says(own, breach finding.Finding, claimed []string) bool {
	switch {
	case own.Judged:
		return own.Rule.ID == breach.Rule.ID && own.Says == breach.Says
	case own.Rule.ID == breach.Rule.ID, own.Rule.ID == "" && slices.Contains(claimed, breach.Rule.ID):
		return true
	}
	return own.Method != "" && own.Method == breach.Method && own.Does != ""
}

// worse is the verdict of a spec, with a rule that is broken.
func worse(v reports.Verdict, rule string, strict bool) reports.Verdict {
	switch e, _ := requirement.Lookup(rule); {
	case v.Broken():
		return v
	case e.Binds(strict):
		return reports.Fail
	}
	return reports.Warn
}
