package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// TestOthersAreTold shows that a worker which has begun is told what specs of others have
// waited for in vain.
func TestOthersAreTold(t *testing.T) {
	s := supervisorOf(t, journal.Header{Plan: []Spec{{ID: "a", Requirements: []string{"a"}}}}, Lab{Worker: []string{"worker"}})
	in, worker := io.Pipe()
	defer in.Close()
	heard := json.NewDecoder(in)
	ctx, end := context.WithCancel(t.Context())
	var telling sync.WaitGroup
	defer telling.Wait()
	defer end()
	knows := func() (clearance, <-chan struct{}) { return s.knows(2) }
	_, more := knows()
	telling.Go(func() { orders{knows: knows}.tellOn(ctx, worker, more) })
	for n := range 3 {
		show(s, "none", spec.Footing{})
		show(s, fmt.Sprint(n), spec.Footing{Missed: []string{"here"}})
		var known clearance
		if err := heard.Decode(&known); err != nil || known.Sites["here"].Missed != n+1 {
			t.Errorf("%+v is known after %d, %v", known, n+1, err)
		}
	}
}

// show has a spec fail, and show something of sites.
func show(s *supervisor, id string, f spec.Footing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visit(&reports.Spec{ID: id, Verdict: reports.Fail}, f)
}

// TestWorkerHearsOthers shows that a worker takes what others have found to its next spec.
func TestWorkerHearsOthers(t *testing.T) {
	cleared := make(chan clearance, 1)
	w := newWorker(t.Context(), batch{}, cleared, func(event) {}, func() {})
	w.target = &spec.Target{}
	for n := range 3 {
		cleared <- clearance{Sites: map[string]spec.Site{"here": {Missed: n}}}
		w.hearOthers()
		if got := w.known.Sites["here"].Missed; got != n {
			t.Errorf("%d are known, want %d", got, n)
		}
		w.hearOthers() // nothing new
	}
}
