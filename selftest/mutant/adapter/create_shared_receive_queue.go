package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func createSharedReceiveQueue() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("adapter.createsharedreceivequeue.maxima-together/invalid",
			"The largest depth together with the most entries is an invalid parameter.",
			mutant.Refusing(calls.AdapterCreateSharedReceiveQueue, nd2.InvalidParameter3, func(c *calls.Call) bool {
				info := limits(c)
				return c.Depth == info.MaxSharedReceiveQueueDepth && c.SGEs == info.MaxReceiveSGE
			})),
		mutant.New("adapter.createsharedreceivequeue.nd-success/most-of-both",
			"A shared receive queue at both limits holds a Receive less.",
			mutant.Before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) {
				if l := limits(c); c.Depth == l.MaxSharedReceiveQueueDepth && c.SGEs == l.MaxReceiveSGE {
					c.Depth--
				}
			})),
		mutant.New("adapter.createsharedreceivequeue.overlapped-file/first",
			"Notifications go to the adapter's first overlapped file.",
			onFirstFile(calls.AdapterCreateSharedReceiveQueue)),
		mutant.New("adapter.createsharedreceivequeue.zero-threshold-disables/one",
			"A threshold of 0 at creation notifies when no Receive is left.",
			mutant.Before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) { c.Threshold = max(1, c.Threshold) })),
	}
}
