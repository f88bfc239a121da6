package worker

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestBreached shows what a breach that the judge has seen makes of a spec's verdict, and that what the spec has found
// itself is said once.
func TestBreached(t *testing.T) {
	const rule, other = "qp.send.nd-success", "qp.receive.nd-success"
	breach := finding.Finding{
		Rule: finding.Rule{ID: rule}, Says: "qp1: Send", Method: "IND2QueuePair::Send", Judged: true,
	}
	for name, c := range map[string]struct {
		spec reports.Spec
		want reports.Verdict
		told int
	}{
		"passed":       {reports.Spec{Verdict: reports.Pass}, reports.Fail, 1},
		"unobservable": {reports.Spec{Verdict: reports.Unobservable}, reports.Fail, 1},
		"warned":       {reports.Spec{Verdict: reports.Warn}, reports.Fail, 1},
		"error":        {reports.Spec{Verdict: reports.Error}, reports.Error, 1},
		"not run":      {reports.Spec{Verdict: reports.NotRun}, reports.NotRun, 0},
		"its rule": {
			reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{Rule: finding.Rule{ID: rule}}}},
			reports.Fail, 1,
		},
		"its claim": {
			reports.Spec{Verdict: reports.Fail, Requirements: []string{rule}, Findings: []finding.Finding{{Seen: "0"}}},
			reports.Fail, 1,
		},
		"its method": {
			reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{
				Method: "IND2QueuePair::Send", Does: "returns ND_CANCELED",
			}}},
			reports.Fail, 1,
		},
		"perhaps its method": {
			reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{Method: "IND2QueuePair::Send"}}},
			reports.Fail, 2,
		},
		"a warning of its method": {
			reports.Spec{Verdict: reports.Warn, Findings: []finding.Finding{{Method: "IND2QueuePair::Send"}}},
			reports.Fail, 2,
		},
		"another rule": {
			reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{Rule: finding.Rule{ID: other}}}},
			reports.Fail, 2,
		},
	} {
		breached(&c.spec, []finding.Finding{breach, breach}, false)
		if c.spec.Verdict != c.want || len(c.spec.Findings) != c.told {
			t.Errorf("%s: %s with %d findings, want %s with %d", name, c.spec.Verdict, len(c.spec.Findings), c.want, c.told)
		}
	}
}

// TestWhatFailsComesFirst shows that a breach of a MUST comes before what the spec has found, and one of a SHOULD behind.
func TestWhatFailsComesFirst(t *testing.T) {
	for rule, first := range map[string]bool{
		"qp.send.nd-success": true, "adapter.createcompletionqueue.affinity-honored": false,
	} {
		s := reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{Seen: "0", Method: "IND2Adapter::Query"}}}
		breached(&s, []finding.Finding{{Rule: finding.Rule{ID: rule}, Judged: true}}, false)
		if len(s.Findings) != 2 || s.Findings[0].Judged != first {
			t.Errorf("%s: %+v", rule, s.Findings)
		}
	}
	at := func(seconds float64) []finding.Call { return []finding.Call{{At: seconds}} }
	for seconds, first := range map[float64]bool{0.5: true, 1: true, 2: false} {
		s := reports.Spec{Verdict: reports.Fail, Findings: []finding.Finding{{Seen: "0", Calls: at(1)}}}
		breach := finding.Finding{Rule: finding.Rule{ID: "qp.send.nd-success"}, Judged: true, Calls: at(seconds)}
		if breached(&s, []finding.Finding{breach}, false); s.Findings[0].Judged != first {
			t.Errorf("at %v s, beside a finding at 1 s: %+v", seconds, s.Findings)
		}
	}
}
