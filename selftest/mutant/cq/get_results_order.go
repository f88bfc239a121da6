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
