package client

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/ndconform/ndconform/remote/wire"
)

// An object is the part that all objects of the far side share.
type object struct {
	*session
	number uint64
	// adapter is the object's NDK adapter; 0 for an object of nd2 and nd1.
	adapter uint64
	// has are the object's requests in progress; the session's lock guards it.
	has map[uint64]struct{}
	// holds are the object's results not yet handed back; the session's lock guards it.
	holds map[uint64]struct{}
	// file is a v1 adapter's file, which ends with the adapter; lent says that this object is such a
	// file.
	file uint64
	lent bool
	// empty counts how often in a row a queue had no result.
	empty atomic.Uint32
}

// far marks an object of the far side.
func (o *object) far() *object { return o }

// object returns the object with a number, the same object each time. It is nil for 0 and for an unknown
// kind.
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

// mostObjects limits the objects at a time: more than a host allows.
const mostObjects = 1 << 18

var errTooManyObjects = errors.New("more objects than any provider has")

// comesOut stores an object that a call has returned.
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
