package verbs

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A slot is a request that was posted and has not been seen to complete. A work
// completion identifies it only by number.
type slot struct {
	context uintptr
	kind    nd2.RequestType
	// silent says that there is no result on success, and signaled that there is a
	// completion nevertheless.
	silent, signaled bool
	// late says that the queue pair was known to have failed when it was posted.
	late bool
	// effect is what a Bind makes or an Invalidate ends; it is nil for other requests.
	effect any
}

// presumed reports whether a request of which nothing was heard, in a queue that has been
// flushed, is taken to have succeeded before: the flush would have reported it.
func (s *slot) presumed() bool { return !s.signaled && !s.late }

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
}

// doubtful returns how many silent requests in a row go unsignaled in a queue of this
// depth.
func doubtful(depth uint32) uint32 { return depth / 4 }

func newRing(depth uint32) *ring {
	return &ring{slots: make([]slot, uint64(depth)+uint64(doubtful(depth))+1), depth: uint64(depth)}
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
	if !s.silent || s.effect != nil || r.unsignaled > r.depth/4 {
		s.signaled, r.unsignaled = true, 0
	}
	number = r.tail.Load()
	*r.at(number) = s
	r.tail.Store(number + 1)
	return number, s.signaled
}

// pop undoes the last push, if the request was not posted after all.
func (r *ring) pop() { r.tail.Add(^uint64(0)) }

// take ends the request with a number, and with it those before, and returns its
// slot; ok is false if there is no such request.
func (r *ring) take(number uint64) (s slot, ok bool) {
	if number-r.head.Load() >= r.tail.Load()-r.head.Load() {
		return slot{}, false
	}
	s = *r.at(number)
	r.head.Store(number + 1)
	return s, true
}

// rest lists the requests that have not been taken. Nobody posts or polls any more.
func (r *ring) rest() []slot {
	var list []slot
	for n := r.head.Load(); n < r.tail.Load(); n++ {
		list = append(list, *r.at(n))
	}
	r.head.Store(r.tail.Load())
	return list
}
