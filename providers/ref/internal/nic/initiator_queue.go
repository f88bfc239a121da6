package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// An initiatorQueue holds a queue pair's requests other than Receives. The
// connection keeps them in order; here they are entries that are used again and
// again, the one used last first, which is still in the cache. The device's lock
// owns it.
type initiatorQueue struct {
	entries []initiation // by Slot
	free    []uint32     // slots
	maxSGE  uint32
	inline  uint32
}

// An initiation is an entry of an initiator queue, in use from the call to its
// result.
type initiation struct {
	rc.Request
	context uintptr
	kind    nd2.RequestType
	silent  bool
	// inlined says that the data is in inline, copied when the request was posted.
	inlined bool
	buffers scatterList
	inline  []byte
	// binding is a Bind's; an Invalidate has the window only.
	binding windowBinding
}

func newInitiatorQueue(depth, maxSGE, inline uint32) initiatorQueue {
	q := initiatorQueue{
		entries: make([]initiation, depth), free: make([]uint32, depth),
		maxSGE: maxSGE, inline: inline,
	}
	lists, data := newScatterLists(depth, maxSGE), make([]byte, depth*inline)
	for i := range q.entries {
		e := &q.entries[i]
		e.Slot, e.buffers = uint32(i), lists.next()
		e.inline, data = data[:0:inline], data[inline:]
		q.free[i] = e.Slot
	}
	return q
}

// take gives an entry for a request, nil if all are in use.
func (q *initiatorQueue) take() *initiation {
	last := len(q.free) - 1
	if last < 0 {
		return nil
	}
	e := &q.entries[q.free[last]]
	q.free = q.free[:last]
	return e
}

// give ends the use of an entry.
func (q *initiatorQueue) give(e *initiation) { q.free = append(q.free, e.Slot) }

// fill gives e its data: the entries, or what they hold if it is inline.
func (e *initiation) fill(sge []nd2.SGE, inline bool) {
	if e.inlined = inline; !inline {
		e.buffers.set(sge)
		return
	}
	e.inline = e.inline[:0]
	for i := range sge {
		e.inline = append(e.inline, sge[i].Buffer...)
	}
}
