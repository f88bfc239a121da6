package worker

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// TestTakeControl shows that a worker takes what others have found to its next spec.
func TestTakeControl(t *testing.T) {
	control := make(chan Control, 1)
	w := newWorker(t.Context(), Batch{}, control, func(Event) {}, func() {})
	w.target = &spec.Target{}
	for n := range 3 {
		control <- Control{Points: map[string]spec.WaitPoint{"here": {TimedOut: n}}}
		w.takeControl()
		if got := w.known.Points["here"].TimedOut; got != n {
			t.Errorf("%d are known, want %d", got, n)
		}
		w.takeControl() // nothing new
	}
}

// TestWorkerLeavesTheRest shows that a worker ends when it is asked to leave its specs.
func TestWorkerLeavesTheRest(t *testing.T) {
	control := make(chan Control, 1)
	var said []EventKind
	left := false
	w := newWorker(t.Context(), Batch{}, control, func(e Event) { said = append(said, e.Kind) }, func() { left = true })
	w.target = &spec.Target{}
	control <- Control{Yield: true}
	w.takeControl()
	if !slices.Equal(said, []EventKind{Done}) || !left {
		t.Errorf("it says %v, and has left: %v", said, left)
	}
}

// TestFailedIn shows that only a spec that failed has a failed prerequisite, and that it is
// the innermost.
func TestFailedIn(t *testing.T) {
	in := spec.Progress{Failed: []spec.Prerequisite{spec.PrerequisiteConnection, spec.PrerequisiteRequest}}
	for verdict, want := range map[reports.Verdict]spec.Prerequisite{
		reports.Fail: spec.PrerequisiteRequest, reports.Error: spec.PrerequisiteRequest,
		reports.Pass: "", reports.Warn: "", reports.Unobservable: "", reports.Unsupported: "", reports.NotRun: "",
	} {
		if got := FailedIn(reports.Spec{Verdict: verdict}, in); got != want {
			t.Errorf("%s: %q, want %q", verdict, got, want)
		}
	}
}
