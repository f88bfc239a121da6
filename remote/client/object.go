package client

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/ndconform/ndconform/remote/wire"
)

// An object is what every object of the far side has.
type object struct {
	*session
	number uint64
	// adapter is the NDK adapter that the object belongs to; 0 for an object of nd2 and nd1.
	adapter uint64
	// has are the requests that the object was given and that are not over; the session's lock guards it.
	has map[uint64]struct{}
	// holds are the results that it was given and that it has not handed back, likewise.
	holds map[uint64]struct{}
	// file is an adapter of v1's own, which goes with it, and lent says that the object is such a file.
	file uint64
	lent bool
	// empty counts how often in a row a queue had no result.
	empty atomic.Uint32
}

// far tells an object of the far side from others.
func (o *object) far() *object { return o }

// object returns the object with a number, the same one each time. It is nil for 0, and if
// there is no such kind.
func (s *session) object(number uint64, kind wire.ObjectKind, adapter uint64) any {
	if number == 0 {
		return nil
	}
	s.mu.Lock()
	it, many := s.objects[number], len(s.objects) >= mostObjects
	if it == nil && !many {
		if kind == wire.IsNDKAdapter {
			adapter = number
		}
		it = wrap(&object{session: s, number: number, adapter: adapter}, kind)
		s.objects[number] = it
	}
	s.mu.Unlock()
	if it == nil && many {
		s.impossible(errTooManyObjects)
	}
	return it
}

// mostObjects is how many objects there may be at a time: more than a host has.
const mostObjects = 1 << 18

var errTooManyObjects = errors.New("more objects than any provider has")

// comesOut stores the object that a call has left where its caller wants it.
func comesOut[T any](r *reply, to *T) {
	out := wire.TakeOut(&r.Reader)
	if r.Failed() != nil || out.Untouched {
		return
	}
	it, ok := r.object.session.object(out.Object, out.Kind, r.adapter).(T)
	if out.Object != 0 && !ok {
		r.Fail(fmt.Errorf("an object of kind %d, which is no %T", out.Kind, to))
		return
	}
	if mine, ok := any(it).(interface{ far() *object }); ok && r.granted.result != 0 {
		r.mu.Lock()
		r.hold(mine.far(), r.granted.result) // as a memory window does
		r.mu.Unlock()
	}
	*to = it
}
