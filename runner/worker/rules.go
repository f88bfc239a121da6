package worker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner/journal"
)

// RulesOf returns the rules that a spec claims. An id that the catalogue does not know
// counts as a MUST.
func RulesOf(one journal.Spec) (rules []requirement.Entry) {
	for _, id := range one.Requirements {
		e, ok := requirement.Lookup(id)
		if !ok {
			e = requirement.Entry{ID: id, Level: requirement.Must}
		}
		rules = append(rules, e)
	}
	return rules
}

// mayFail reports whether a failure of a spec breaks nothing that binds.
func mayFail(rules []requirement.Entry, strict bool) bool {
	return !slices.ContainsFunc(rules, func(e requirement.Entry) bool { return e.Binds(strict) })
}

// MayCrash reports whether a spec only makes calls on which a provider may crash, or that
// are new in this release.
func MayCrash(rules []requirement.Entry, strict bool) bool {
	return len(rules) > 0 && !slices.ContainsFunc(rules, func(e requirement.Entry) bool {
		return !e.MayCrash && (strict || !e.Provisional)
	})
}

// lower makes a warning of a failure that breaks nothing that binds, and of a crash that
// is allowed.
func lower(s *reports.Spec, rules []requirement.Entry, strict bool) {
	if s.Verdict == reports.Fail && mayFail(rules, strict) || s.Verdict == reports.Error && MayCrash(rules, strict) {
		s.Verdict = reports.Warn
		OnlyWarns(s, rules)
	}
}

// OnlyWarns adds to a spec that is warned of, and would have failed otherwise, which
// rules are provisional.
func OnlyWarns(s *reports.Spec, rules []requirement.Entry) {
	for _, e := range rules {
		if e.Provisional {
			says := fmt.Sprintf("provisional: %s is new in %s, and fails from the next release on", e.ID,
				e.Introduced())
			s.Findings = append(s.Findings, finding.Finding{Says: says})
			s.Message = strings.TrimPrefix(s.Message+"\n"+says, "\n")
		}
	}
}
