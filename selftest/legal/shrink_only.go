package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// sharedQueues are variants of shared receive queues whose depth is that of their creation, at most.
var sharedQueues = alike(Variant{
	Permits: "No flag says that such a queue can grow, and drivers of common adapters can't have it grow.",
	Source:  "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Modify, Return Value",
	Excludes: map[string]string{
		"shared-never-grows": "both say that it can't", "shared-growth-unsupported": "both say that it can't",
		"well-known-codes": exhaustionCode, "shipped-codes": exhaustionCode, "most-queues": "there is more room at once",
	},
}, []Variant{
	{
		ID: "shared-never-grows", hooks: neverGrows(nd2.InsufficientResources),
		Differs: "A shared receive queue lacks the resources to grow beyond the depth it was created with.",
	},
	{
		ID: "shared-growth-unsupported", hooks: neverGrows(nd2.NotSupported),
		Differs: "A shared receive queue answers ND_NOT_SUPPORTED if it is to grow beyond the depth it was created with.",
	},
})

func neverGrows(refusal nd2.Status) func() calls.Hooks {
	return func() calls.Hooks {
		var created calls.Record[uint32]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.AdapterCreateSharedReceiveQueue:
				status := c.Proceed()
				if status == nd2.Success && c.Made != nil {
					created.Set(c.Made, c.Depth)
				}
				return status
			case calls.SRQModify:
				if most := created.Get(c.Object); c.Depth > most && c.Depth <= c.Parent.Limits().MaxSharedReceiveQueueDepth {
					return refusal
				}
			}
			return c.Proceed()
		}}
	}
}
