package calls

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A PostedRequest is a request in progress, with the call that posted it. The provider gets a number of the
// layer's as its context; the number finds the request of a result.
type PostedRequest struct{ Call }

// An Outcome is a result on its way to the client.
type Outcome struct {
	nd2.Result
	// Of is the request, and On its queue pair; nil if the provider names none.
	Of *PostedRequest
	On *QueuePair
}

// postedRequests are the requests without results, by number. A silent request stays until a later request of
// its queue pair has a result.
type postedRequests struct {
	mu       sync.Mutex
	last     uintptr
	byNumber map[uintptr]*PostedRequest
	// numbers are the numbers of each queue pair's and shared receive queue's requests.
	numbers map[*Object]map[uintptr]bool
	// silent are the numbers of silent requests by queue pair, oldest first.
	silent map[*Object][]uintptr
	pairs  map[uintptr]*QueuePair
	// byResult are the numbers of ND v1's requests.
	byResult map[*nd1.Result]uintptr
}

func newPostedRequests() postedRequests {
	return postedRequests{
		byNumber: map[uintptr]*PostedRequest{}, numbers: map[*Object]map[uintptr]bool{},
		silent: map[*Object][]uintptr{}, pairs: map[uintptr]*QueuePair{},
		byResult: map[*nd1.Result]uintptr{},
	}
}

// post carries out a call that posts a request.
func (c *Call) post(next func(c *Call, id uintptr) nd2.Status) nd2.Status {
	if c.layer.transparent {
		return next(c, c.Context)
	}
	p := &PostedRequest{Call: *c}
	p.SGE = slices.Clone(c.SGE)
	number := c.layer.postedRequests.add(p)
	s := next(c, number)
	if s != nd2.Success {
		c.layer.postedRequests.take(number)
	}
	return s
}

func (l *postedRequests) add(p *PostedRequest) uintptr {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	l.byNumber[l.last] = p
	if r := p.result(); r != nil {
		l.drop(l.byResult[r]) // whose result it was has ended
		l.byResult[r] = l.last
	}
	if l.numbers[p.Object] == nil {
		l.numbers[p.Object] = map[uintptr]bool{}
	}
	l.numbers[p.Object][l.last] = true
	if p.Flags&nd2.SilentSuccess != 0 {
		l.silent[p.Object] = append(l.silent[p.Object], l.last)
	}
	return l.last
}

func (l *postedRequests) take(number uintptr) *PostedRequest {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.drop(number)
}

// drop drops a request and returns it, or nil. The caller holds the lock.
func (l *postedRequests) drop(number uintptr) *PostedRequest {
	p := l.byNumber[number]
	if p != nil {
		delete(l.byNumber, number)
		delete(l.byResult, p.result())
		delete(l.numbers[p.Object], number)
		if len(l.numbers[p.Object]) == 0 {
			delete(l.numbers, p.Object)
		}
	}
	return p
}

// margin is how far a request's number may be behind that of a later request, since both may be posted at the
// same time.
const margin = 64

// pass drops the silent requests before a request of the same queue pair that has a result: initiator
// requests end in order, so the silent ones have succeeded.
func (l *postedRequests) pass(of *Object, number uintptr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.silent[of]
	for len(list) > 0 && list[0]+margin < number {
		l.drop(list[0])
		list = list[1:]
	}
	l.silent[of] = list
}

// enter numbers a new queue pair; the provider's results name it by the number.
func (l *postedRequests) enter(q *QueuePair) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	q.id = l.last
	l.pairs[q.id] = q
}

// leave drops a queue pair or a shared receive queue, with its remaining requests.
func (l *postedRequests) leave(o *Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q, ok := o.Self.(*QueuePair); ok {
		delete(l.pairs, q.id)
	}
	delete(l.silent, o)
	for number := range l.numbers[o] {
		l.drop(number)
	}
}

// end takes a request that has a result, or nil.
func (l *postedRequests) end(number uintptr) *PostedRequest {
	p := l.take(number)
	if p != nil && !p.receives() {
		l.pass(p.Object, number)
	}
	return p
}

// receives reports whether it is a Receive. ND v1's calls have no [Call.Request].
func (p *PostedRequest) receives() bool {
	if p.ND1 != nil {
		return p.Method == ND1Receive
	}
	return p.Request == nd2.RequestReceive
}

// outcome translates a provider's result for the client.
func (l *postedRequests) outcome(r nd2.Result) Outcome {
	o := Outcome{Result: r, Of: l.end(r.RequestContext)}
	l.mu.Lock()
	o.On = l.pairs[r.QueuePairContext]
	l.mu.Unlock()
	if o.On != nil {
		o.QueuePairContext = o.On.Context
	}
	if o.Of != nil {
		o.RequestContext, o.RequestType = o.Of.Context, o.Of.Request
	}
	return o
}

// Succeeded reports whether the result is a successful request's, of a type.
func (o *Outcome) Succeeded(t nd2.RequestType) bool {
	return o.Of != nil && o.RequestType == t && o.Status == nd2.Success
}

// Silent reports whether the request has ND_OP_FLAG_SILENT_SUCCESS.
func (o *Outcome) Silent() bool { return o.Of != nil && o.Of.Flags&nd2.SilentSuccess != 0 }

// FromSRQ reports whether it is the result of a Receive from a shared receive queue.
func (o *Outcome) FromSRQ() bool { return o.Of != nil && o.Of.Method == SRQReceive }

// Unfinished reports whether the queue pair has a request of the call's type without a result.
func (c *Call) Unfinished() bool {
	q := c.OnQP()
	q.InitiatorCQ.Queued(nil)
	c.layer.postedRequests.mu.Lock()
	defer c.layer.postedRequests.mu.Unlock()
	for number := range c.layer.postedRequests.numbers[c.Object] {
		p := c.layer.postedRequests.byNumber[number]
		if p.Request == c.Request && p.Flags&nd2.SilentSuccess == 0 {
			return true
		}
	}
	return false
}

// PostIdle posts a request without effect instead of the call's. The client takes its result for the call's.
func (c *Call) PostIdle() nd2.Status {
	number := c.layer.postedRequests.add(&PostedRequest{Call: *c})
	s := c.OnQP().Inner.Write(number, nil, 0, 0, c.Flags&(nd2.SilentSuccess|nd2.ReadFence))
	if s != nd2.Success {
		c.layer.postedRequests.take(number)
	}
	return s
}
