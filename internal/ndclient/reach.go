package ndclient

import (
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// Reaches reports whether a connection that one end asks for arrives at the other one within a
// time limit. It is rejected there.
func Reaches(from, to End, limit time.Duration) (arrives bool) {
	defer func() {
		if recover() != nil { // a method that panics; whoever uses it will see
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

// A trial is what it takes to try whether a connection arrives.
type trial struct {
	// waited is for all that is waited for.
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

// made creates an object, which is released in the end, unless something has failed before.
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

// awaitEither waits until one of two requests has ended, whether its event says so or not.
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

// cancel ends requests, so that nothing writes to their OVERLAPPEDs afterwards.
func (t *trial) cancel(requests ...*Request) {
	for _, r := range requests {
		r.object.CancelOverlappedRequests()
		t.awaitEither(r, r)
	}
}

// end releases what was created, the latest first.
func (t *trial) end() {
	for i := range t.undo {
		t.undo[len(t.undo)-1-i]()
	}
}
