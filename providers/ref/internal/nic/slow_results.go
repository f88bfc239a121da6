package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// slowResults are those that the habit of slow Receives holds back, in order.
type slowResults struct {
	waiting []slowResult
	timer   timer
}

type slowResult struct {
	nd2.Result
	solicited bool
	at        rc.Tick
}

// holdBack has the client see a result later, some more and some less, so that those
// of several queue pairs come in another order than their messages.
func (q *QueuePair) holdBack(r *nd2.Result, solicited bool) {
	d := q.device
	d.heldBack++
	mixed := d.heldBack * 0x9e3779b97f4a7c15 >> 32 // Fibonacci hashing
	late := d.habits.SlowReceives.Microseconds() * int64(mixed) >> 32
	q.slow.waiting = append(q.slow.waiting, slowResult{*r, solicited, d.now() + rc.Tick(late)})
	if len(q.slow.waiting) == 1 {
		d.schedule(&q.slow.timer, q.slow.waiting[0].at)
	}
}

// showSlow shows the client what has waited until now.
func (q *QueuePair) showSlow(now rc.Tick) {
	s := &q.slow
	for len(s.waiting) > 0 && s.waiting[0].at <= now { // who is behind waits longer
		r := s.waiting[0]
		s.waiting = s.waiting[1:]
		q.receiveCQ.push(q, &r.Result, r.solicited)
	}
	if len(s.waiting) > 0 {
		q.device.schedule(&s.timer, s.waiting[0].at)
	}
}

// hurry shows all.
func (q *QueuePair) hurry() {
	q.device.unschedule(&q.slow.timer)
	q.showSlow(^rc.Tick(0))
}
