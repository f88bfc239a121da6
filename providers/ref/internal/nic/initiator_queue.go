package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// An initiatorQueue holds a queue pair's requests other than Receives. The
// connection keeps them in order. Here they are entries that are made as they are
// needed and then used again and again, beginning with the one used last, which is
// still in the cache. The device's lock owns it.
type initiatorQueue struct {
	free *initiation // a list
	// silent are the entries without results, which are given back with the next that has one.
	silent *initiation
	// left is how many entries may still be made.
	left, maxSGE, inline uint32
}

// An initiation is an entry of an initiator queue, in use from the call to its
// result.
type initiation struct {
	rc.Request // first, so that a pointer to one is a pointer to the other
	context    uintptr
	next       *initiation // in the list of those not in use
	silent     bool
	// tooLong says that there is more data than can be transferred.
	tooLong bool
	// succeeded says that the client knows how the request ended, while the connection
	// still has the entry.
	succeeded bool
	// inlined says that the data is in inline, copied when the request was posted.
	inlined bool
	buffers scatterList
	inline  []byte
	// binding belongs to a Bind; an Invalidate uses only its window.
	binding windowBinding
}

// requestTypes are the types that clients know the kinds of request by.
var requestTypes = [...]nd2.RequestType{
	rc.Send:           nd2.RequestSend,
	rc.SendInvalidate: nd2.RequestSend,
	rc.Write:          nd2.RequestWrite,
	rc.Read:           nd2.RequestRead,
	rc.Bind:           nd2.RequestBind,
	rc.Invalidate:     nd2.RequestInvalidate,
}

// take returns an entry for a request, or nil if all are in use.
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

// give takes back an entry.
func (q *initiatorQueue) give(e *initiation) { q.free, e.next = e, q.free }

// giveInOrder takes back an entry, a silent one only with the next that has a result.
func (q *initiatorQueue) giveInOrder(e *initiation, silent bool) {
	if silent {
		q.silent, e.next = e, q.silent
		return
	}
	q.giveEarlier()
	q.give(e)
}

// giveEarlier takes back the entries that had no result, since a later one has had one.
func (q *initiatorQueue) giveEarlier() {
	for q.silent != nil {
		earlier := q.silent
		q.silent = earlier.next
		q.give(earlier)
	}
}

// keep copies the data to e, since the client may change its memory.
func (e *initiation) keep(d *Domain) {
	if e.inlined || e.Kind > rc.Write {
		return
	}
	data := make([]byte, e.Length)
	e.buffers.join(d, 0, data)
	e.inline, e.inlined = data, true
}

// fill sets e's data: the entries or, if it is inline, what they hold.
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
