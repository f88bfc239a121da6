package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var createQueuePairWithSrqUse = []Mutant{
	New("adapter.createqueuepairwithsrq.drops-references/completion-queue-kept",
		"A queue pair that has been released keeps its receive completion queue.",
		LeakingReference(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
	New("adapter.createqueuepairwithsrq.drops-references/queue-kept",
		"A queue pair that has been released keeps its shared receive queue.",
		LeakingReference(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) nd2.Unknown { return c.SRQ })),
	New("adapter.createqueuepairwithsrq.empty-queue-keeps-connection/impatient",
		"A Send that finds the shared receive queue empty fails.", impatient(anyPair)),
	New("adapter.createqueuepairwithsrq.empty-queue-keeps-connection/impatient-passive",
		"A Send of the accepting side that finds the shared receive queue empty fails.",
		impatient(func(q *calls.QueuePair) bool { return q.Connector() != nil && !q.Connector().Active() })),
	New("adapter.createqueuepairwithsrq.empty-queue-keeps-connection/times-out",
		"A Send that finds the shared receive queue empty is canceled once another has timed out.", cancelingOnTimeout),
	New("adapter.createqueuepairwithsrq.hardware-flow-control/impatient",
		"Sends that find the shared receive queue empty fail.", impatient(anyPair)),
	New("adapter.createqueuepairwithsrq.hardware-flow-control/out-of-order",
		"Messages that have waited for a Receive arrive in the wrong order.", SwappingPairs(calls.QPSend)),
	New("adapter.createqueuepairwithsrq.hardware-flow-control/starved",
		"Once a message finds the shared receive queue empty, only its oldest queue pair receives.", servingOldest),
	New("adapter.createqueuepairwithsrq.interfaces/no-unknown",
		"A queue pair with a shared receive queue says that it has no interface IUnknown.", refusingWithSRQ(nd2.IIDUnknown)),
	New("adapter.createqueuepairwithsrq.interfaces/not-itself",
		"A queue pair with a shared receive queue does not return IND2QueuePair from QueryInterface.",
		refusingWithSRQ(nd2.IIDQueuePair)),
}

var createQueuePairWithSrq = []Mutant{
	New("adapter.createqueuepairwithsrq.keeps-references/gone",
		"A shared receive queue is gone with the client's last reference, and takes no more.", func() calls.Hooks {
			var gone calls.Record[bool]
			return calls.Hooks{
				Call: func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if q, ok := c.Self.(*calls.SharedReceiveQueue); ok && c.Method == calls.Release && c.Count <= users(q) {
						gone.Set(c.Object, true)
						c.Count = 0
					}
					return s
				},
				Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
					return slices.DeleteFunc(fresh, func(o calls.Outcome) bool { return o.FromSRQ() && gone.Get(o.Of.Object) })
				},
			}
		}),
	New("adapter.createqueuepairwithsrq.nd-success/half",
		"A queue pair with a shared receive queue holds half of the initiator requests that it was created for.",
		Before(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) {
			if c.InitiatorDepth > 1 && c.InitiatorDepth <= limits(c).MaxInitiatorQueueDepth {
				c.InitiatorDepth /= 2
			}
		})),
	New("adapter.createqueuepairwithsrq.no-queue/other",
		"Without a receive completion queue the initiator's serves as both.",
		Before(calls.AdapterCreateQueuePairWithSrq, otherQueue)),
	New("adapter.createqueuepairwithsrq.results-by-kind/no-reads",
		"A Read of a queue pair with a shared receive queue has no result.", LosingResults(func(o *calls.Outcome) bool {
			return o.Succeeded(nd2.RequestRead) && o.On != nil && o.On.SRQ != nil
		})),
}

// impatient makes a defect: a Send of such a queue pair that does not end at once flushes it.
func impatient(such func(q *calls.QueuePair) bool) Defect {
	return After(calls.QPSend, func(c *calls.Call) {
		if such(c.OnQP()) && c.Unfinished() {
			c.OnQP().Inner.Flush()
		}
	})
}

func anyPair(*calls.QueuePair) bool { return true }

// users counts the queue pairs that take from a shared receive queue.
func users(q *calls.SharedReceiveQueue) (n uint32) {
	for _, p := range calls.Living[*calls.QueuePair](&q.Object) {
		if p.SRQ == q {
			n++
		}
	}
	return n
}

// cancelingOnTimeout cancels all Sends that wait for a Receive once one has timed out.
func cancelingOnTimeout() calls.Hooks {
	var waits calls.Record[bool]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.QPSend && s == nd2.Success && c.Unfinished() {
				waits.Set(c.Object, true)
			}
			return s
		},
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.Status == nd2.IOTimeout }) {
				for _, pair := range calls.Living[*calls.QueuePair](&q.Object) {
					if waits.Get(&pair.Object) {
						pair.Inner.Flush()
					}
				}
			}
			return fresh
		},
	}
}

// refusingWithSRQ is [RefusingInterface] of queue pairs with a shared receive queue.
func refusingWithSRQ(iid nd2.GUID) Defect {
	return Refusing(calls.QueryInterface, nd2.NotSupported, func(c *calls.Call) bool {
		q, ok := c.Self.(*calls.QueuePair)
		return ok && q.SRQ != nil && c.IID == iid
	})
}

// servingOldest has a shared receive queue that a message has found empty serve the oldest of
// its queue pairs from then on: what others receive is lost.
func servingOldest() calls.Hooks {
	var posted calls.Record[int]
	var foundEmpty calls.Record[bool]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			if c.Method == calls.QPSend {
				for _, q := range calls.Living[*calls.SharedReceiveQueue](c.Object) {
					if posted.Get(&q.Object) == 0 {
						foundEmpty.Set(&q.Object, true)
					}
				}
			}
			s := c.Proceed()
			if c.Method == calls.SRQReceive && s == nd2.Success {
				posted.Update(c.Object, Increment)
			}
			return s
		},
		Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				if o.FromSRQ() {
					posted.Update(o.Of.Object, Decrement)
					if foundEmpty.Get(o.Of.Object) && o.On != nil && !oldest(o.On) {
						continue
					}
				}
				given = append(given, o)
			}
			return given
		},
	}
}

// oldest reports whether no other queue pair of its shared receive queue is older.
func oldest(pair *calls.QueuePair) bool {
	return !slices.ContainsFunc(calls.Living[*calls.QueuePair](&pair.Object), func(q *calls.QueuePair) bool {
		return q.SRQ == pair.SRQ && q.Born < pair.Born
	})
}

// usedAgain breaks what a shared receive queue is good for after a queue pair of it has been released.
var usedAgain = []Mutant{
	New("adapter.createqueuepairwithsrq.nd-success/after-release",
		"A shared receive queue whose queue pair was released takes no other.",
		Since(On(calls.Release).If(func(c *calls.Call) bool {
			q, ok := c.Self.(*calls.QueuePair)
			return ok && q.SRQ != nil && c.LastReference()
		}).Of(func(c *calls.Call) *calls.Object { return &c.OnQP().SRQ.Object }),
			On(calls.AdapterCreateQueuePairWithSrq).Of(func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.SRQ) }),
			Say(nd2.InvalidParameter4))),
}
