package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A receiveQueue holds Receives, for one queue pair or for several that share it. They
// are taken in the order of posting; several queue pairs may return them in another
// order. The device's lock guards it.
type receiveQueue struct {
	domain *Domain
	// used counts the entries in use. n <= used <= depth.
	maxSGE, depth, used uint32
	// n counts the Receives not yet taken, from first to last.
	n           uint32
	first, last *receive
	// free lists the reusable entries, the last used first.
	free *receive
}

// A receive is a receive queue's entry, in use from Receive to its result.
type receive struct {
	rc.Receive // first, so that a pointer to one is a pointer to the other
	context    uintptr
	next       *receive
	buffers    scatterList
	// fault is how the Receive fails in the hardware, if it does.
	fault rc.Outcome
}

func newReceiveQueue(d *Domain, depth, maxSGE uint32) *receiveQueue {
	return &receiveQueue{domain: d, depth: depth, maxSGE: maxSGE}
}

// post is Receive. Source: IND2QueuePair::Receive, IND2SharedReceiveQueue::Receive.
func (q *receiveQueue) post(context uintptr, sge []nd2.SGE) nd2.Status {
	length, s := measure(sge, q.maxSGE, q.domain.device.limits.Transfer)
	switch {
	case s != nd2.Success:
		return s
	case q.used >= q.depth:
		return nd2.NoMoreEntries
	case q.domain.foundInCall(sge, localWrite):
		return nd2.AccessViolation
	}
	v := q.entry()
	v.context, v.Length, v.fault = context, length, rc.OK
	v.buffers.set(sge)
	if q.n == 0 {
		q.first = v
	} else {
		q.last.next = v
	}
	q.last = v
	q.n++
	return nd2.Success
}

// entry begins the use of an entry.
func (q *receiveQueue) entry() *receive {
	q.used++
	v := q.free
	if v == nil {
		return &receive{}
	}
	q.free, v.next = v.next, nil
	return v
}

// take returns the Receive that was posted first, or nil.
func (q *receiveQueue) take() *receive {
	if q.n == 0 {
		return nil
	}
	v := q.first
	q.first = v.next
	q.n--
	return v
}

// give ends the use of an entry.
func (q *receiveQueue) give(v *receive) {
	q.free, v.next = v, q.free
	q.used--
}
