package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// An initiatorQueue holds a queue pair's requests other than Receives. The connection keeps
// their order. Entries are made when first needed and then reused, the last used first, since
// it is still in the cache. The device's lock guards it.
type initiatorQueue struct {
	free *initiation // a list
	// silent are the entries without results; they are returned with the next entry that has a
	// result.
	silent *initiation
	// left is how many more entries may be made. An entry that succeeds early makes room
	// for another.
	left, maxSGE, inline uint32
}

// An initiation is an initiator queue's entry, in use from the call to its result.
type initiation struct {
	rc.Request // first, so that a pointer to one is a pointer to the other
	context    uintptr
	next       *initiation // in the list of free entries
	silent     bool
	// tooLong says that the data exceeds the transfer limit.
	tooLong bool
	// succeeded says that the client knows the outcome, while the connection still has the
	// entry.
	succeeded bool
	// inlined says that the data is in inline, copied by the call.
	inlined bool
	buffers scatterList
	inline  []byte
	// binding is for a Bind; an Invalidate uses only its window.
	binding windowBinding
}

// requestTypes are the clients' request types by kind.
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

// giveInOrder takes back an entry; a silent entry only with the next that has a result.
func (q *initiatorQueue) giveInOrder(e *initiation, silent bool) {
	if silent {
		q.silent, e.next = e, q.silent
		return
	}
	q.giveEarlier()
	q.give(e)
}

// giveEarlier takes back the silent entries before an entry with a result.
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

// fill sets e's data: the entries, or their content if it is inline.
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
