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
	c.given = known(c.session, &c.requests, o)
	if c.object.has == nil {
		c.object.has = map[uint64]struct{}{}
	}
	c.object.has[c.given] = struct{}{}
	c.mu.Unlock()
	e, ok := o.Event.(interface{ WithoutPacket() bool })
	wire.PutOverlapped(&c.Writer, wire.Overlapped{
		ID: c.given, Event: o.Event != nil, WithoutPacket: ok && e.WithoutPacket(),
	})
}

// endsRequest notes that the request that a call was given is over, since the call said so.
func (r *reply) endsRequest() {
	r.mu.Lock()
	delete(r.object.has, r.given)
	r.forgets(r.requests.isOver(r.given))
	r.mu.Unlock()
	r.tellForgotten()
}

// endRequests notes that all requests that an object has are over, since it is gone. The lock is held.
func (o *object) endRequests() {
	for n := range o.has {
		o.forgets(o.requests.isOver(n))
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
