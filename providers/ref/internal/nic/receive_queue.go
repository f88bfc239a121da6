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
	// reduced. They never move, so that there is one more piece for each time that
	// the depth was raised. free are the slots not in use, size counts all.
	entries [][]receive
	size    uint32
	free    []uint32
	// posted are the slots not yet taken: n from head, in a ring whose length is a
	// power of two.
	posted  []uint32
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
	if q.depth = depth; depth > q.size {
		q.add(make([]receive, depth-q.size))
	}
}

func (q *receiveQueue) add(entries []receive) {
	lists := newScatterLists(uint32(len(entries)), q.maxSGE)
	for i := range entries {
		v := &entries[i]
		v.Slot, v.buffers = q.size, lists.next()
		q.free = append(q.free, q.size)
		q.size++
	}
	q.entries = append(q.entries, entries)
	posted := make([]uint32, 1<<bits.Len32(q.size))
	for i := range q.n {
		posted[i] = q.posted[(q.head+i)&(len(q.posted)-1)]
	}
	q.posted, q.head = posted, 0
}

// at gives the entry in a slot.
func (q *receiveQueue) at(slot uint32) *receive {
	for _, piece := range q.entries {
		if slot < uint32(len(piece)) {
			return &piece[slot]
		}
		slot -= uint32(len(piece))
	}
	return nil
}

// outstanding counts the entries in use.
func (q *receiveQueue) outstanding() uint32 { return q.size - uint32(len(q.free)) }

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
	v := q.at(q.free[last])
	q.free = q.free[:last]
	v.context, v.Length, v.fault = context, length, rc.OK
	v.buffers.set(sge)
	q.posted[(q.head+q.n)&(len(q.posted)-1)] = v.Slot
	q.n++
	return nd2.Success
}

// take gives the Receive posted first, nil if there is none.
func (q *receiveQueue) take() *receive {
	if q.n == 0 {
		return nil
	}
	v := q.at(q.posted[q.head])
	q.head = (q.head + 1) & (len(q.posted) - 1)
	q.n--
	return v
}

// give ends the use of an entry.
func (q *receiveQueue) give(v *receive) { q.free = append(q.free, v.Slot) }
