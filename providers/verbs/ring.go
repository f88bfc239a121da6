package verbs

import (
	"math"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A slot is a request that was posted and has not been seen to complete. A work
// completion identifies it only by number.
type slot struct {
	context uintptr
	kind    nd2.RequestType
	// silent says that there is no result on success, and signaled that there is a
	// completion nevertheless.
	silent, signaled bool
	// foreign says that an entry is not in registered memory; it is looked for on siw only.
	foreign bool
	// over says that it has ended, with status, behind one that has not.
	over   bool
	status ib.WCStatus
	// effect is what a Bind makes or an Invalidate ends; it is nil for other requests.
	effect any
}

// A ring holds the slots of one queue in the order of their requests, which are
// numbered from 0. Posting pushes, under the lock for posting; polling takes, under
// the lock for polling.
//
// A silent request leaves the queue without a completion. It is known to have
// succeeded once a later one has completed. To make sure that one does, a silent
// request is signaled every so often, and there is room for those in doubt.
type ring struct {
	slots      []slot
	depth      uint64
	head, tail atomic.Uint64
	// unsignaled counts the requests since the last signaled one.
	unsignaled uint64

	// siw says that the device is siw, whose requests end in any order: Reads later than
	// what was posted after them (siw_qp_tx.c, siw_qp_sq_process).
	siw bool
	// late is the number of the first request that was posted after siw had flushed.
	late atomic.Uint64
	// failed says that a request that has been taken had failed.
	failed bool
}

// maxUnsignaled returns how many silent requests in a row go unsignaled in a queue of a depth.
func maxUnsignaled(depth uint32) uint32 { return depth / 4 }

func newRing(depth uint32) *ring {
	r := &ring{slots: make([]slot, uint64(depth)+uint64(maxUnsignaled(depth))+1), depth: uint64(depth)}
	r.late.Store(math.MaxUint64)
	return r
}

func (r *ring) at(number uint64) *slot { return &r.slots[number%uint64(len(r.slots))] }

// full reports whether the queue holds as many requests as it can. The oldest ones,
// if they are in doubt, get the benefit of the doubt.
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

// push adds a request to a queue that is not full, and returns its number. It
// decides whether the request is signaled.
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

// pop undoes the last push, if the request was not posted after all.
func (r *ring) pop() { r.tail.Add(^uint64(0)) }

// take ends the request with a number, if there is one, and with it those before, and
// tells ended its slot. From siw, it tells ended those that are over and wait for no other.
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
	taken := *s // before its place is free
	r.head.Store(number + 1)
	ended(taken)
}

// settle takes those that are over, up to one that is not. A request that is not signaled
// is over when a later one is.
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

// conclude ends the first request. Behind one that has failed it was canceled, even if it was
// carried out first. One of which siw has reported nothing was canceled too, unless it is
// silent: then siw would have flushed it.
func (r *ring) conclude(n uint64, ended func(slot)) {
	s := *r.at(n) // before its place is free
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

// rest ends the requests that have not been taken, and lists them; those that are not over
// have been canceled. Nobody posts or polls any more.
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
