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
		"another spec":                {lacking(fail, pass, method), lacking(pass, fail, method), false},
		"another spec, unobservable":  {lacking(fail, pass, method), lacking(pass, unseen, method), false},
		"one that was excused before": {lacking(unseen, pass, method), lacking(pass, fail, method), false},
		"another method":              {lacking(fail, pass, method), lacking(fail, fail, "IND2Adapter::CreateListener"), true},
		"no lack before":              {lacking(fail, pass, ""), lacking(fail, fail, method), true},
		"no lack now":                 {lacking(fail, pass, method), lacking(pass, fail, ""), true},
	} {
		got, err := Compare(Side{Name: "old", Runs: []*reports.Run{c.was}}, Side{Name: "new", Runs: []*reports.Run{c.is}})
		if err != nil || got.Regressed() != c.regressed {
			t.Errorf("%s: regressed: %v, %v, %v", name, got.Regressed(), got.Changes, err)
		}
	}
}
