package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Due reports whether the request must complete.
func (a *PendingNotify) Due() bool { return a.due || a.canceled }

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
	a := &PendingNotify{Kind: kind, tick: w.moment(), taken: q.taken, fresh: q.fresh}
	q.addPending(a)
	if b := w.block; b != nil {
		b.notifies, b.notifyLanes[a] = append(b.notifies, a), b.lane
		by, canceled := b.cancels[q]
		a.mayCancel = canceled && by != b.lane
	}
	w.Cover.visit("notify/" + a.Kind.String())
	return &Call{End: end, Queue: n, Kind: a.Kind, Notify: a}
}

// addPending adds a Notify. A result that no trigger has announced may complete it, and so may any
// result while a Notify for any result is pending, or the queue may still be armed by one.
func (q *queue) addPending(a *PendingNotify) {
	a.mayFire = a.Kind == nd2.NotifyAny || q.any || q.fresh > 0
	q.pending = append(q.pending, a)
	q.spread()
}

// spread notes that what may complete one Notify may complete all: a trigger completes all of them.
func (q *queue) spread() {
	if slices.ContainsFunc(q.pending, func(a *PendingNotify) bool { return a.mayFire }) {
		for _, a := range q.pending {
			a.mayFire = true
		}
	}
}

// Unfounded reports whether no result taken so far may complete a Notify of a completion queue.
func (w *World) Unfounded(number int, a *PendingNotify) bool {
	return number != SharedQueue && !a.mayFire
}

// NotifyReturned judges what Notify returned: ND_SUCCESS, ND_PENDING, or, if other Notifies are
// pending, a lack of resources. If another lane cancels the queue's requests, it may return ND_CANCELED.
func (w *World) NotifyReturned(c *Call, s nd2.Status) *Violation {
	switch s {
	case nd2.Pending:
		return nil
	case nd2.Success:
		if c.Queue != SharedQueue {
			c.Notify.mayFire = true // by what is queued, whatever that is
			w.ends[c.End].queues[c.Queue].spread()
		}
		return w.Fired(c.End, c.Queue, c.Notify, s)
	case nd2.Canceled:
		if c.Notify.mayCancel {
			return w.Fired(c.End, c.Queue, c.Notify, s)
		}
	case nd2.InsufficientResources, nd2.NoMemory:
		w.ends[c.End].removePending(c.Queue, c.Notify)
		if w.anyPending() { // queues may share the room
			return nil
		}
	}
	return Violates("cq.notify.nd-pending cq.notify.nd-success", "Notify returned %v", s)
}

// NotifyRefused removes a Notify for which resources were lacking because of requests that the model
// does not know.
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

// removePending removes a Notify.
func (e *end) removePending(number int, a *PendingNotify) {
	pending := &e.watching
	if number != SharedQueue {
		pending = &e.queues[number].pending
	}
	*pending = slices.DeleteFunc(*pending, func(b *PendingNotify) bool { return b == a })
}

// Unexplained reports whether no result taken so far explains why a request for a notification of
// a completion queue has completed: then the result that explains it must be in the queue.
func (w *World) Unexplained(end, number int, a *PendingNotify) bool {
	return number != SharedQueue && !a.due && a.fresh == 0 && w.ends[end].queues[number].taken == a.taken
}

// vanish notes that results may have come to a queue and gone with their queue pair. They, too, may
// have completed a Notify.
func (q *queue) vanish(results int) {
	q.fresh += results
	for _, a := range q.pending {
		a.fresh += results
		a.mayFire = true
	}
}

// Idle reports whether no result of a completion queue is on its way.
func (w *World) Idle(end, number int) bool {
	return w.load(end, number) == 0 || w.Quiescent() && !w.cancels(end, number)
}

// cancels reports whether Receives whose results come to a completion queue are being canceled.
func (w *World) cancels(end, number int) bool {
	return slices.ContainsFunc(w.connections, func(c *connection) bool {
		p := c.side[end]
		return c.phase == ending && p.receiveQueue == number && len(p.receives) > 0
	})
}

// Fired takes the end of a request for a notification.
func (w *World) Fired(end, number int, a *PendingNotify, s nd2.Status) *Violation {
	if number == SharedQueue {
		return w.watched(end, a, s)
	}
	q := w.ends[end].queues[number]
	q.pending = slices.DeleteFunc(q.pending, func(b *PendingNotify) bool { return b == a })
	if q.clear != never {
		q.clear = w.tick
	}
	switch {
	case s == nd2.Canceled && (a.canceled || a.mayCancel):
		w.Cover.visit("notify/canceled")
		q.any = q.any || a.Kind == nd2.NotifyAny
		return nil
	case s != nd2.Success:
		return Violates("cq.notify.nd-success", "a request for a notification ended with %v", s)
	case w.Unexplained(end, number, a) && w.Idle(end, number):
		return Violates("cq.notify.triggers-once cq.notify.arms-once",
			"a Notify has completed, and there is no result in completion queue %d or on its way", number)
	case !a.mayFire && a.Kind == nd2.NotifyErrors:
		return Violates("cq.notify.errors-ignores-success",
			"a Notify has completed, and only successful results have come to completion queue %d since", number)
	case !a.mayFire:
		return Violates("cq.notify.solicited-ignores-unsolicited",
			"a Notify has completed, and only successful results that nobody solicited have come to completion queue %d since",
			number)
	}
	w.Cover.visit("notify/fired")
	q.any = false
	q.announce(a)
	for _, b := range q.pending {
		if b.tick < a.tick && b.Kind == nd2.NotifyAny {
			b.due = true // one trigger completes every request outstanding
		}
	}
	return nil
}

// announce takes that a trigger has completed a request: it has announced all that came before the request, and, if
// there was nothing then that it could have been for, at least one result that came later.
func (q *queue) announce(a *PendingNotify) {
	since := int(q.taken - a.taken)
	if a.fresh == 0 && since > 0 {
		since--
	}
	q.fresh = min(q.fresh, since)
}

// result marks as due the requests for notifications that a result completes; tick is when
// the last thing that the result needed was done.
func (q *queue) result(tick uint64, solicited bool, s nd2.Status) {
	for _, a := range q.pending {
		a.mayFire = a.mayFire || a.tick >= tick || s != nd2.Success || solicited && a.Kind == nd2.NotifySolicited
	}
	q.spread()
	for i, a := range q.pending {
		switch {
		case a.tick >= tick:
			return // and so were those behind it
		case a.Kind == nd2.NotifyAny,
			a.Kind == nd2.NotifySolicited && (solicited || s != nd2.Success || anyBetween(q.pending[i:], a.tick, tick)):
			a.due = true
		}
	}
}

// anyBetween reports whether one of the requests is for any result and was made after one
// moment and before another. An earlier trigger of that one would have completed those
// before it too. Requests made concurrently share one moment, so their order is not
// known: one may have ended before the other was made.
func anyBetween(pending []*PendingNotify, after, before uint64) bool {
	return slices.ContainsFunc(pending, func(a *PendingNotify) bool {
		return a.Kind == nd2.NotifyAny && after < a.tick && a.tick < before
	})
}

func (w *World) cancel(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	n := rng.below(len(e.queues))
	if e.sharedDepth > 0 && w.block == nil && rng.one(4) {
		n = SharedQueue
	}
	if b := w.block; b != nil {
		if _, canceled := b.cancels[e.queues[n]]; canceled {
			return nil
		}
		b.cancels[e.queues[n]] = b.lane
	}
	for _, a := range w.PendingNotifies(end, n) {
		if w.isConcurrent(a) {
			a.mayCancel = true
		} else {
			a.canceled = true
		}
	}
	w.Cover.visit("cancel")
	return &Call{End: end, Queue: n, Allowed: succeeds, Rules: "overlapped.canceloverlappedrequests.nd-success"}
}

// isConcurrent reports whether another lane makes a Notify in this block.
func (w *World) isConcurrent(a *PendingNotify) bool {
	if w.block == nil {
		return false
	}
	by, pending := w.block.notifyLanes[a]
	return pending && by != w.block.lane
}

// PendingNotifies lists the pending Notifies of a queue.
func (w *World) PendingNotifies(end, number int) []*PendingNotify {
	if number == SharedQueue {
		return w.ends[end].watching
	}
	return w.ends[end].queues[number].pending
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
