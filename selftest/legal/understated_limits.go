package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// understatedLimits are variants of adapters that can do more than Query says.
var understatedLimits = alike(Variant{
	Permits:  "Providers are free to give more than was asked for, and can't say how much.",
	Source:   "IND2Adapter.md, IND2Adapter::CreateQueuePair, Implementation Notes",
	Excludes: because(sameLimits, "huge-limits", "large-limits", "small-limits", "tiny-limits", "uneven-limits"),
}, []Variant{
	{
		ID: "rounded-rings", hooks: func() calls.Hooks { return understating(fewerRequests) },
		Differs: "Query says 1,000 requests of each kind, and queues asked to have them have room for 1,024.",
		Excludes: because(sameLimits, "one-receive", "one-request", "one-shared-receive", "no-srq-with-ndk", "low-resources",
			"most-queues"),
	},
	{
		ID: "spare-entries", hooks: func() calls.Hooks { return understating(fewerEntries) },
		Differs:  "Query says one entry less than requests of the largest queue pairs can have.",
		Excludes: because(sameLimits, "one-entry", "low-resources", "most-queues"),
	},
	{
		ID:      "longer-transfers",
		Differs: "Requests can carry twice MaxTransferLength.",
		Permits: "The code is for more data than the hardware supports, and clients are to stay within what Query says.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
		hooks: querying(func(info *nd2.AdapterInfo) {
			info.MaxTransferLength /= 2
		}),
	},
	{
		ID: "deeper-later", hooks: deeperLater,
		Differs: "Resize and Modify, and the creation of a shared receive queue, give more than Query says.",
		Permits: "The codes are for what the adapter, or its hardware, can't do.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Resize, Return Value",
		Excludes: because(sameLimits, "below-maximum", "one-shared-receive", "no-srq-with-ndk", "low-resources",
			"rounded-rings", "spare-entries"),
	},
	{
		ID: "spare-inline", hooks: func() calls.Hooks { return understating(lessInline) },
		Differs:  "Queue pairs with the most inline data take eight bytes more.",
		Excludes: because(sameLimits, "no-inline", "most-queues"),
	},
})

func fewerRequests(info *nd2.AdapterInfo) {
	info.MaxReceiveQueueDepth, info.MaxInitiatorQueueDepth = 1000, 1000
	if info.MaxSharedReceiveQueueDepth > 0 {
		info.MaxSharedReceiveQueueDepth = 1000
	}
}

func fewerEntries(info *nd2.AdapterInfo) {
	info.MaxInitiatorSGE--
	info.MaxReceiveSGE--
	info.MaxReadSGE--
}

func lessInline(info *nd2.AdapterInfo) {
	info.MaxInlineDataSize = max(info.MaxInlineDataSize, 8) - 8
	info.InlineRequestThreshold = min(info.InlineRequestThreshold, info.MaxInlineDataSize)
}

// understating makes hooks that have Query say less than the engine can do. Whoever asks for
// as much as Query says gets what there is; more is refused.
func understating(less func(info *nd2.AdapterInfo)) calls.Hooks {
	create := func(c *calls.Call) nd2.Status {
		has := c.Self.(*calls.Adapter).Limits()
		if has.MaxCompletionQueueDepth == 0 {
			return c.Proceed() // the adapter has been removed
		}
		says := has
		less(&says)
		for _, limit := range asked(c) {
			switch said := limit.of(&says); {
			case *limit.value > said:
				return limit.refusal
			case *limit.value == said:
				*limit.value = limit.of(&has)
			}
		}
		return c.Proceed()
	}
	return calls.Chain(querying(less)(), calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq, calls.AdapterCreateSharedReceiveQueue:
			return create(c)
		}
		return c.Proceed()
	}})
}

// An askedLimit is a parameter of a creation that an adapter's limit holds for.
type askedLimit struct {
	value   *uint32
	of      func(info *nd2.AdapterInfo) uint32
	refusal nd2.Status
}

// asked lists the limited parameters of a creation.
func asked(c *calls.Call) []askedLimit {
	receives := func(i *nd2.AdapterInfo) uint32 { return i.MaxReceiveQueueDepth }
	shared := func(i *nd2.AdapterInfo) uint32 { return i.MaxSharedReceiveQueueDepth }
	requests := func(i *nd2.AdapterInfo) uint32 { return i.MaxInitiatorQueueDepth }
	receiveSGEs := func(i *nd2.AdapterInfo) uint32 { return i.MaxReceiveSGE }
	initiatorSGEs := func(i *nd2.AdapterInfo) uint32 { return i.MaxInitiatorSGE }
	inline := func(i *nd2.AdapterInfo) uint32 { return i.MaxInlineDataSize }
	switch c.Method {
	case calls.AdapterCreateSharedReceiveQueue:
		return []askedLimit{{&c.Depth, shared, nd2.InvalidParameter3}, {&c.SGEs, receiveSGEs, nd2.InvalidParameter4}}
	case calls.AdapterCreateQueuePairWithSrq:
		return []askedLimit{
			{&c.InitiatorDepth, requests, nd2.InvalidParameter6},
			{&c.InitiatorSGEs, initiatorSGEs, nd2.InvalidParameter7},
			{&c.InlineSize, inline, nd2.InvalidParameter8},
		}
	}
	return []askedLimit{
		{&c.ReceiveDepth, receives, nd2.InvalidParameter5},
		{&c.InitiatorDepth, requests, nd2.InvalidParameter6},
		{&c.ReceiveSGEs, receiveSGEs, nd2.InvalidParameter7},
		{&c.InitiatorSGEs, initiatorSGEs, nd2.InvalidParameter8},
		{&c.InlineSize, inline, nd2.InvalidParameter9},
	}
}

// deeperLater has Query say half of what completion and shared receive queues can have. Only
// the creation of a completion queue, whose depth must be within that, is held to it.
func deeperLater() calls.Hooks {
	half := querying(func(info *nd2.AdapterInfo) {
		info.MaxCompletionQueueDepth /= 2
		info.MaxSharedReceiveQueueDepth /= 2
	})
	return calls.Chain(half(),
		calls.Hooks{Call: calls.At(calls.AdapterCreateCompletionQueue, func(c *calls.Call) nd2.Status {
			if most := c.Self.(*calls.Adapter).Limits().MaxCompletionQueueDepth; most > 0 && c.Depth > most/2 {
				return nd2.InvalidParameter3
			}
			return c.Proceed()
		})})
}
