package ndclient

import (
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// Reaches reports whether a connection request from one end arrives at the other within a time
// limit. It is rejected there.
func Reaches(from, to End, limit time.Duration) (arrives bool) {
	defer func() {
		if recover() != nil { // a method that panics; its user will see
			arrives = false
		}
	}()
	t := &trial{waited: timeout.New(limit)}
	defer t.end()
	here, there := t.open(from), t.open(to)
	listener := made[nd2.Listener](t, there.Listener())
	pair := made[nd2.QueuePair](t, here.QueuePair(Pair1(made[nd2.CompletionQueue](t, here.CompletionQueue(1)))))
	active, passive := made[nd2.Connector](t, here.Connector()), made[nd2.Connector](t, there.Connector())
	if t.failed {
		return false
	}
	address, f := to.Listen(listener)
	if f != nil || active.Bind(from.Sockaddr()) != nd2.Success {
		return false
	}
	get := Start(listener, func(o *nd2.Overlapped) nd2.Status { return listener.GetConnectionRequest(passive, o) })
	connect := Start(active, func(o *nd2.Overlapped) nd2.Status { return active.Connect(pair, address, 0, 0, nil, o) })
	defer t.cancel(connect, get)
	t.awaitEither(get, connect)
	if get.Final() != nd2.Success {
		return false
	}
	passive.Reject(nil)
	return true
}

// A trial has the objects for trying whether a request arrives.
type trial struct {
	// waited is the time limit for all waits.
	waited *timeout.Timeout
	failed bool
	undo   []func()
}

func (t *trial) open(e End) *Adapter {
	if t.failed {
		return nil
	}
	a, f := e.Open(nil)
	t.failed = f != nil
	t.undo = append(t.undo, a.Close)
	return &a
}

// made creates an object, released at the end, unless something has failed before.
func made[T nd2.Unknown](t *trial, c Creation) (object T) {
	if t.failed {
		return object
	}
	object, f := Create[T](c)
	t.failed = f != nil
	if f == nil {
		t.undo = append(t.undo, func() { object.Release() })
	}
	return object
}

// awaitEither waits until one of two requests has ended, whatever its event says.
func (t *trial) awaitEither(a, b *Request) {
	tick := time.NewTicker(t.waited.Period())
	defer tick.Stop()
	for over := t.waited.Over(); a.Ask() == nd2.Pending && b.Ask() == nd2.Pending && !over; {
		select {
		case <-a.Event.Signaled():
		case <-b.Event.Signaled():
		case <-tick.C:
			over = t.waited.Over()
		}
	}
}

// cancel ends requests, so that nothing writes to their OVERLAPPEDs later.
func (t *trial) cancel(requests ...*Request) {
	for _, r := range requests {
		r.object.CancelOverlappedRequests()
		t.awaitEither(r, r)
	}
}

// end releases the created objects, the latest first.
func (t *trial) end() {
	for i := range t.undo {
		t.undo[len(t.undo)-1-i]()
	}
}
