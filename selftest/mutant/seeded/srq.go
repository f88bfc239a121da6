package seeded

import (
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func sharedReceiveQueues() []Fault {
	flushed := func(c *calls.Call, s nd2.Status) *calls.Object {
		if c.Method == calls.QPFlush && s == nd2.Success && c.OnQP().SRQ != nil {
			return &c.OnQP().SRQ.Object
		}
		return nil
	}
	shared := func(c *calls.Call) bool { return c.Method == calls.SRQReceive }
	return []Fault{
		fault("stateful/srq-deaf-after-modify", Notification,
			"After two changes of the threshold, a shared receive queue completes no Notify.",
			AfterMany(2, On(calls.SRQModify).If(func(c *calls.Call) bool { return c.Threshold != 0 }),
				Ended(calls.SRQNotify, nd2.Success), Muted), "srq.notify.fires-below-threshold", "srq.modify.enables-notification"),
		fault("stateful/flush-leaks-place", Lifetime, "Each Flush takes a place of the shared receive queue forever.",
			leakingPlaces(flushed, shared), "srq.receive.flush-spares-untaken", "srq.receive.nd-success"),
		fault("stateful/starved-200-ms", Notification,
			"After four messages in a row to one queue pair, the others of its shared receive queue wait 200 ms.",
			starving, "srq.receive.no-starvation", "cq.notify.result-before-notification"),
		fault("stateful/srq-overtaken-1-in-50", Counting,
			"One shared Receive in 50 is consumed after the Receive posted behind it.",
			overtakenNow(50, calls.SRQReceive), "srq.receive.order"),
		fault("stateful/srq-over-2-kib", Data,
			"The last byte of a message of more than 2 KiB is wrong if it consumes a shared Receive.",
			EachResult(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestReceive) && o.FromSRQ() && o.BytesTransferred > 2048 {
					FlipByte(o.Of.SGE, int(o.BytesTransferred)-1)
				}
			}), "srq.receive.scatters", "qp.send.delivers"),
		fault("stateful/modify-smaller-swallows", Lifetime,
			"The first Receive after a Modify that shrinks a shared receive queue is lost.",
			shrinkingSwallows, "srq.receive.shared-among-queue-pairs"),
		fault("stateful/threshold-of-before", Notification,
			"A Modify that lowers the threshold while requests are outstanding leaves it as it is.",
			Recording(func(c *calls.Call, threshold *calls.Record[uint32]) nd2.Status {
				if c.Method == calls.SRQModify && c.Threshold != 0 {
					if before := threshold.Set(c.Object, c.Threshold); c.Threshold < before && len(c.Outstanding()) > 0 {
						threshold.Set(c.Object, before)
						c.Threshold = 0
					}
				}
				return c.Proceed()
			}), "srq.modify.threshold-holds-for-outstanding-requests", "srq.notify.fires-below-threshold"),
		fault("stateful/shared-65th-lost", Lifetime,
			"Of more than 64 Receives that a shared receive queue holds, each further one is lost.",
			losingThe65th, "srq.receive.shared-among-queue-pairs", "adapter.createsharedreceivequeue.nd-success"),
		fault("stateful/release-takes-shared-entry", Lifetime,
			"When a queue pair is released, its shared receive queue loses the next Receive.",
			releaseTakesEntry, "srq.receive.shared-among-queue-pairs"),
	}
}

var shrinkingSwallows = Keeping2(func(c *calls.Call, depth *calls.Record[uint32], due *calls.Record[bool]) nd2.Status {
	if c.Method == calls.SRQReceive && due.Set(c.Object, false) {
		return nd2.Success
	}
	s := c.Proceed()
	if c.Method == calls.SRQModify && s == nd2.Success && c.Depth > 0 {
		if before := depth.Set(c.Object, c.Depth); before > c.Depth {
			due.Set(c.Object, true)
		}
	}
	return s
})

var losingThe65th = Recording(func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
	if c.Method != calls.SRQReceive {
		return c.Proceed()
	}
	if posted.Get(c.Object) >= 64 {
		return nd2.Success
	}
	c.OnResult(func(o *calls.Outcome) { posted.Update(o.Of.Object, Decrement) })
	posted.Update(c.Object, Increment)
	return c.Proceed()
})

var releaseTakesEntry = NextAfter(On(calls.Release).If(func(c *calls.Call) bool {
	q, ok := c.Self.(*calls.QueuePair)
	return ok && q.SRQ != nil
}).Of(func(c *calls.Call) *calls.Object { return &c.OnQP().SRQ.Object }), On(calls.SRQReceive), Nothing)

// A turn is which queue pair has taken from a shared receive queue last, and how often in a row.
type turn struct {
	of     *calls.QueuePair
	inARow int
}

func (t turn) next(q *calls.QueuePair) turn {
	if t.of == q {
		return turn{q, t.inARow + 1}
	}
	return turn{q, 1}
}

// starving holds back results of a queue pair from a shared receive queue for 200 ms after four
// messages of another.
func starving() calls.Hooks {
	const many, delay = 4, 200 * time.Millisecond
	type heldBack struct {
		of      *calls.QueuePair
		since   time.Time
		results []calls.Outcome
	}
	var turns calls.Record[turn]    // by shared receive queue
	var held calls.Record[heldBack] // by completion queue
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
		late := held.Get(&q.Object)
		if late.of != nil && time.Since(late.since) > delay {
			given, late = late.results, heldBack{}
		}
		for _, o := range fresh {
			if !o.FromSRQ() || o.On == nil {
				given = append(given, o)
				continue
			}
			before := turns.Get(o.Of.Object)
			turns.Set(o.Of.Object, before.next(o.On))
			if late.of == nil && before.inARow >= many && before.of != o.On {
				late = heldBack{of: o.On, since: time.Now()}
			}
			if late.of == o.On {
				late.results = append(late.results, o)
			} else {
				given = append(given, o)
			}
		}
		held.Set(&q.Object, late)
		return given
	}}
}
