package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// ofWaiters forget who waits: queue pairs for Receives, and Reads for their turn.
func ofWaiters() []Mutant {
	return []Mutant{
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "starved", "Of the queue pairs of a queue that was empty when a message came, the oldest alone is served.", servingOldest),
		by("qp.read.beyond-read-limit", "credit-lost", "A Read that is posted behind a Send in progress is never given back its place among those in progress.",
			keepingAt(calls.QPRead, func(c *calls.Call, lost *calls.Record[int]) nd2.Status {
				k := c.OnQP().Connector()
				if k == nil {
					return c.Proceed()
				}
				if lost.Get(c.Object) >= int(k.OutboundReads()) {
					return nd2.Success
				}
				send := *c
				send.Request = nd2.RequestSend
				if send.Unfinished() {
					lost.Update(c.Object, increment)
				}
				return c.Proceed()
			})),
		by("connector.connect.patient", "forgets-answers", "An Accept that is in progress while a Send times out fails.", func() calls.Hooks {
			return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				if slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.Status == nd2.IOTimeout }) {
					for _, k := range calls.Living[*calls.Connector](&q.Object) {
						for _, s := range k.Outstanding() {
							if s.Method == calls.ConnectorAccept {
								s.End(nd2.IOTimeout)
							}
						}
					}
				}
				return fresh
			}}
		}),
		by("overlapped.getoverlappedresult.concurrent", "busy", "While a thread waits in GetOverlappedResult, the object refuses others.",
			keepingAt(calls.GetOverlappedResult, func(c *calls.Call, within *calls.Record[int]) nd2.Status {
				defer within.Update(c.Object, func(n int) int { return n - 1 })
				if within.Update(c.Object, increment) > 1 {
					return nd2.DeviceBusy
				}
				return c.Proceed()
			})),
	}
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
				posted.Update(c.Object, increment)
			}
			return s
		},
		Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				if o.FromSRQ() {
					posted.Update(o.Of.Object, func(n int) int { return n - 1 })
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
