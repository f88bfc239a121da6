//go:build linux && cgo && verbs

package verbs

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// What siw does not flush takes as much room in the queue as what it does.
func TestCanceledRequestsOverrun(t *testing.T) {
	a := &adapter{device: &device{siw: true}}
	c := &completionQueue{capacity: 4}
	c.adapter = a
	c.requests.Init(&async.File{})
	q := &queuePair{receives: newRing(8)}
	q.adapter = a
	for range 4 {
		q.receives.push(slot{kind: nd2.RequestReceive})
	}
	c.cancelAll(q, q.receives)
	if len(c.queued) != 4 || c.failure != nd2.Success {
		t.Fatalf("%d results and %v, want 4 that fit", len(c.queued), c.failure)
	}
	q.receives.push(slot{kind: nd2.RequestReceive})
	c.cancelAll(q, q.receives)
	if len(c.queued) != 4 || c.failure != nd2.BufferOverflow {
		t.Errorf("%d results and %v, want an overrun of 4", len(c.queued), c.failure)
	}
}
