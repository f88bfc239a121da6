package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Due reports whether the request must complete.
func (a *Arm) Due() bool { return a.due || a.canceled }

// How many requests for notifications a queue has outstanding at most, if they are made one
// after the other, and if lanes make them.
const (
	mostArms       = 4
	mostArmsBeside = 16
)

func (w *World) mostArms() int {
	if w.round != nil {
		return mostArmsBeside
	}
	return mostArms
}

func (w *World) notify(d *dice) *Call {
	end := d.object(2)
	e := w.ends[end]
	n := d.below(len(e.queues))
	q := e.queues[n]
	if len(q.arms) >= w.mostArms() {
		return nil
	}
	kind := []nd2.NotifyType{nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyErrors}[d.below(4)]
	if d.wishes(wishSolicit) {
		kind = nd2.NotifySolicited
	}
	a := &Arm{Kind: kind, tick: w.moment(), taken: q.taken, fresh: q.fresh}
	q.arm(a)
	if r := w.round; r != nil {
		r.arms, r.armed[a] = append(r.arms, a), r.lane
		by, canceled := r.cancels[q]
		a.mayCancel = canceled && by != r.lane
	}
	w.Cover.visit("notify/" + a.Kind.String())
	return &Call{End: end, Queue: n, Kind: a.Kind, Arm: a, Rules: "cq.notify.parallel cq.notify.nd-pending"}
}

// arm adds a request for a notification. What no trigger has announced may complete it, and so may
// any result while one for any is outstanding, or may still be armed.
func (q *queue) arm(a *Arm) {
	a.told = a.Kind == nd2.NotifyAny || q.any || q.fresh > 0
	q.arms = append(q.arms, a)
	q.spread()
}

// spread notes that what may complete one request may complete all: a trigger is for all.
func (q *queue) spread() {
	if slices.ContainsFunc(q.arms, func(a *Arm) bool { return a.told }) {
		for _, a := range q.arms {
			a.told = true
		}
	}
}

// Unfounded reports whether no result taken so far is one that may complete a request for a
// notification of a completion queue, though others may have come.
func (w *World) Unfounded(number int, a *Arm) bool { return number != SharedQueue && !a.told }

// Armed takes what Notify has returned at once: ND_SUCCESS, or ND_PENDING, or, beside
// other requests of the queue, that there is no room for another one. If another lane cancels
// the queue's requests meanwhile, the call may return after that, and say so.
func (w *World) Armed(c *Call, s nd2.Status) *Violation {
	switch s {
	case nd2.Pending:
		return nil
	case nd2.Success:
		c.Arm.told = true // by what is queued, whatever that is
		if c.Queue != SharedQueue {
			w.ends[c.End].queues[c.Queue].spread()
		}
		return w.Fired(c.End, c.Queue, c.Arm, s)
	case nd2.Canceled:
		if c.Arm.mayCancel {
			return w.Fired(c.End, c.Queue, c.Arm, s)
		}
	case nd2.InsufficientResources, nd2.NoMemory:
		w.ends[c.End].unarm(c.Queue, c.Arm)
		if w.anyArmed() { // queues may share the room
			return nil
		}
	}
	return Violates("cq.notify.nd-pending cq.notify.nd-success", "ND_PENDING or ND_SUCCESS", "Notify returned %v", s)
}

// Unarmed takes back a request for a notification for which there was no room beside requests that the
// model does not know of.
func (w *World) Unarmed(c *Call) { w.ends[c.End].unarm(c.Queue, c.Arm) }

// anyArmed reports whether a request for a notification is outstanding anywhere.
func (w *World) anyArmed() bool {
	for _, e := range w.ends {
		if len(e.watching) > 0 || slices.ContainsFunc(e.queues, func(q *queue) bool { return len(q.arms) > 0 }) {
			return true
		}
	}
	return false
}

// unarm takes back a request for a notification.
func (e *end) unarm(number int, a *Arm) {
	arms := &e.watching
	if number != SharedQueue {
		arms = &e.queues[number].arms
	}
	*arms = slices.DeleteFunc(*arms, func(b *Arm) bool { return b == a })
}

// Unexplained reports whether no result taken so far explains why a request for a notification of
// a completion queue has completed: then the result that explains it must be in the queue.
func (w *World) Unexplained(end, number int, a *Arm) bool {
	return number != SharedQueue && !a.due && a.fresh == 0 && w.ends[end].queues[number].taken == a.taken
}

// vanish notes that so many results may have come to a queue and gone with their queue pair;
// they, too, may have completed a request for a notification.
func (q *queue) vanish(results int) {
	q.fresh += results
	for _, a := range q.arms {
		a.fresh += results
		a.told = true
	}
}

// Idle reports whether no result of a completion queue is on its way.
func (w *World) Idle(end, number int) bool {
	return w.load(end, number) == 0 || w.Quiet() && !w.cancels(end, number)
}

// cancels reports whether Receives whose results come to a completion queue are being canceled.
func (w *World) cancels(end, number int) bool {
	return slices.ContainsFunc(w.connections, func(c *connection) bool {
		p := c.side[end]
		return c.phase == ending && p.receiveQueue == number && len(p.receives) > 0
	})
}

// Fired takes the end of a request for a notification.
func (w *World) Fired(end, number int, a *Arm, s nd2.Status) *Violation {
	if number == SharedQueue {
		return w.ends[end].watched(w, a, s)
	}
	q := w.ends[end].queues[number]
	q.arms = slices.DeleteFunc(q.arms, func(b *Arm) bool { return b == a })
	if q.clear != never {
		q.clear = w.tick
	}
	switch {
	case s == nd2.Canceled && (a.canceled || a.mayCancel):
		w.Cover.visit("notify/canceled")
		q.any = q.any || a.Kind == nd2.NotifyAny
		return nil
	case s != nd2.Success:
		return Violates("cq.notify.nd-success", "ND_SUCCESS of a request for a notification", "it ended with %v", s)
	case w.Unexplained(end, number, a) && w.Idle(end, number):
		return Violates("cq.notify.triggers-once cq.notify.arms-once", "a request for a notification to wait for a result that no other has announced",
			"it has completed, and there is no result in completion queue %d or on its way", number)
	case !a.told && a.Kind == nd2.NotifyErrors:
		return Violates("cq.notify.errors-ignores-success", "a request for errors to wait for one", "it has completed, and only successful results have come to completion queue %d since", number)
	case !a.told:
		return Violates("cq.notify.solicited-ignores-unsolicited", "a request for solicited results to wait for one, or for an error", "it has completed, and only successful results that nobody solicited have come to completion queue %d since", number)
	}
	w.Cover.visit("notify/fired")
	q.any = false
	q.fresh = min(q.fresh, max(0, int(q.taken-a.taken)-1))
	for _, b := range q.arms {
		if b.tick < a.tick && b.Kind == nd2.NotifyAny {
			b.due = true // one trigger completes every request outstanding
		}
	}
	return nil
}

// result marks as due the requests for notifications that a result completes; tick is when
// the last thing that the result needed was done.
func (q *queue) result(tick uint64, solicited bool, s nd2.Status) {
	for _, a := range q.arms {
		a.told = a.told || a.tick >= tick || s != nd2.Success || solicited && a.Kind == nd2.NotifySolicited
	}
	q.spread()
	for i, a := range q.arms {
		switch {
		case a.tick >= tick:
			return // and so were those behind it
		case a.Kind == nd2.NotifyAny, a.Kind == nd2.NotifySolicited && (solicited || s != nd2.Success || anyBetween(q.arms[i:], a.tick, tick)):
			a.due = true
		}
	}
}

// anyBetween reports whether one of the requests is for any result and was made after one
// moment and before another. An earlier trigger of that one would have completed those
// before it too. Requests made concurrently share one moment, so their order is not
// known: one may have ended before the other was made.
func anyBetween(arms []*Arm, after, before uint64) bool {
	return slices.ContainsFunc(arms, func(a *Arm) bool { return a.Kind == nd2.NotifyAny && after < a.tick && a.tick < before })
}

func (w *World) cancel(d *dice) *Call {
	end := d.object(2)
	e := w.ends[end]
	n := d.below(len(e.queues))
	if e.sharedDepth > 0 && w.round == nil && d.one(4) {
		n = SharedQueue
	}
	if r := w.round; r != nil {
		if _, canceled := r.cancels[e.queues[n]]; canceled {
			return nil
		}
		r.cancels[e.queues[n]] = r.lane
	}
	for _, a := range w.Arms(end, n) {
		if w.beside(a) {
			a.mayCancel = true
		} else {
			a.canceled = true
		}
	}
	w.Cover.visit("cancel")
	return &Call{End: end, Queue: n, Allowed: succeeds, Rules: "overlapped.canceloverlappedrequests.nd-success"}
}

// beside reports whether another lane makes a request for a notification concurrently
// with this one.
func (w *World) beside(a *Arm) bool {
	if w.round == nil {
		return false
	}
	by, armed := w.round.armed[a]
	return armed && by != w.round.lane
}

// Arms lists the requests for notifications of a queue that have not ended.
func (w *World) Arms(end, number int) []*Arm {
	if number == SharedQueue {
		return w.ends[end].watching
	}
	return w.ends[end].queues[number].arms
}

func (w *World) results(d *dice) *Call {
	end := d.object(2)
	e := w.ends[end]
	n := d.below(len(e.queues))
	if w.takesShared(end, n) && !w.mine(e.queues[n]) {
		return nil
	}
	return &Call{End: end, Queue: n, Count: []int{1, 1, 2, 3, 5, 16, 64}[d.below(7)], Rules: "cq.getresults.count cq.notify.parallel"}
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

func (w *World) resize(d *dice) *Call {
	end := d.object(2)
	e := w.ends[end]
	if e.limits.AdapterFlags&nd2.AdapterCQResize == 0 {
		return nil
	}
	n := d.below(len(e.queues))
	q := e.queues[n]
	depth := w.load(end, n) + roomToSettle + d.below(12)
	if w.round == nil && w.endsByItself(end, n) && depth&1 == 0 {
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
	if r := w.round; r != nil {
		if _, resized := r.resized[q]; resized {
			return nil
		}
		r.resized[q], q.depth = depth, min(depth, before)
	} else {
		q.depth = depth
	}
	w.Cover.visit("resize/" + direction)
	return &Call{End: end, Queue: n, Depth: depth, Allowed: mayLack, Rules: "cq.resize.nd-success", undo: func() { q.depth = before }}
}
