package verbs

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A slot is a request that was posted and has not been seen to complete. A work
// completion says nothing of it but its number.
type slot struct {
	context uintptr
	kind    nd2.RequestType
	// silent says that there is no result on success, signaled that there is a
	// completion nevertheless.
	silent, signaled bool
	// effect is what a Bind makes or an Invalidate ends, nil for the others.
	effect any
}

// A ring holds the slots of one queue in the order of their requests, which are
// numbered from 0. Whoever posts pushes, under the lock for posting; whoever polls
// takes, under the lock for polling.
//
// A silent request leaves the queue without a completion. It is known to have
// succeeded when a later one has completed; so that one does, every so often a
// silent request is signaled, and there is room for those in doubt.
type ring struct {
	slots      []slot
	depth      uint64
	head, tail atomic.Uint64
	// unsignaled counts the requests since the last signaled one.
	unsignaled uint64
}

// doubtful is how many silent requests go unsignaled in a queue of depth.
func doubtful(depth uint32) uint32 { return depth / 4 }

func newRing(depth uint32) *ring {
	return &ring{slots: make([]slot, uint64(depth)+uint64(doubtful(depth))+1), depth: uint64(depth)}
}

func (r *ring) at(number uint64) *slot { return &r.slots[number%uint64(len(r.slots))] }

// full reports whether the queue holds as many requests as it can. Those in doubt,
// the oldest, are given the benefit of it.
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

// push adds a request to a queue that is not full, and gives its number. It
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

// pop undoes the last push, of a request that was not posted after all.
func (r *ring) pop() { r.tail.Add(^uint64(0)) }

// take ends the request with a number, and with it those before, and gives its
// slot; ok is false if there is no such request.
func (r *ring) take(number uint64) (s slot, ok bool) {
	if number-r.head.Load() >= r.tail.Load()-r.head.Load() {
		return slot{}, false
	}
	s = *r.at(number)
	r.head.Store(number + 1)
	return s, true
}

// rest lists what has not been taken. Nobody posts or polls any more.
func (r *ring) rest() []slot {
	var list []slot
	for n := r.head.Load(); n < r.tail.Load(); n++ {
		list = append(list, *r.at(n))
	}
	r.head.Store(r.tail.Load())
	return list
}
