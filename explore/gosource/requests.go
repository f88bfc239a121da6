package gosource

import (
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// A request is a request that was posted.
type request struct {
	recorded.Call
	kind nd2.RequestType
	on   *pair
	// seed is that of the bytes that it carries.
	seed int
	// ended says that its result has come or, for a silent request, that it must be
	// over.
	ended bool
}

func (r *request) silent() bool { return r.Flags&nd2.SilentSuccess != 0 }

// A pair is a queue pair, and its queue is what gives Receives their order: the queue
// pair itself, or a shared receive queue.
type pair struct {
	recorded.Call // the call that created it
	name          string
	peer          *pair
	initiated     []*request
	receives      *queue
	// messages are the Sends that the peer's Receives take, and taken are those
	// Receives.
	messages []*request
	taken    []*request
	// over says that the connection has been ended from either end.
	over bool
}

type queue struct {
	waiting []*request
	shared  bool
}

// expected returns the request to which the next result of a queue pair must belong, given
// what the result says: the oldest request of that kind that has to have a result. Silent
// requests before it are over.
func (p *pair) expected(seen nd2.Result) *request {
	if seen.RequestType == nd2.RequestReceive {
		return p.receives.take(seen)
	}
	for len(p.initiated) > 0 {
		next := p.initiated[0]
		p.initiated = p.initiated[1:]
		next.ended = true
		if !next.silent() || uint64(seen.RequestContext) == next.Context {
			return next
		}
	}
	return nil
}

// take takes the oldest Receive or, from a shared queue, where only the messages of one
// queue pair are ordered, the Receive that the result names.
func (q *queue) take(seen nd2.Result) *request {
	i := 0
	if q.shared {
		i = max(0, slices.IndexFunc(q.waiting, func(r *request) bool { return r.Context == uint64(seen.RequestContext) }))
	}
	if len(q.waiting) == 0 {
		return nil
	}
	next := q.waiting[i]
	next.ended = true
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return next
}

// due returns how many more Receives must end: one for each message.
func (p *pair) due() int {
	if p.receives.shared {
		return 0
	}
	return min(len(p.messages)-len(p.taken), len(p.receives.waiting))
}
