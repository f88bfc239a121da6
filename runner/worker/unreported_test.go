package worker

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestFailureAfterTheEnd shows that a failure which Ginkgo does not report is held against a
// spec, but not where the suite itself has ended it: what its other goroutines find then
// follows from that.
func TestFailureAfterTheEnd(t *testing.T) {
	for _, c := range []struct {
		s    reports.Spec
		want bool
	}{
		{reports.Spec{Verdict: reports.Pass}, true},
		{reports.Spec{Verdict: reports.Unobservable}, true},
		{reports.Spec{Verdict: reports.NotRun}, true},
		{reports.Spec{Verdict: reports.NotRun, CauseSpec: "another"}, false},
	} {
		var f failures
		f.begin()
		f.add("expected 1 result; seen none")
		s := c.s
		if got := f.unreported(&s, 0); got != c.want || got != (s.Verdict == reports.Error) {
			t.Errorf("%+v: %v, %+v", c.s, got, s)
		}
	}
}
