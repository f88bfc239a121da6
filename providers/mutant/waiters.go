package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// ofWaiters forget who waits: queue pairs for Receives, and Reads for their turn.
func ofWaiters() []Mutant {
	return []Mutant{
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "starved", "Of the queue pairs of a queue that was empty when a message came, the oldest alone is served.", servingOldest),
		by("qp.read.beyond-read-limit", "credit-lost", "A Read that is posted behind a Send in progress is never given back its place among those in progress.",
			keepingAt(interpose.QPRead, func(c *interpose.Call, lost *interpose.Record[int]) nd2.Status {
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
		by("connector.connect.patient", "forgets-answers", "An Accept that is in progress while a Send times out fails.", func() interpose.Hooks {
			return interpose.Hooks{Results: func(q *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
				if slices.ContainsFunc(fresh, func(o interpose.Outcome) bool { return o.Status == nd2.IOTimeout }) {
					for _, k := range interpose.Living[*interpose.Connector](&q.Object) {
						for _, s := range k.Outstanding() {
							if s.Method == interpose.ConnectorAccept {
								s.End(nd2.IOTimeout)
							}
						}
					}
				}
				return fresh
			}}
		}),
		by("overlapped.getoverlappedresult.concurrent", "busy", "While a thread waits in GetOverlappedResult, the object refuses others.",
			keepingAt(interpose.GetOverlappedResult, func(c *interpose.Call, within *interpose.Record[int]) nd2.Status {
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
func servingOldest() interpose.Hooks {
	var posted interpose.Record[int]
	var foundEmpty interpose.Record[bool]
	return interpose.Hooks{
		Call: func(c *interpose.Call) nd2.Status {
			if c.Method == interpose.QPSend {
				for _, q := range interpose.Living[*interpose.SharedReceiveQueue](c.Object) {
					if posted.Get(&q.Object) == 0 {
						foundEmpty.Set(&q.Object, true)
					}
				}
			}
			s := c.Proceed()
			if c.Method == interpose.SRQReceive && s == nd2.Success {
				posted.Update(c.Object, increment)
			}
			return s
		},
		Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) (given []interpose.Outcome) {
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
func oldest(pair *interpose.QueuePair) bool {
	return !slices.ContainsFunc(interpose.Living[*interpose.QueuePair](&pair.Object), func(q *interpose.QueuePair) bool {
		return q.SRQ == pair.SRQ && q.Born < pair.Born
	})
}
