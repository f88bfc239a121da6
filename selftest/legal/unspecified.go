package legal

import (
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// peersTokens is why tokens can't be changed with a peer.
const peersTokens = "the peer writes its tokens as it does, and takes those that it is sent"

// unspecified are variants of what no page specifies.
var unspecified = []Variant{
	{
		ID: "scratch-outputs", hooks: onCall(scratchOutputs),
		Differs: "On failure, output parameters are overwritten with garbage, except sizes that the page defines for that " +
			"status.",
		Permits: "What a call tells is documented for its success, and sizes for ND_BUFFER_OVERFLOW.",
		Source:  "IND2Connector.md, IND2Connector::GetReadLimits, Parameters",
	},
	{
		ID:      "scratch-results",
		Differs: "Entries of GetResults' array behind the results hold something.",
		Permits: "The array is the method's to write to, and the number returned says which entries are results.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Parameters",
		hooks: onCall(calls.At(calls.CQGetResults, func(c *calls.Call) nd2.Status {
			status := c.Proceed()
			for i := int(c.Count); i < len(c.Results); i++ {
				c.Results[i] = nd2.Result{Status: nd2.InternalError, BytesTransferred: 7, RequestContext: 7, QueuePairContext: 7}
			}
			return status
		})),
	},
	{
		ID: "regrouped-results", hooks: regroup,
		Differs: "Of the results that are queued together, those of the newest queue pair are taken first, and of one the " +
			"initiator's.",
		Permits: "There is no order between queue pairs, nor between the two queues of one.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
	},
	{
		ID:      "other-adapter-id",
		Differs: "Query tells another id of the adapter than ResolveAddress.",
		Permits: "One is the vendor's, as a MAC address is, the other the provider's.",
		Source:  "IND2Provider.md, IND2Provider::ResolveAddress",
		hooks:   querying(func(info *nd2.AdapterInfo) { info.AdapterID += 0x0c0ffee0 }),
	},
	{
		ID:      "little-window-size",
		Differs: "MaxWindowSize is one byte.",
		Permits: "The member is not used.", Source: adapterInfo,
		hooks:    querying(func(info *nd2.AdapterInfo) { info.MaxWindowSize = 1 }),
		Excludes: map[string]string{"info-version-1": "both say what the size is"},
	},
	quirk("same-tokens", "Tokens are opaque, and nothing says for how long a closed one stays unused.",
		"IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken"),
	{
		ID: "host-order-tokens", hooks: remoteTokens(bits.ReverseBytes32),
		Differs:  "Remote tokens have their bytes the other way round.",
		Permits:  "The value is opaque, and only should be in network order.",
		Source:   "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken, Return Value",
		Excludes: map[string]string{"other-peer": peersTokens, "no-loopback": peersTokens, "tiny-peer": peersTokens},
	},
	{
		ID: "zero-token", hooks: zeroToken,
		Differs: "A remote token may be zero, as that of the first registration is.",
		Permits: "The value is opaque.", Source: "IND2MemoryRegion.md, IND2MemoryRegion::GetRemoteToken, Return Value",
		Excludes: map[string]string{
			"host-order-tokens": "both say what tokens are", "other-peer": peersTokens,
			"no-loopback": peersTokens, "tiny-peer": peersTokens,
		},
	},
	{
		ID: "one-processor", hooks: tellAffinity(1),
		Differs:  "All notifications are processed by the first processor, whatever was asked for.",
		Permits:  "An affinity that can't be set is passed over, and the one in effect is told.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateCompletionQueue, Parameters",
		Excludes: map[string]string{"no-affinity": "both say what is told"},
	},
	{
		ID:      "no-empty-memory",
		Differs: "A region or a window of no bytes is refused.",
		Permits: "That the size is not valid is a documented answer.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion::Register, Return Value",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			if (c.Method == calls.MRRegister || c.Method == calls.QPBind) && len(c.Buffer) == 0 {
				return nd2.AccessViolation
			}
			return c.Proceed()
		}),
	},
	{
		ID:      "always-fenced",
		Differs: "Every request waits for the Reads before it.",
		Permits: "Requests end in order; nothing says that one may begin before a Read has ended.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Send, Parameters",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.QPSend, calls.QPBind, calls.QPInvalidate, calls.QPRead, calls.QPWrite:
				c.Flags |= nd2.ReadFence
			}
			return c.Proceed()
		}),
	},
}

// tellAffinity makes hooks that tell an affinity of queues in the first group.
func tellAffinity(affinity uint64) func() calls.Hooks {
	tell := func(c *calls.Call) { *c.FoundGroup, *c.FoundAffinity = 0, affinity }
	return func() calls.Hooks { return afterEach(tell, calls.CQGetNotifyAffinity, calls.SRQGetNotifyAffinity) }
}

func scratchOutputs(c *calls.Call) nd2.Status {
	status := c.Proceed()
	if status == nd2.Success || status == nd2.Pending || status == nd2.BufferOverflow {
		return status
	}
	for _, n := range []*uint32{c.InboundLimit, c.OutboundLimit, c.Size} {
		if n != nil {
			*n = 0x5c5c5c5c
		}
	}
	if c.FoundID != nil {
		*c.FoundID = 0x5c5c5c5c
	}
	if c.FoundGroup != nil {
		*c.FoundGroup = 0x5c
	}
	if c.FoundAffinity != nil {
		*c.FoundAffinity = 0x5c
	}
	reports := strings.HasSuffix(c.Method, "Address") && !strings.HasSuffix(c.Method, "ResolveAddress")
	if reports && len(c.Buffer) >= nd2.SockaddrIn6Size { // a smaller one is left alone, by whatever code it is refused
		for i := range c.Buffer {
			c.Buffer[i] = 0x5c
		}
	}
	return status
}

func regroup() calls.Hooks {
	rank := func(o calls.Outcome) (n int) {
		if o.On != nil {
			n = -2 * int(o.On.Born)
		}
		if o.RequestType == nd2.RequestReceive {
			n++
		}
		return n
	}
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		slices.SortStableFunc(fresh, func(a, b calls.Outcome) int { return rank(a) - rank(b) })
		return fresh
	}}
}

// remoteTokens makes hooks that show remote tokens to the client in another form. The conversion is its own inverse.
func remoteTokens(other func(uint32) uint32) func() calls.Hooks {
	return onCall(func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.QPRead, calls.QPWrite:
			c.Token = other(c.Token)
		case calls.MRGetRemoteToken, calls.MWGetRemoteToken:
			status := c.Proceed()
			c.Count = other(c.Count)
			return status
		}
		return c.Proceed()
	})
}

func zeroToken() calls.Hooks {
	var first atomic.Uint32
	return remoteTokens(func(token uint32) uint32 {
		first.CompareAndSwap(0, token)
		return token ^ first.Load()
	})()
}
