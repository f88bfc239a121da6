package gosource

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/recorded"
)

// A request is one that was posted.
type request struct {
	recorded.Call
	kind nd2.RequestType
	on   *pair
	// seed is of the bytes that it carries.
	seed int
	// ended says that its result has come, or, of a silent one, must be over.
	ended bool
}

func (r *request) silent() bool { return r.Flags&nd2.SilentSuccess != 0 }

// A pair is a queue pair, and queue what shares the order of Receives: a queue pair, or a
// shared receive queue.
type pair struct {
	recorded.Call // that created it
	name          string
	peer          *pair
	initiated     []*request
	receives      *queue
	// messages are the Sends that its peer's Receives take, taken of them the Receives.
	messages []*request
	taken    []*request
	// over says that the connection has been ended from either end.
	over bool
}

type queue struct {
	waiting []*request
	shared  bool
}

// expected is what the next result must be that a queue pair has one of, by what it seems to
// be: the oldest request that is to have a result. A silent one before it is over.
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

// take takes the oldest Receive, or, of a shared queue, whose order is among its messages
// only, the one that the result names.
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

// due is how many Receives must end that have not: one for each message.
func (p *pair) due() int {
	if p.receives.shared {
		return 0
	}
	return min(len(p.messages)-len(p.taken), len(p.receives.waiting))
}
