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
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

// TestSendUpdates shows that a worker which has begun is told where specs of others have timed out.
func TestSendUpdates(t *testing.T) {
	s := supervisorOf(t, journal.Header{Plan: []Spec{{ID: "a", Requirements: []string{"a"}}}},
		Lab{Worker: []string{"worker"}})
	in, input := io.Pipe()
	defer in.Close()
	heard := json.NewDecoder(in)
	ctx, end := context.WithCancel(t.Context())
	var updating sync.WaitGroup
	defer updating.Wait()
	defer end()
	next := func() (worker.Control, <-chan struct{}) { return s.controlFor(2) }
	_, more := next()
	updating.Go(func() { controller{next: next}.sendUpdates(ctx, input, more) })
	for n := range 3 {
		show(s, "none", spec.Progress{})
		show(s, fmt.Sprint(n), spec.Progress{TimedOut: []string{"here"}})
		var known worker.Control
		if err := heard.Decode(&known); err != nil || known.Points["here"].TimedOut != n+1 {
			t.Errorf("%+v is known after %d, %v", known, n+1, err)
		}
	}
}

// show makes a spec fail, and show something of wait points.
func show(s *supervisor, id string, f spec.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visit(&reports.Spec{ID: id, Verdict: reports.Fail}, f)
}
