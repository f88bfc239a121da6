package runner

import (
	"io"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// TestSettleUnended shows that a spec which its worker leaves without a result, and
// says nothing of, is an error and not left to the next worker for ever.
func TestSettleUnended(t *testing.T) {
	one := Spec{ID: "one", Requirements: []string{"one"}}
	j, err := journal.New(io.Discard, journal.Header{Plan: []Spec{one}})
	if err != nil {
		t.Fatal(err)
	}
	s := newSupervisor(j, Lab{Worker: []string{"worker"}})
	specs := s.take(t.Context(), 2)
	p := newProcess([]string{"one"}, func(e worker.Event) { s.onEvent(1, e) })
	p.take(worker.Event{Kind: worker.Opened, Target: &journal.Target{}})
	p.take(worker.Event{Kind: worker.Started, Text: "one"})
	p.take(worker.Event{Kind: worker.Done})
	if blocked := s.conclude(t.Context(), p, specs); blocked != nil {
		t.Error(blocked)
	}
	if len(s.pending) != 0 {
		t.Errorf("%v is left to the next worker", s.pending)
	}
	if r := j.Run(); len(r.Specs) != 1 || r.Specs[0].Verdict != reports.Error {
		t.Errorf("the run has %+v", r.Specs)
	}
}
