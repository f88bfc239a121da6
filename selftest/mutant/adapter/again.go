package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
