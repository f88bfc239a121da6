package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/wire"
)

const (
	// mostOver is how many requests that are over are kept for what may still come, such as their
	// packets, or for a client that uses them again.
	mostOver = 1 << 14
	// forgetAtATime is how many the far side is told to forget in one call.
	forgetAtATime = 1 << 10
)

// A numbered is what the far side knows by numbers.
type numbered[T any] struct {
	by      map[uint64]*T
	numbers map[*T]uint64
	// since says of what is over when that was, and over is all of it in this order. What has been
	// used again is there, too, or more than once; only the last time counts.
	since         map[uint64]uint64
	over          []uint64
	pushed, taken uint64
}

func newNumbered[T any]() numbered[T] {
	return numbered[T]{by: map[uint64]*T{}, numbers: map[*T]uint64{}, since: map[uint64]uint64{}}
}

// known returns the number of something that is used, the same one each time until it is forgotten. The
// lock is held.
func known[T any](s *session, all *numbered[T], it *T) uint64 {
	n := all.numbers[it]
	if n == 0 {
		s.last++
		n = s.last
		all.numbers[it], all.by[n] = n, it
	}
	delete(all.since, n)
	return n
}

// isOver notes that something is over. It returns the number of what is to be forgotten instead, or 0.
func (all *numbered[T]) isOver(n uint64) (forgotten uint64) {
	if all.by[n] == nil {
		return 0
	}
	all.pushed++
	all.since[n] = all.pushed
	all.over = append(all.over, n)
	if len(all.over) <= mostOver {
		return 0
	}
	all.taken++
	first := all.over[0]
	all.over = all.over[1:]
	if all.since[first] != all.taken {
		return 0
	}
	delete(all.since, first)
	delete(all.numbers, all.by[first])
	delete(all.by, first)
	return first
}

// request writes an OVERLAPPED, and notes that the object has it.
func (c *call) request(o *nd2.Overlapped) {
	if o == nil {
		wire.PutOverlapped(&c.Writer, wire.Overlapped{})
		return
	}
	c.mu.Lock()
	n := known(c.session, &c.requests, o)
	c.granted.request = n
	c.object.has = with(c.object.has, n)
	c.mu.Unlock()
	e, ok := o.Event.(interface{ WithoutPacket() bool })
	wire.PutOverlapped(&c.Writer, wire.Overlapped{
		ID: n, Event: o.Event != nil, WithoutPacket: ok && e.WithoutPacket(),
	})
}

// with adds a number to a set, which may be nil.
func with(set map[uint64]struct{}, n uint64) map[uint64]struct{} {
	if set == nil {
		set = map[uint64]struct{}{}
	}
	set[n] = struct{}{}
	return set
}

// returned notes what is over, by the status that a call has returned, of what the call was granted.
func (r *reply) returned(status uint32) {
	if r.granted == (granted{}) || nd2.Status(status) == nd2.Pending {
		return
	}
	r.mu.Lock()
	if n := r.granted.request; n != 0 {
		delete(r.object.has, n)
		r.forgets(r.requests.isOver(n))
	}
	if n := r.granted.result; n != 0 && nd2.Status(status) != nd2.Success {
		r.endResult(n)
	}
	r.endFunction(r.granted.function)
	r.mu.Unlock()
	r.tellForgotten()
}

// endAll notes that all requests and results that an object has are over, since it is gone. The lock is held.
func (o *object) endAll() {
	for n := range o.has {
		o.forgets(o.requests.isOver(n))
	}
	for n := range o.holds {
		o.endResult(n)
	}
	o.has = nil
}

// forgets notes what the far side has to forget, if it is not 0. The lock is held.
func (s *session) forgets(n uint64) {
	if n != 0 {
		s.forgotten = append(s.forgotten, n)
	}
}

// tellForgotten has the far side forget what this side has forgotten, if it is much.
func (s *session) tellForgotten() {
	s.mu.Lock()
	list := s.forgotten
	if len(list) < forgetAtATime {
		s.mu.Unlock()
		return
	}
	s.forgotten = nil
	s.mu.Unlock()
	c := s.own(wire.Forget)
	wire.PutList(&c.Writer, list, wire.PutUint[uint64])
	c.make().end()
}
