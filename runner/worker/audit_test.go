package worker

import (
	"testing"

	"github.com/onsi/ginkgo/v2/types"

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
		var w audit
		w.begin()
		w.enter()
		w.failed("expected 1 result; seen none")
		if got := w.tampering(types.SpecReport{State: types.SpecStateSkipped}, &c.s); (got != "") != c.want {
			t.Errorf("%+v: %q", c.s, got)
		}
	}
}
