package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notifyFailures = []Mutant{
	New("cq.notify.ends-on-release/never", "A request outstanding when the queue is released never ends.",
		MutedOnRelease("IND2CompletionQueue")),
	New("cq.notify.failure-ends-queue-pairs/first-only",
		"Queue pairs of a queue that has failed go on, but for the oldest.",
		QueuePairsGoOn(calls.CQNotify, nd2.InternalError, NotFirst)),
	New("cq.notify.failure-ends-queue-pairs/go-on", "Queue pairs of a queue that has failed go on.",
		QueuePairsGoOn(calls.CQNotify, nd2.InternalError)),
	New("cq.notify.failure-ends-results/go-on",
		"A queue that has failed reports canceled requests of its queue pairs.", stillReports(nd2.InternalError)),
	New("cq.notify.nd-buffer-overflow/by-one",
		"One result too many takes the place of the oldest one, and the queue goes on.", overrunByOne),
	New("cq.notify.overrun-ends-queue-pairs/go-on", "Queue pairs of a queue that was overrun go on.",
		QueuePairsGoOn(calls.CQNotify, nd2.BufferOverflow)),
	New("cq.notify.overrun-ends-results/go-on",
		"A queue that was overrun reports canceled requests of its queue pairs.", stillReports(nd2.BufferOverflow)),
	New("cq.notify.overrun-of-every-type/errors-forgotten",
		"An overrun leaves requests for ND_CQ_NOTIFY_ERRORS pending.", overrunMisses(nd2.NotifyErrors)),
	New("cq.notify.overrun-of-every-type/solicited-forgotten",
		"An overrun leaves requests for ND_CQ_NOTIFY_SOLICITED pending.", overrunMisses(nd2.NotifySolicited)),
	New("cq.notify.overrun-spares-others/ends-others", "An overrun ends the requests of other queues.",
		When(Ended(calls.CQNotify, nd2.BufferOverflow), Then(func(c *calls.Call) { endOthers(c, nd2.BufferOverflow) }))),
	New("cq.notify.overrun-spares-others/flushes-others", "An overrun flushes the queue pairs of other queues.",
		When(Ended(calls.CQNotify, nd2.BufferOverflow), Then(func(c *calls.Call) {
			for _, q := range calls.Living[*calls.QueuePair](c.Object) {
				q.Inner.Flush()
			}
		}))),
}

// overrunByOne makes queues one deeper than they are asked for, with as many places as that.
func overrunByOne() calls.Hooks {
	var places calls.Record[int]
	return calls.Hooks{
		Call: calls.At(calls.AdapterCreateCompletionQueue, func(c *calls.Call) nd2.Status {
			depth := c.Depth
			if depth == 0 || depth >= c.Self.(*calls.Adapter).Limits().MaxCompletionQueueDepth {
				return c.Proceed()
			}
			c.Depth++
			s := c.Proceed()
			if s == nd2.Success {
				places.Set(calls.ObjectOf(*c.Out), int(depth))
			}
			return s
		}),
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if n := places.Get(&q.Object); n > 0 && len(fresh) > n {
				fresh[0] = fresh[n]
			}
			return fresh
		},
	}
}

func overrunMisses(kind nd2.NotifyType) Defect {
	return BeforeNotifying(calls.CQNotify, nd2.BufferOverflow, func(c *calls.Call) {
		if c.Proxy.NotifyType == kind {
			c.Proxy.Mute()
		}
	})
}

// stillReports makes a defect: a flush has a result in a queue that has failed.
func stillReports(with nd2.Status) Defect {
	return Since(Ended(calls.CQNotify, with),
		On(calls.QPFlush).Of(func(c *calls.Call) *calls.Object { return &c.OnQP().ReceiveCQ.Object }),
		First(func(c *calls.Call) {
			c.OnQP().Report(calls.Outcome{Result: nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestReceive}})
		}))
}
