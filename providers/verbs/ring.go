package verbs

import (
	"math"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A slot is a posted request without a completion so far. A work completion identifies it only
// by number.
type slot struct {
	context uintptr
	kind    nd2.RequestType
	// silent says that the client wants no result on success; signaled, that the device
	// reports a completion all the same.
	silent, signaled bool
	// unregistered says that an entry is not in registered memory; it is looked for on siw only.
	unregistered bool
	// over says that the request has ended, with status, while an earlier one has not.
	over   bool
	status ib.WCStatus
	// effect is what a Bind makes or an Invalidate ends; it is nil for other requests.
	effect any
}

// A ring holds the slots of one queue in the order of their requests, numbered from 0. Posting
// pushes, under the lock for posting; polling takes, under the lock for polling. head <= tail
// <= head + the number of slots.
//
// A silent request leaves the queue without a completion: a later completion shows its
// success. So every so often a silent request is signaled, and there is room for those without
// an answer yet.
type ring struct {
	slots      []slot
	depth      uint64
	head, tail atomic.Uint64
	// unsignaled counts the requests since the last signaled one.
	unsignaled uint64

	// siw says that the device is siw. Its requests end out of order: a Read may end after
	// requests that were posted later (siw_qp_tx.c, siw_qp_sq_process).
	siw bool
	// late is the number of the first request that was posted after siw had flushed.
	late atomic.Uint64
	// failed says that a taken request had failed.
	failed bool
}

// maxUnsignaled returns how many silent requests in a row stay unsignaled.
func maxUnsignaled(depth uint32) uint32 { return depth / 4 }

func newRing(depth uint32) *ring {
	r := &ring{slots: make([]slot, uint64(depth)+uint64(maxUnsignaled(depth))+1), depth: uint64(depth)}
	r.late.Store(math.MaxUint64)
	return r
}

func (r *ring) at(number uint64) *slot { return &r.slots[number%uint64(len(r.slots))] }

// full reports whether the queue is full. It treats the oldest requests as ended if no
// completion has told yet.
func (r *ring) full() bool {
	head, tail := r.head.Load(), r.tail.Load()
	if tail-head < r.depth {
		return false
	}
	for head < tail && !r.at(head).signaled {
		head++
	}
	return tail-head >= r.depth || tail-r.head.Load() >= uint64(len(r.slots))
}

// push adds a request, and decides whether it is signaled. The queue is not full.
func (r *ring) push(s slot) (number uint64, signaled bool) {
	r.unsignaled++
	if !s.silent || s.effect != nil || r.siw && s.kind == nd2.RequestRead || r.unsignaled > r.depth/4 {
		s.signaled, r.unsignaled = true, 0
	}
	number = r.tail.Load()
	*r.at(number) = s
	r.tail.Store(number + 1)
	return number, s.signaled
}

// pop undoes the last push, for a request that was not posted.
func (r *ring) pop() { r.tail.Add(^uint64(0)) }

// take ends the request with a number, and all before it, and passes their slots to ended. For
// siw, it passes only ended requests behind no other.
func (r *ring) take(number uint64, status ib.WCStatus, ended func(slot)) {
	if number-r.head.Load() >= r.tail.Load()-r.head.Load() {
		return
	}
	s := r.at(number)
	s.over, s.status = true, status
	if r.siw {
		r.settle(ended)
		return
	}
	taken := *s // copied before its place is free
	r.head.Store(number + 1)
	ended(taken)
}

// settle takes the ended requests up to the first that has not ended. An unsignaled request
// has ended when a later one has.
func (r *ring) settle(ended func(slot)) {
	for n, tail := r.head.Load(), r.tail.Load(); n < tail; n++ {
		switch s := *r.at(n); {
		case s.over:
			for head := r.head.Load(); head <= n; head++ {
				r.conclude(head, ended)
			}
		case s.signaled:
			return
		}
	}
}

// conclude ends the first request. If an earlier one had failed, it is canceled, even if the
// device carried it out. Without a report from siw it is canceled too, unless it is silent:
// siw would have flushed it.
func (r *ring) conclude(n uint64, ended func(slot)) {
	s := *r.at(n) // copied before its place is free
	r.head.Store(n + 1)
	switch {
	case !s.over && !s.signaled && !r.failed && n < r.late.Load():
		return
	case !s.over || r.failed:
		s.status = ib.WCFlushed
	}
	r.failed = r.failed || s.status != ib.WCSuccess
	ended(s)
}

// rest ends and lists the remaining requests, canceled unless they had ended. Nobody posts or
// polls any more.
func (r *ring) rest() (list []slot) {
	for n := r.head.Load(); n < r.tail.Load(); n++ {
		if r.siw {
			r.conclude(n, func(s slot) { list = append(list, s) })
			continue
		}
		s := *r.at(n)
		if !s.over {
			s.status = ib.WCFlushed
		}
		list = append(list, s)
	}
	r.head.Store(r.tail.Load())
	r.late.Store(math.MaxUint64)
	r.failed = false
	return list
}
