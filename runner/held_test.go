package runner

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestHeldOnce shows that a result is put off once, and not at all if the spec ends its process: no
// later result may be better.
func TestHeldOnce(t *testing.T) {
	var r rerun
	excused := reports.Spec{ID: "a", Verdict: reports.Unobservable, Message: "f returned x, " + finding.Excused}
	plan := []Spec{{ID: "a"}}
	if !r.holds(excused) || len(r.next(plan)) != 1 || r.holds(excused) {
		t.Error("it is not put off once")
	}
	r = rerun{}
	if !r.holds(excused) || r.holds(reports.Spec{ID: "a", Verdict: reports.Error}) || len(r.next(plan)) != 0 {
		t.Error("a spec that has ended its process is run again")
	}
	if r.holds(reports.Spec{ID: "b", Verdict: reports.Unobservable, Message: "no fault"}) {
		t.Error("what no lack explains is put off")
	}
}
