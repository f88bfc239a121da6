package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A ticket is a request on its way. Its number goes to the engine as the request's
// context, so that its result can be told from every other.
type ticket struct{ call }

// An outcome is a result with the request and the queue pair that it is of.
type outcome struct {
	nd2.Result
	of *ticket
	on *queuePair
}

// tickets are those of requests whose results have not come. A silent request's may
// stay for ever.
type tickets struct {
	mu     sync.Mutex
	last   uintptr
	issued map[uintptr]*ticket
	pairs  map[uintptr]*queuePair
}

// post is do for a call that posts a request.
func (o *object) post(c *call, next func(c *call, ticket uintptr) nd2.Status) nd2.Status {
	return o.do(c, func(c *call) nd2.Status {
		t := &ticket{call: *c}
		t.sge = slices.Clone(c.sge)
		number := o.world.tickets.issue(t)
		s := next(c, number)
		if s != nd2.Success {
			o.world.tickets.redeem(number)
		}
		return s
	})
}

func (l *tickets) issue(t *ticket) uintptr {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	l.issued[l.last] = t
	return l.last
}

func (l *tickets) redeem(number uintptr) *ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.issued[number]
	delete(l.issued, number)
	return t
}

// enter gives a new queue pair's number, by which the engine's results name it.
func (l *tickets) enter(q *queuePair) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	q.id = l.last
	l.pairs[q.id] = q
}

func (l *tickets) leave(q *queuePair) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pairs, q.id)
}

// outcome gives a result of the engine as the client's.
func (l *tickets) outcome(r nd2.Result) outcome {
	o := outcome{Result: r, of: l.redeem(r.RequestContext)}
	l.mu.Lock()
	o.on = l.pairs[r.QueuePairContext]
	l.mu.Unlock()
	if o.on != nil {
		o.QueuePairContext = o.on.context
	}
	if o.of != nil {
		o.RequestContext, o.RequestType = o.of.context, o.of.request
	}
	return o
}
