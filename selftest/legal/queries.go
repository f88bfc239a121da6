package legal

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// queries are variants of what adapters say of themselves.
var queries = []Variant{
	{
		ID: "vendor-info", hooks: vendorInfo,
		Differs: "The adapter has 32 bytes to say beyond ND2_ADAPTER_INFO, which Query asks for and returns to whoever has " +
			"room for them.",
		Permits: "There may be vendor-specific data, which a buffer of the structure's size does without.",
		Source:  "IND2Adapter.md, IND2Adapter::Query, Implementation Notes",
	},
	{
		ID: "moving-thresholds", hooks: movingThresholds,
		Differs: "The thresholds for inline data and for large requests differ from one Query to the next.",
		Permits: "They should be determined dynamically.", Source: "IND2Adapter.md, IND2Adapter::Query, Implementation Note",
	},
	{
		ID:      "all-flags",
		Differs: "The adapter claims in-order DMA, interrupt moderation and several engines, and has its own flag.",
		Permits: "The flags tell of capabilities that change nothing else.",
		Source:  "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
		hooks: querying(func(info *nd2.AdapterInfo) {
			info.AdapterFlags |= nd2.AdapterInOrderDMA | nd2.AdapterInterruptModeration | nd2.AdapterMultiEngine | 1<<30
		}),
	},
	{
		ID:      "no-in-order",
		Differs: "The adapter does not claim in-order DMA.",
		Permits: "A flag says whether there is.", Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
		hooks:    querying(func(info *nd2.AdapterInfo) { info.AdapterFlags &^= nd2.AdapterInOrderDMA }),
		Excludes: because("both say which flags there are", "all-flags"),
	},
	{
		ID:      "info-version-1",
		Differs: "InfoVersion is 1 on return, and MaxWindowSize 0.",
		Permits: "The page has 1 as the current version, and the window size as not used.", Source: adapterInfo,
		hooks: querying(func(info *nd2.AdapterInfo) {
			info.InfoVersion, info.MaxWindowSize = 1, 0
		}),
	},
	{
		ID: "no-resize", hooks: noResize,
		Differs: "Completion queues can't be resized.",
		Permits: "A flag says whether they can.", Source: "IND2CompletionQueue.md, IND2CompletionQueue::Resize, Return Value",
	},
	{
		ID:      "no-affinity",
		Differs: "GetNotifyAffinity returns ND_NOT_SUPPORTED.",
		Permits: "The code is listed; providers are encouraged to do without it.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetNotifyAffinity, Implementation Notes",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			if c.Method == calls.CQGetNotifyAffinity || c.Method == calls.SRQGetNotifyAffinity {
				return nd2.NotSupported
			}
			return c.Proceed()
		}),
	},
	{
		ID:      "spare-info",
		Permits: "These tell of the adapter, and change nothing else.", Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Excludes: map[string]string{"moving-thresholds": "both say what the thresholds are"},
	},
}

// querying makes hooks that change what Query has found.
func querying(change func(info *nd2.AdapterInfo)) func() calls.Hooks {
	return func() calls.Hooks {
		return calls.Hooks{Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
			if c.Info != nil {
				change(c.Info)
			}
		})}
	}
}

func noResize() calls.Hooks {
	query := querying(func(info *nd2.AdapterInfo) { info.AdapterFlags &^= nd2.AdapterCQResize })
	refuse := calls.At(calls.CQResize, func(*calls.Call) nd2.Status { return nd2.NotSupported })
	return calls.Chain(query(), calls.Hooks{Call: refuse})
}

func movingThresholds() calls.Hooks {
	var queried atomic.Uint32
	return querying(func(info *nd2.AdapterInfo) {
		n := queried.Add(1)
		info.InlineRequestThreshold = n % max(1, info.MaxInlineDataSize)
		info.LargeRequestThreshold = n * 512
	})()
}

func vendorInfo() calls.Hooks {
	const whole = nd2.AdapterInfoSize + 32
	return calls.Hooks{Call: calls.At(calls.AdapterQuery, func(c *calls.Call) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		room := *c.Size
		status := c.Proceed()
		if status == nd2.BufferOverflow || status == nd2.Success && room >= whole {
			*c.Size = whole
		}
		return status
	})}
}
