package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func getResultsOrder() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.getresults.a-queue-for-each/swapped",
			"Receives report to the initiator completion queue, and all else to the receive completion queue.",
			mutant.OnCall(func(c *calls.Call) nd2.Status {
				c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ
				return c.Proceed()
			})),
		mutant.New("cq.getresults.initiator-order-with-windows/failed-first",
			"A Bind that fails completes ahead of the request before it.",
			mutant.EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					if o := fresh[i]; o.RequestType == nd2.RequestBind && mutant.Failed(&o) && fresh[i-1].On == o.On {
						fresh[i-1], fresh[i] = o, fresh[i-1]
					}
				}
				return fresh
			})),
		mutant.New("cq.getresults.initiator-order-with-windows/first",
			"Binds and Invalidates complete ahead of the requests before them.",
			mutant.EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				slices.SortStableFunc(fresh, func(a, b calls.Outcome) int { return ofMemory(b) - ofMemory(a) })
				return fresh
			})),
		mutant.New("cq.getresults.initiator-order/swapped",
			"Two requests of an initiator queue complete in the wrong order.",
			mutant.SwappingResults(func(o *calls.Outcome) bool { return o.RequestType != nd2.RequestReceive })),
		mutant.New("cq.getresults.one-queue-for-both/receives-lost",
			"If a completion queue serves both kinds of requests, Receives have no result.",
			mutant.LosingResults(func(o *calls.Outcome) bool {
				return o.RequestType == nd2.RequestReceive && o.On != nil && o.On.ReceiveCQ == o.On.InitiatorCQ
			})),
		mutant.New("cq.getresults.receive-order/swapped", "Two Receives of a queue pair complete in the wrong order.",
			mutant.SwappingResults(func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive })),
		mutant.New("cq.getresults.several-queue-pairs/mixed-up",
			"When results of several queue pairs come together, all have the last one's queue pair context.",
			mutant.EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				for i := range fresh {
					fresh[i].QueuePairContext = fresh[len(fresh)-1].QueuePairContext
				}
				return fresh
			})),
		mutant.New("cq.getresults.several-queue-pairs/out-of-order",
			"When results of several queue pairs come together, they are in reverse order.",
			mutant.EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				if len(fresh) > 0 && slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.On != fresh[0].On }) {
					slices.Reverse(fresh)
				}
				return fresh
			})),
	}
}

func ofMemory(o calls.Outcome) int {
	if o.RequestType == nd2.RequestBind || o.RequestType == nd2.RequestInvalidate {
		return 1
	}
	return 0
}
