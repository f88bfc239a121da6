package nic

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// delayedResults are a queue pair's results that a quirk delays, in order.
type delayedResults struct {
	waiting []delayedResult
	timer   timer
}

type delayedResult struct {
	nd2.Result
	queue     *CompletionQueue
	solicited bool
	at        rc.Tick
}

// changesResults reports whether quirks change or delay results.
func (h *Quirks) changesResults() bool {
	return h.SlowReceives > 0 || h.SlowSends > 0 || h.StaleBytes || h.Tick > 0 ||
		h.SlowQueuePairs > 0 || h.SlowFailures > 0 || h.SlowFlushedReceives > 0 || h.SlowFlushedRequests > 0
}

// pushByQuirks is pushResult for devices with such quirks.
func (q *QueuePair) pushByQuirks(c *CompletionQueue, r *nd2.Result, solicited bool) {
	if q.device.quirks.StaleBytes && (r.RequestType != nd2.RequestReceive || r.Status != nd2.Success) {
		r.BytesTransferred = 0xdeadbeef
	}
	if by, delayed := q.delayOf(r); delayed {
		q.holdBack(c, r, solicited, by)
		return
	}
	c.push(q, r, solicited)
}

// delayOf returns a result's delay, if any. A canceled result without a delay first shows all delayed
// ones.
func (q *QueuePair) delayOf(r *nd2.Result) (by time.Duration, delayed bool) {
	h := &q.device.quirks
	received, canceled := r.RequestType == nd2.RequestReceive, r.Status == nd2.Canceled
	switch {
	case canceled && (h.SlowFailures > 0 || h.SlowFlushedReceives > 0 || h.SlowFlushedRequests > 0):
		by = h.SlowFlushedRequests
		if received {
			by = h.SlowFlushedReceives
		}
		return by, by > 0 || h.SlowFailures > 0 && len(q.delayed.waiting) > 0
	case r.Status != nd2.Success && !canceled && h.SlowFailures > 0:
		return h.SlowFailures, true
	case h.SlowQueuePairs > 0:
		return h.SlowQueuePairs, q.number&1 != 0 // one of every two
	case canceled:
		q.showAll()
	case h.Tick > 0:
		return q.device.untilNext(h.Tick), true
	case received && h.SlowReceives > 0:
		return q.device.someOf(h.SlowReceives), true
	case !received && h.SlowSends > 0:
		return q.device.someOf(h.SlowSends), true
	}
	return 0, false
}

// someOf returns a varying part of t, so that results of several queue pairs overtake each other.
func (d *Device) someOf(t time.Duration) time.Duration {
	d.heldBack++
	mixed := d.heldBack * 0x9e3779b97f4a7c15 >> 40 // Fibonacci hashing
	return t * time.Duration(mixed) >> 24
}

// untilNext returns the time until the next multiple of tick.
func (d *Device) untilNext(tick time.Duration) time.Duration {
	now := time.Duration(d.now()) * time.Microsecond
	return tick - now%tick
}

// holdBack delays a result.
func (q *QueuePair) holdBack(c *CompletionQueue, r *nd2.Result, solicited bool, by time.Duration) {
	l, d := &q.delayed, q.device
	l.waiting = append(l.waiting, delayedResult{*r, c, solicited, d.now() + rc.Tick(by.Microseconds())})
	if len(l.waiting) == 1 {
		d.schedule(&l.timer, l.waiting[0].at)
	}
}

// showDelayed shows the client the due results.
func (q *QueuePair) showDelayed(now rc.Tick) {
	l := &q.delayed
	for len(l.waiting) > 0 && l.waiting[0].at <= now {
		r := l.waiting[0]
		l.waiting = l.waiting[1:]
		r.queue.push(q, &r.Result, r.solicited)
	}
	if len(l.waiting) > 0 {
		q.device.schedule(&l.timer, l.waiting[0].at)
	}
}

// showAll shows all delayed results.
func (q *QueuePair) showAll() {
	q.device.unschedule(&q.delayed.timer)
	q.showDelayed(^rc.Tick(0))
}
