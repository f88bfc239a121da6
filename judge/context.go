package judge

import "github.com/ndconform/ndconform/nd2"

// A label is what a request is told by in a result: the context that the provider has, and the queue that the request
// is in.
type label struct {
	context uintptr
	in      *line
}

// A place is what a queue pair is told by in a result: the context that the provider has, and the completion queue, for
// results of Receives or for others.
type place struct {
	context  uintptr
	queue    *object
	receives bool
}

// KeepValues has the provider given the program's own values as long as the checker can still tell results and
// notifications apart: a context unless a request in the same queue has it that has not ended, the same OVERLAPPED or
// event as soon as the request before was notified. It is called before the first call.
func (k *Checker) KeepValues() { k.keeps = true }

// scatter spreads numbers over all bits, so that contexts that are cut off or mixed up are noticed.
const scatter = 0x9E3779B97F4A7C15

// context returns what the provider is given in place of the program's context: that, or a number that is not taken.
func (k *Checker) context(program uintptr, taken func(uintptr) bool) uintptr {
	if k.keeps && !taken(program) {
		return program
	}
	for {
		k.last++
		if n := uintptr(k.last * scatter); !taken(n) {
			return n
		}
	}
}

// back has the next one given the number that was given last, since what has it was refused: whoever tries again asks
// for the same.
func (k *Checker) back(number uintptr) {
	if k.keeps && k.last > 0 && number == uintptr(k.last*scatter) {
		k.last--
	}
}

// places are the two that a queue pair is known by.
func (q *queuePair) places() [2]place {
	return [2]place{{q.number, q.initiatorQueue, false}, {q.number, q.receiveQueue, true}}
}

// seat has a queue pair known by its places.
func (k *Checker) seat(o *object) {
	for _, at := range o.pair.places() {
		k.pairs[at] = o
	}
}

// unseat forgets the places of a queue pair that no other has taken.
func (k *Checker) unseat(o *object) {
	for _, at := range o.pair.places() {
		if k.pairs[at] == o {
			delete(k.pairs, at)
		}
	}
}

// taken reports whether results may come of another queue pair that would be taken for results of this one.
func (k *Checker) taken(q *queuePair) bool {
	for _, at := range q.places() {
		if o := k.pairs[at]; o != nil && (!o.gone || o.pair.mayHaveResults()) {
			return true
		}
	}
	return false
}

// mayHaveResults reports whether results may still come of the queue pair, once it is gone.
func (q *queuePair) mayHaveResults() bool {
	shares := q.shared != nil && q.shared.shared != nil
	return len(q.initiator.all())+len(q.receives.all()) > 0 ||
		shares && (q.shared.shared.crowded || len(q.shared.shared.receives.all()) > 0)
}

// pairOf is the queue pair whose context a result has, nil if there is none: if need be, one of another queue.
func (s *step) pairOf(r *nd2.Result) (found *object) {
	at := place{r.QueuePairContext, s.o, r.RequestType == nd2.RequestReceive}
	if o := s.k.pairs[at]; o != nil {
		return o
	}
	for other, o := range s.k.pairs {
		if other.context == at.context && (found == nil || o.born > found.born) {
			found = o
		}
	}
	return found
}

// requestOf is the request whose context a result has, nil if there is none: if need be, one in another queue.
func (s *step) requestOf(r *nd2.Result) (found *request) {
	if s.on != nil {
		if of := s.k.requests[label{r.RequestContext, s.on.pair.line(r.RequestType)}]; of != nil {
			return of
		}
	}
	for at, of := range s.k.requests {
		if at.context == r.RequestContext && (found == nil || of.started > found.started) {
			found = of
		}
	}
	return found
}

// line is the queue that a queue pair takes requests of a type from.
func (q *queuePair) line(of nd2.RequestType) *line {
	switch {
	case of != nd2.RequestReceive:
		return &q.initiator
	case q.shared != nil && q.shared.shared != nil:
		return &q.shared.shared.receives
	}
	return &q.receives
}
