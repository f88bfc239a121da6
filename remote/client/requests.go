package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/wire"
)

const (
	// mostOver is how many ended requests are kept for late packets, or for a client that uses them again.
	mostOver = 1 << 14
	// forgetAtATime is how many numbers one call tells the far side to forget.
	forgetAtATime = 1 << 10
)

// A numbered maps the client's things of one type to numbers, by which the far side knows them.
type numbered[T any] struct {
	by      map[uint64]*T
	numbers map[*T]uint64
	// since says when each number was over last; over has the ended numbers in that order. A number that was
	// used again may be in over, even repeatedly; only its latest entry counts.
	since         map[uint64]uint64
	over          []uint64
	pushed, taken uint64
}

func newNumbered[T any]() numbered[T] {
	return numbered[T]{by: map[uint64]*T{}, numbers: map[*T]uint64{}, since: map[uint64]uint64{}}
}

// known returns the number of a thing, the same each time until it is forgotten. The caller holds the lock.
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

// isOver notes that a number is over. It returns the oldest number to forget instead, or 0.
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

// request writes an OVERLAPPED, and gives it to the object.
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

// returned ends what the call was granted, according to the status that it returned.
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

// endAll ends all requests and results of an object, since it is gone. The caller holds the lock.
func (o *object) endAll() {
	for n := range o.has {
		o.forgets(o.requests.isOver(n))
	}
	for n := range o.holds {
		o.endResult(n)
	}
	o.has = nil
}

// forgets notes a number for the far side to forget, unless it is 0. The caller holds the lock.
func (s *session) forgets(n uint64) {
	if n != 0 {
		s.forgotten = append(s.forgotten, n)
	}
}

// tellForgotten tells the far side what to forget, once there is enough.
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
