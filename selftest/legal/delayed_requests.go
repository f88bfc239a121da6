package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// openRequests are requests that the engine has ended, and the client is notified of later.
type openRequests struct {
	timers
	mu     sync.Mutex
	closed sync.Cond
	all    map[*calls.ProxyOverlapped]struct{}
}

func newOpenRequests() *openRequests {
	r := &openRequests{all: map[*calls.ProxyOverlapped]struct{}{}}
	r.closed.L = &r.mu
	return r
}

func (r *openRequests) add(s *calls.ProxyOverlapped) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[s] = struct{}{}
}

// drop removes a request. It notifies first, so that the client may reuse the OVERLAPPED at once.
func (r *openRequests) drop(s *calls.ProxyOverlapped, notify func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	notify()
	delete(r.all, s)
	r.closed.Broadcast()
}

// open reports whether a request is open; with wait, it waits until it is not.
func (r *openRequests) open(s *calls.ProxyOverlapped, wait bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		_, open := r.all[s]
		if !open || !wait {
			return open
		}
		r.closed.Wait()
	}
}

// unsetEvents are requests that have ended and whose events are not set.
type unsetEvents struct{ *openRequests }

func delayedEvents() calls.Hooks {
	u := unsetEvents{newOpenRequests()}
	return calls.Hooks{Call: u.call, Close: u.close}
}

func (u unsetEvents) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil:
	case c.Method == calls.EventSet:
		u.add(c.Proxy)
		u.after(packetDelay, func() { u.deliver(c) })
		return nd2.Success
	case c.Method == calls.GetOverlappedResult && c.Wait:
		status := c.Proceed()
		u.open(c.Proxy, true) // as a call that waits for the event
		return status
	}
	return c.Proceed()
}

func (u unsetEvents) deliver(c *calls.Call) {
	c.Proceed()
	u.drop(c.Proxy, func() {})
}

const packetDelay = time.Millisecond

// packetQueue has packets on their way to completion ports.
type packetQueue struct {
	timers
	newestFirst bool
	delay       time.Duration

	mu     sync.Mutex
	posted []*calls.Call // oldest first
}

// delayedPackets delays packets; of several, the oldest or the newest is delivered first.
func delayedPackets(newestFirst bool) func() calls.Hooks {
	return func() calls.Hooks {
		q := &packetQueue{newestFirst: newestFirst, delay: packetDelay}
		return calls.Hooks{Call: calls.At(calls.PortPost, q.post), Close: q.close}
	}
}

// delayedCancels has the events and packets of canceled requests come later, those of the newest request first.
func delayedCancels() calls.Hooks {
	const late = 10 * time.Millisecond
	q := &packetQueue{newestFirst: true, delay: late}
	return calls.Hooks{Close: q.close, Call: func(c *calls.Call) nd2.Status {
		if (c.Method == calls.EventSet || c.Method == calls.PortPost) && c.Proxy.Status() == nd2.Canceled {
			return q.post(c)
		}
		return c.Proceed()
	}}
}

func (q *packetQueue) post(c *calls.Call) nd2.Status {
	q.mu.Lock()
	q.posted = append(q.posted, c)
	q.mu.Unlock()
	q.after(q.delay, q.deliver)
	return nd2.Success
}

// deliver delivers one packet. It is called once for each.
func (q *packetQueue) deliver() {
	q.mu.Lock()
	defer q.mu.Unlock()
	next := 0
	if q.newestFirst {
		next = len(q.posted) - 1
	}
	c := q.posted[next]
	q.posted = append(q.posted[:next], q.posted[next+1:]...)
	c.Proceed()
}
