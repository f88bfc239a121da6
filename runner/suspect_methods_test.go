package runner

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// TestOwnSpecsAreNext shows that the specs about a method whose requests did not end are run
// before all others, by a worker that is started for them.
func TestOwnSpecsAreNext(t *testing.T) {
	ids := []string{
		"connector.disconnect.nd-pending", "connector.disconnect.nd-success", "cq.notify.nd-pending",
		"qp.send.nd-success",
	}
	s := supervisorOf(t, headerOf(ids...), Lab{Worker: []string{"worker"}, Probes: suiteOfProbes()})
	s.probes.left = nil
	specs := s.take(t.Context(), 1)
	if b := s.order(specs); len(b.First) > 0 {
		t.Errorf("%v are next before anything was waited for", b.First)
	}
	timedOut := spec.Progress{TimedOut: []string{"the end of IND2Connector::Disconnect"}}
	s.over(1, reports.Spec{ID: "qp.send.nd-success", Requirements: []string{"qp.send.nd-success"}, Verdict: reports.Fail},
		timedOut)
	if known, _ := s.controlFor(1); !known.Yield {
		t.Fatal("the worker is not asked to leave its specs")
	}
	s.pending = slices.DeleteFunc(specs, func(one Spec) bool { return one.ID == "qp.send.nd-success" })
	b := s.order(s.take(t.Context(), 1))
	if want := ids[:2]; !slices.Equal(slices.Sorted(slices.Values(b.First)), want) || !slices.Contains(want, b.Specs[0]) {
		t.Errorf("%v are next of %v", b.First, b.Specs)
	}
	s.over(1, reports.Spec{ID: ids[0], Requirements: ids[:1], Verdict: reports.Fail}, timedOut)
	if known, _ := s.controlFor(1); known.Yield {
		t.Error("the worker is asked again")
	}
	if point := s.points[timedOut.TimedOut[0]]; point.MethodSpecs != 1 || point.Cause.Spec != ids[0] {
		t.Errorf("%+v", point)
	}
}
