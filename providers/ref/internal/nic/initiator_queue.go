package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// An initiatorQueue holds a queue pair's requests other than Receives. The
// connection keeps them in order; here they are entries that are made as they are
// needed and used again and again, the one used last first, which is still in the
// cache. The device's lock owns it.
type initiatorQueue struct {
	free *initiation // a list
	// left is how many entries may still be made.
	left, maxSGE, inline uint32
}

// An initiation is an entry of an initiator queue, in use from the call to its
// result.
type initiation struct {
	rc.Request // first, so that the one leads to the other
	context    uintptr
	next       *initiation // in the list of those not in use
	silent     bool
	// tooLong says that there is more data than can be transferred.
	tooLong bool
	// succeeded says that the client knows the end, and the entry is the connection's.
	succeeded bool
	// inlined says that the data is in inline, copied when the request was posted.
	inlined bool
	buffers scatterList
	inline  []byte
	// binding is a Bind's; an Invalidate has the window only.
	binding windowBinding
}

// requestTypes says what a client calls each kind of request.
var requestTypes = [...]nd2.RequestType{
	rc.Send:           nd2.RequestSend,
	rc.SendInvalidate: nd2.RequestSend,
	rc.Write:          nd2.RequestWrite,
	rc.Read:           nd2.RequestRead,
	rc.Bind:           nd2.RequestBind,
	rc.Invalidate:     nd2.RequestInvalidate,
}

// take returns an entry for a request, nil if all are in use.
func (q *initiatorQueue) take() *initiation {
	e := q.free
	if e == nil {
		return q.entry()
	}
	q.free = e.next
	return e
}

func (q *initiatorQueue) entry() *initiation {
	if q.left == 0 {
		return nil
	}
	q.left--
	return &initiation{}
}

// give ends the use of an entry.
func (q *initiatorQueue) give(e *initiation) { q.free, e.next = e, q.free }

// keep makes the data e's own, since the client may change its memory.
func (e *initiation) keep(d *Domain) {
	if e.inlined || e.Kind > rc.Write {
		return
	}
	data := make([]byte, e.Length)
	e.buffers.join(d, 0, data)
	e.inline, e.inlined = data, true
}

// fill gives e its data: the entries, or what they hold if it is inline.
func (e *initiation) fill(sge []nd2.SGE, inline bool) {
	e.inlined = inline
	if !inline {
		e.buffers.set(sge)
		return
	}
	e.inline = e.inline[:0]
	for i := range sge {
		e.inline = append(e.inline, sge[i].Buffer...)
	}
}
