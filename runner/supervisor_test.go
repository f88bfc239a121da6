package runner

import (
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

// TestTake shows how many specs each worker is given, if all lanes are as quick.
func TestTake(t *testing.T) {
	for _, c := range []struct {
		specs, procs int
		want         []int
	}{
		{100, 1, []int{100}},
		{100, 2, []int{38, 38, 13, 11}},
		{100, 4, []int{19, 19, 19, 19, 7, 7, 7, 3}},
		{3, 2, []int{1, 1, 1}},
		{1, 4, []int{1}},
	} {
		h := journal.Header{Seed: 1}
		for i := range c.specs {
			id := fmt.Sprintf("spec.%03d", i)
			h.Plan = append(h.Plan, Spec{ID: id, Requirements: []string{id}})
		}
		j, err := journal.New(io.Discard, h)
		if err != nil {
			t.Fatal(err)
		}
		s := newSupervisor(j, Lab{Worker: []string{"worker"}, Procs: c.procs})
		var got []int
		for specs := s.take(2); len(specs) > 0; specs = s.take(2) {
			got = append(got, len(specs))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d specs, %d workers: %v, want %v", c.specs, c.procs, got, c.want)
		}
	}
}

// TestSettleUnended shows that a spec which its worker leaves without a result, and
// says nothing of, is an error and not left to the next worker for ever.
func TestSettleUnended(t *testing.T) {
	one := Spec{ID: "one", Requirements: []string{"one"}}
	j, err := journal.New(io.Discard, journal.Header{Plan: []Spec{one}})
	if err != nil {
		t.Fatal(err)
	}
	s := newSupervisor(j, Lab{Worker: []string{"worker"}})
	specs := s.take(2)
	p := newProcess([]string{"one"}, func(e event) { s.heard(1, e) })
	p.take(event{Kind: opened, Target: &journal.Target{}})
	p.take(event{Kind: started, Text: "one"})
	p.take(event{Kind: done})
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
