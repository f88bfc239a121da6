package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// How many Notifies a queue has pending at most: outside of a block, and in one.
const (
	mostPending           = 4
	mostPendingConcurrent = 16
)

func (w *World) mostPending() int {
	if w.block != nil {
		return mostPendingConcurrent
	}
	return mostPending
}

func (w *World) notify(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	n := rng.below(len(e.queues))
	q := e.queues[n]
	if len(q.pending) >= w.mostPending() {
		return nil
	}
	kind := []nd2.NotifyType{nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyErrors}[rng.below(4)]
	if rng.wishes(wishSolicit) {
		kind = nd2.NotifySolicited
	}
	a := &PendingNotify{Kind: kind}
	q.pending = append(q.pending, a)
	w.Cover.visit("notify/" + a.Kind.String())
	return &Call{End: end, Queue: n, Kind: a.Kind, Notify: a}
}

// NotifyReturned judges what Notify returned: ND_SUCCESS, ND_PENDING, or, if other Notifies are pending, a lack of
// resources. The judge says whether it may return that it was canceled.
func (w *World) NotifyReturned(c *Call, s nd2.Status) *Violation {
	switch s {
	case nd2.Pending:
		return nil
	case nd2.Success, nd2.Canceled:
		return w.Fired(c.End, c.Queue, c.Notify, s)
	case nd2.InsufficientResources, nd2.NoMemory:
		w.NotifyRefused(c)
		if w.anyPending() { // queues may share the room
			return nil
		}
	}
	return Violates("cq.notify.nd-pending cq.notify.nd-success", "Notify returned %v", s)
}

// NotifyRefused removes a Notify for which resources were lacking.
func (w *World) NotifyRefused(c *Call) { w.ends[c.End].removePending(c.Queue, c.Notify) }

// anyPending reports whether a Notify is pending anywhere.
func (w *World) anyPending() bool {
	for _, e := range w.ends {
		if len(e.watching) > 0 || slices.ContainsFunc(e.queues, func(q *queue) bool { return len(q.pending) > 0 }) {
			return true
		}
	}
	return false
}

// pendingAt lists the pending Notifies of a queue.
func (e *end) pendingAt(number int) *[]*PendingNotify {
	if number == SharedQueue {
		return &e.watching
	}
	return &e.queues[number].pending
}

// removePending removes a Notify.
func (e *end) removePending(number int, a *PendingNotify) {
	pending := e.pendingAt(number)
	*pending = slices.DeleteFunc(*pending, func(b *PendingNotify) bool { return b == a })
}

// PendingNotifies lists the pending Notifies of a queue.
func (w *World) PendingNotifies(end, number int) []*PendingNotify {
	return *w.ends[end].pendingAt(number)
}

// Fired takes the end of a request for a notification. Of a completion queue the judge says whether it had to end, and
// whether it may.
func (w *World) Fired(end, number int, a *PendingNotify, s nd2.Status) *Violation {
	w.ends[end].removePending(number, a)
	switch {
	case number == SharedQueue:
		return w.watched(end, a, s)
	case s == nd2.Canceled:
		w.Cover.visit("notify/canceled")
	case s != nd2.Success:
		return Violates("cq.notify.nd-success", "a request for a notification ended with %v", s)
	default:
		w.Cover.visit("notify/fired")
	}
	return nil
}

func (w *World) cancel(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	n := rng.below(len(e.queues))
	if e.sharedDepth > 0 && w.block == nil && rng.one(4) {
		n = SharedQueue
	}
	if b := w.block; b != nil {
		if b.cancels[e.queues[n]] {
			return nil
		}
		b.cancels[e.queues[n]] = true
	}
	for _, a := range w.PendingNotifies(end, n) {
		a.canceled = true
	}
	w.Cover.visit("cancel")
	return &Call{End: end, Queue: n, Allowed: succeeds, Rules: "overlapped.canceloverlappedrequests.nd-success"}
}

func (w *World) results(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	n := rng.below(len(e.queues))
	if w.takesShared(end, n) && !w.mine(e.queues[n]) {
		return nil
	}
	return &Call{End: end, Queue: n, Count: []int{1, 1, 2, 3, 5, 16, 64}[rng.below(7)]}
}

// endsByItself reports whether every request whose result comes to a completion queue ends without
// another one's help, so that no place need be kept for that.
func (w *World) endsByItself(end, number int) bool {
	if w.load(end, number) == 0 || w.takesShared(end, number) {
		return false
	}
	for _, c := range w.connections {
		p := c.side[end]
		if p == nil {
			continue
		}
		if p.receiveQueue == number && len(p.receives) > 0 {
			return false
		}
		if p.initiatorQueue == number && len(p.initiated) > 0 && (p.tailSilent() || p.other().shared) {
			return false
		}
	}
	return true
}

// unusualDepths lie near where rings of powers of two wrap, and far from any.
var unusualDepths = []int{63, 64, 65, 100, 127, 128, 1024, 4095}

func (w *World) resize(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	if e.limits.AdapterFlags&nd2.AdapterCQResize == 0 {
		return nil
	}
	n := rng.below(len(e.queues))
	q := e.queues[n]
	depth := w.load(end, n) + roomToSettle + rng.below(12)
	if rng.one(3) {
		depth = max(depth, min(unusualDepths[rng.below(len(unusualDepths))], int(below(e.limits.MaxCompletionQueueDepth))))
	}
	if w.block == nil && w.endsByItself(end, n) && depth&1 == 0 {
		depth = max(1, w.load(end, n)) // for just what is queued, or about to be
	}
	if depth > int(below(e.limits.MaxCompletionQueueDepth)) {
		return nil
	}
	direction := "down"
	if depth > q.depth {
		direction = "up"
	}
	before := q.depth
	if b := w.block; b != nil {
		if _, resized := b.resized[q]; resized {
			return nil
		}
		b.resized[q], q.depth = depth, min(depth, before)
	} else {
		q.depth = depth
	}
	w.Cover.visit("resize/" + direction)
	return &Call{End: end, Queue: n, Depth: depth, Allowed: mayLack, Rules: "cq.resize.nd-success", undo: func() {
		q.depth = before
	}}
}
