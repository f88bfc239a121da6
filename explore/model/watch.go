package model

import "github.com/ndconform/ndconform/nd2"

// SharedQueue stands for the shared receive queue of an end where completion queues are
// given by their numbers.
const SharedQueue = -1

// watch arms a shared receive queue.
func (w *World) watch(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	if e.sharedDepth == 0 || len(e.watching) >= mostPending {
		return nil
	}
	a := &PendingNotify{}
	e.watching = append(e.watching, a)
	w.recount(end)
	w.Cover.visit("watch/armed")
	return &Call{End: end, Queue: SharedQueue, Notify: a}
}

// modify changes the depth of a shared receive queue, its threshold, both or neither.
func (w *World) modify(rng *random) *Call {
	end := rng.object(2)
	e := w.ends[end]
	if e.sharedDepth == 0 {
		return nil
	}
	c := &Call{End: end, Queue: SharedQueue, Allowed: mayLack, Rules: "srq.modify.nd-success"}
	if rng.one(2) {
		c.Depth = min(max(1, len(e.shared)+bit(e.strayed > 0))+rng.below(12), int(e.limits.MaxSharedReceiveQueueDepth))
		if c.Depth > w.Config.Shared {
			c.Allowed = mayGrow
		}
	}
	if rng.one(2) {
		c.Threshold = 1 + rng.below(5)
		if rng.one(3) { // about as many as there are
			c.Threshold = max(1, len(e.shared)-1+rng.below(3))
		}
	}
	if least := w.fewest(end); least > 1 && rng.one(6) {
		c.Depth, c.Allowed, c.Rules = least-1, nil, "srq.modify.nd-buffer-overflow srq.modify.unchanged-on-failure"
		c.Refused = true
		w.Cover.visit("modify/refused")
		return c
	}
	depth, threshold := e.sharedDepth, e.threshold
	c.undo = func() {
		e.sharedDepth, e.threshold = depth, threshold
		w.rearm(end)
	}
	if c.Depth > 0 {
		e.sharedDepth = c.Depth
		w.Cover.visit("modify/depth")
	}
	if c.Threshold > 0 {
		if e.threshold = c.Threshold; e.threshold > threshold { // the count may be below it already
			w.rearm(end)
		}
		w.Cover.visit("modify/threshold")
	}
	w.recount(end)
	return c
}

// rearm notes that a shared queue is not known to have held as many Receives as its threshold.
func (w *World) rearm(end int) {
	for _, a := range w.ends[end].watching {
		a.above = false
	}
	w.recount(end)
}

// fewest returns how many Receives a shared queue holds at least: those without a result,
// except those that may have been taken by messages on their way or by messages to queue pairs
// that are gone, and except those of this block, which may have been posted after the calls of
// other lanes.
func (w *World) fewest(end int) int {
	n := w.ends[end].certain()
	if w.block != nil {
		n -= len(w.block.shared[end])
	}
	for _, c := range w.connections {
		if p := c.side[end]; p != nil && p.shared {
			n -= len(p.other().outgoing)
		}
	}
	return max(0, n)
}

// recount notes that the number of Receives of a shared queue may have changed. A request for
// a notification is due once there were certainly as many as the threshold, and then certainly
// fewer; if the queue held fewer from the beginning, the request should end, but need not.
func (w *World) recount(end int) {
	e := w.ends[end]
	if len(e.watching) == 0 {
		return
	}
	fewest := w.fewest(end)
	for _, a := range e.watching {
		a.mayFire = a.mayFire || fewest < e.threshold
		a.due = a.due || a.above && len(e.shared) < e.threshold
		a.above = a.above || e.threshold > 0 && fewest >= e.threshold
	}
}

// watched takes the end of a request for a notification of a shared queue.
func (w *World) watched(number int, a *PendingNotify, s nd2.Status) *Violation {
	switch {
	case s == nd2.Canceled && a.canceled:
		w.Cover.visit("watch/canceled")
		return nil
	case s != nd2.Success:
		return Violates("srq.notify.nd-success", "a request for a notification of a shared receive queue ended with %v", s)
	case !a.mayFire:
		return Violates("srq.notify.fires-below-threshold srq.notify.counts-posted-receives",
			"a Notify has completed, and the queue, which holds %d at least, has not held fewer than the threshold, which is %d",
			w.fewest(number), w.ends[number].threshold)
	}
	w.Cover.visit("watch/fired")
	return nil
}

// certain returns how many Receives of the shared queue can't have been taken by messages to
// queue pairs that are gone.
func (e *end) certain() int { return len(e.shared) - e.strayed }

// mayStray reports whether a queue pair may go: whatever the messages to it have taken, there must
// be room for another Receive.
func (e *end) mayStray(p *pair) bool {
	return !p.shared || min(len(e.shared), e.strayed+len(p.other().outgoing)) < e.sharedDepth
}

// stray notes that messages to a queue pair of the shared queue may have taken Receives whose
// results come later, or never.
func (e *end) stray(messages int) {
	if messages == 0 {
		return
	}
	e.strayed = min(e.strayed+messages, len(e.shared))
	for _, r := range e.shared {
		r.doubtful = true
	}
	for _, a := range e.watching {
		a.mayFire, a.above = true, false
	}
}
