package worker

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// TestAfterVisit shows that a time-out counts if the spec fails for it, or is left out.
func TestAfterVisit(t *testing.T) {
	f := spec.Progress{TimedOut: []string{"here"}}
	for _, c := range []struct {
		s    reports.Spec
		want int
	}{
		{reports.Spec{Verdict: reports.Fail}, 1},
		{reports.Spec{Verdict: reports.Error}, 1},
		{reports.Spec{Verdict: reports.NotRun, CauseSpec: "another"}, 1},
		{reports.Spec{Verdict: reports.Pass}, 0},
		{reports.Spec{Verdict: reports.Warn}, 0},
		{reports.Spec{Verdict: reports.Warn, Findings: []finding.Finding{{Says: "accepted"}}}, 0},
		// a SHOULD
		{reports.Spec{Verdict: reports.Warn, Findings: []finding.Finding{{Expected: "a packet", Seen: "none"}}}, 0},
		{reports.Spec{Verdict: reports.NotRun}, 0},
	} {
		if got := AfterVisit(nil, &c.s, f)["here"].TimedOut; got != c.want {
			t.Errorf("%s: %d, want %d", c.s.Verdict, got, c.want)
		}
	}
}

// TestTheFirstIsToBlame shows that a spec that was left out blames the cause of that.
func TestTheFirstIsToBlame(t *testing.T) {
	f := spec.Progress{TimedOut: []string{"here"}}
	s := reports.Spec{ID: "second", Verdict: reports.NotRun, CauseSpec: "first", CauseSays: "connecting fails"}
	if got, want := AfterVisit(nil, &s, f)["here"].Cause, (spec.Cause{
		Spec: "first",
		Says: "connecting fails",
	}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestMethodSpecsAreCounted shows that a spec about a method which owes something uses up the
// method's chances wherever it times out.
func TestMethodSpecsAreCounted(t *testing.T) {
	const send, receive = "the result of IND2QueuePair::Send", "the result of IND2QueuePair::Receive"
	points := map[string]spec.WaitPoint{send: {TimedOut: 1}}
	s := reports.Spec{ID: "qp.send.nd-success", Verdict: reports.Fail}
	got := AfterVisit(points, &s, spec.Progress{TimedOut: []string{receive}})
	if got[send].MethodSpecs != 1 || got[send].TimedOut != 1 || got[receive].MethodSpecs != 0 ||
		got[receive].TimedOut != 1 {
		t.Errorf("%+v", got)
	}
}
