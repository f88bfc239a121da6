package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var getResultsOrder = []Mutant{
	New("cq.getresults.a-queue-for-each/swapped",
		"Receives report to the initiator completion queue, and all else to the receive completion queue.",
		OnCall(func(c *calls.Call) nd2.Status {
			c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ
			return c.Proceed()
		})),
	New("cq.getresults.initiator-order-with-windows/failed-first",
		"A Bind that fails completes ahead of the request before it.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			for i := 1; i < len(fresh); i++ {
				if o := fresh[i]; o.RequestType == nd2.RequestBind && Failed(&o) && fresh[i-1].On == o.On {
					fresh[i-1], fresh[i] = o, fresh[i-1]
				}
			}
			return fresh
		})),
	New("cq.getresults.initiator-order-with-windows/first",
		"Binds and Invalidates complete ahead of the requests before them.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			slices.SortStableFunc(fresh, func(a, b calls.Outcome) int { return ofMemory(b) - ofMemory(a) })
			return fresh
		})),
	New("cq.getresults.initiator-order/swapped", "Two requests of an initiator queue complete in the wrong order.",
		SwappingResults(func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive })),
	New("cq.getresults.one-queue-for-both/receives-lost",
		"If a completion queue serves both kinds of requests, Receives have no result.",
		LosingResults(func(o *calls.Outcome) bool {
			return o.RequestType == nd2.RequestReceive && o.On != nil && o.On.ReceiveCQ == o.On.InitiatorCQ
		})),
	New("cq.getresults.receive-order/swapped", "Two Receives of a queue pair complete in the wrong order.",
		SwappingResults(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive })),
	New("cq.getresults.several-queue-pairs/mixed-up",
		"When results of several queue pairs come together, all have the last one's queue pair context.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			for i := range fresh {
				fresh[i].QueuePairContext = fresh[len(fresh)-1].QueuePairContext
			}
			return fresh
		})),
	New("cq.getresults.several-queue-pairs/out-of-order",
		"When results of several queue pairs come together, they are in reverse order.",
		EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
			if len(fresh) > 0 && slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.On != fresh[0].On }) {
				slices.Reverse(fresh)
			}
			return fresh
		})),
}

func ofMemory(o calls.Outcome) int {
	if o.RequestType == nd2.RequestBind || o.RequestType == nd2.RequestInvalidate {
		return 1
	}
	return 0
}

// rings breaks queues where they have gone round many times, or have served queue pairs before.
var rings = []Mutant{
	New("cq.getresults.initiator-order/round-twice",
		"Where a ring of 1024 places has gone round, a Send's result is given with the context of the one before.",
		KeepingResults(func(o *calls.Outcome, sent *calls.Record[int]) {
			if o.On != nil && o.RequestType == nd2.RequestSend && sent.Update(&o.On.Object, Increment)%1024 == 0 {
				o.RequestContext--
			}
		})),
	New("cq.getresults.receive-order/round-twice",
		"Where a ring of 1024 places has gone round, a Receive's result is given with the context of the one before.",
		KeepingResults(func(o *calls.Outcome, received *calls.Record[int]) {
			if o.On != nil && o.RequestType == nd2.RequestReceive && received.Update(&o.On.Object, Increment)%1024 == 0 {
				o.RequestContext--
			}
		})),
	New("adapter.createcompletionqueue.holds-depth/after-canceled",
		"Of the results that a queue has had with ND_CANCELED every third takes its place for good.", losingPlaces()),
}

// losingPlaces makes a defect: a queue that has given canceled results loses later ones.
func losingPlaces() Defect {
	return func() calls.Hooks {
		var canceled, since calls.Record[int]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.CQNotify {
					since.Set(c.Object, 0)
				}
				return c.Proceed()
			},
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
				for _, o := range fresh {
					if o.Status == nd2.Canceled {
						canceled.Update(&q.Object, Increment)
					} else if n := since.Update(&q.Object, Increment); n > int(q.Depth)-canceled.Get(&q.Object)/3 {
						continue
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}
