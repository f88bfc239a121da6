package compare

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestLacks shows that a provider which runs out of resources is no regression if it did before,
// whichever specs meet that, and that one which begins to is.
func TestLacks(t *testing.T) {
	const method = "IND2Adapter::CreateQueuePair"
	lacking := func(a, b reports.Verdict, lacks string) *reports.Run {
		r := run(1, map[string]reports.Verdict{"a": a, "b": b})
		for i, s := range r.Specs {
			if s.Verdict != reports.Pass {
				r.Specs[i].Lacks = lacks
			}
			if s.Verdict == reports.Unobservable {
				r.Specs[i].Message = method + " returned ND_INSUFFICIENT_RESOURCES, " + finding.Excused
			}
		}
		return r
	}
	fail, pass, unseen := reports.Fail, reports.Pass, reports.Unobservable
	for name, c := range map[string]struct {
		was, is   *reports.Run
		regressed bool
	}{
		"another spec":                   {lacking(fail, pass, method), lacking(pass, fail, method), false},
		"another spec, unobservable":     {lacking(fail, pass, method), lacking(pass, unseen, method), false},
		"a lack that was excused before": {lacking(unseen, pass, method), lacking(pass, fail, method), false},
		"another method": {
			lacking(fail, pass, method), lacking(fail, fail, "IND2Adapter::CreateListener"),
			true,
		},
		"no lack before": {lacking(fail, pass, ""), lacking(fail, fail, method), true},
		"no lack now":    {lacking(fail, pass, method), lacking(pass, fail, ""), true},
	} {
		got, err := Compare(Side{Name: "old", Runs: []*reports.Run{c.was}}, Side{Name: "new", Runs: []*reports.Run{c.is}})
		if err != nil || got.Regressed() != c.regressed {
			t.Errorf("%s: regressed: %v, %v, %v", name, got.Regressed(), got.Changes, err)
		}
	}
}

// TestOwed shows that a method which does not give what it owes is no regression if it did not before,
// whichever specs meet that, unless many more do.
func TestOwed(t *testing.T) {
	const method = "IND2Listener::GetConnectionRequest"
	owing := func(does string, broken ...string) *reports.Run {
		verdicts := map[string]reports.Verdict{}
		for _, id := range []string{"a", "b", "c", "d"} {
			verdicts[id] = reports.Pass
		}
		for _, id := range broken {
			verdicts[id] = reports.Fail
		}
		r := run(1, verdicts)
		for i, s := range r.Specs {
			if s.Verdict == reports.Fail {
				r.Specs[i].Findings = []finding.Finding{{Method: method, Does: does}}
			}
		}
		return r
	}
	for name, c := range map[string]struct {
		was, is   *reports.Run
		regressed bool
	}{
		"another spec":        {owing(finding.NeverEnds, "a"), owing(finding.NeverEnds, "b"), false},
		"one more":            {owing(finding.NeverEnds, "a"), owing(finding.NeverEnds, "a", "b"), false},
		"many more":           {owing(finding.NeverEnds, "a"), owing(finding.NeverEnds, "a", "b", "c"), true},
		"something else":      {owing(finding.NeverEnds, "a"), owing(finding.NoReturn, "b"), true},
		"another kind before": {owing("returns ND_NOT_SUPPORTED", "a"), owing("returns ND_NOT_SUPPORTED", "b"), true},
	} {
		got, err := Compare(Side{Name: "old", Runs: []*reports.Run{c.was}}, Side{Name: "new", Runs: []*reports.Run{c.is}})
		if err != nil || got.Regressed() != c.regressed {
			t.Errorf("%s: regressed: %v, %v, %v", name, got.Regressed(), got.Changes, err)
		}
	}
}
