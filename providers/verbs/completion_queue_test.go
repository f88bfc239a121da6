//go:build linux && cgo && verbs

package verbs

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
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

// siw's code for memory that is not registered is also that for a connection that has ended.
func TestStatusOfWhatSIWCannotProcess(t *testing.T) {
	q := &queuePair{}
	q.adapter = &adapter{device: &device{siw: true}}
	for unregistered, want := range map[bool]nd2.Status{true: nd2.AccessViolation, false: nd2.Canceled} {
		s := &slot{kind: nd2.RequestWrite, status: ib.WCLocalQPOperation, unregistered: unregistered}
		if got := q.statusOf(s); got != want {
			t.Errorf("unregistered %v: %v, want %v", unregistered, got, want)
		}
	}
}
