package nic

import (
	"math/bits"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A receiveQueue holds Receives, for one queue pair or for several that share it.
// They are taken in the order posted; those that several queue pairs have taken
// may come back in another order. The device's lock owns it.
type receiveQueue struct {
	domain *Domain
	maxSGE uint32
	depth  uint32
	// entries are all there are, by Slot: depth, or more after the depth was
	// reduced. free are those not in use.
	entries []*receive
	free    []*receive
	// posted are not yet taken: n from head, in a ring whose length is a power of
	// two.
	posted  []*receive
	head, n int
}

// A receive is an entry of a receive queue, in use from Receive to its result.
type receive struct {
	rc.Receive
	context uintptr
	buffers scatterList
	// fault is how the hardware fails with it, if it does.
	fault rc.Outcome
}

func newReceiveQueue(d *Domain, depth, maxSGE uint32) *receiveQueue {
	q := &receiveQueue{domain: d, maxSGE: maxSGE}
	q.resize(depth)
	return q
}

// resize changes the depth, which is at least what is outstanding.
func (q *receiveQueue) resize(depth uint32) {
	q.depth = depth
	if have := uint32(len(q.entries)); depth > have {
		q.add(make([]receive, depth-have))
	}
}

func (q *receiveQueue) add(entries []receive) {
	lists := newScatterLists(uint32(len(entries)), q.maxSGE)
	for i := range entries {
		v := &entries[i]
		v.Slot, v.buffers = uint32(len(q.entries)), lists.next()
		q.entries = append(q.entries, v)
		q.free = append(q.free, v)
	}
	posted := make([]*receive, 1<<bits.Len(uint(len(q.entries))))
	for i := range q.n {
		posted[i] = q.posted[(q.head+i)&(len(q.posted)-1)]
	}
	q.posted, q.head = posted, 0
}

// outstanding counts the entries in use.
func (q *receiveQueue) outstanding() uint32 { return uint32(len(q.entries) - len(q.free)) }

// post is Receive. Source: IND2QueuePair::Receive, IND2SharedReceiveQueue::Receive.
func (q *receiveQueue) post(context uintptr, sge []nd2.SGE) nd2.Status {
	length, s := measure(sge, q.maxSGE, q.domain.device.limits.Transfer)
	switch {
	case s != nd2.Success:
		return s
	case q.outstanding() >= q.depth:
		return nd2.NoMoreEntries
	}
	last := len(q.free) - 1
	v := q.free[last]
	q.free = q.free[:last]
	v.context, v.Length, v.fault = context, length, rc.OK
	v.buffers.set(sge)
	q.posted[(q.head+q.n)&(len(q.posted)-1)] = v
	q.n++
	return nd2.Success
}

// take gives the Receive posted first, nil if there is none.
func (q *receiveQueue) take() *receive {
	if q.n == 0 {
		return nil
	}
	v := q.posted[q.head]
	q.head = (q.head + 1) & (len(q.posted) - 1)
	q.n--
	return v
}

// give ends the use of an entry.
func (q *receiveQueue) give(v *receive) { q.free = append(q.free, v) }
