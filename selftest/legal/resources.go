package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// resources are variants of what is available.
var resources = []Variant{
	{
		ID: "most-queues", hooks: onCall(mostQueues),
		Differs: "Every queue has all the adapter can: requests, results, entries and inline bytes.",
		Permits: "Providers may give more than was asked for, with no way to tell.",
		Source:  "IND2Adapter.md, IND2Adapter::CreateQueuePair, Implementation Notes",
		Excludes: map[string]string{
			"low-resources": "the adapter's maxima are not available",
			"huge-limits":   "the adapter's maxima are not available",
			"large-limits":  "every queue would take megabytes, and a run gigabytes",
		},
	},
	{
		ID: "roomy-endpoints", hooks: onCall(roomyEndpoints),
		Differs: "An endpoint of v1 takes three requests of each kind more than it was created for and the adapter says.",
		Permits: "Providers may give more than was asked for, with no way to tell.",
		Source:  "IND2Adapter.md, IND2Adapter::CreateQueuePair, Implementation Notes",
	},
	quirk("asked-only", "The peer must have issued one, and providers may restrict the backlog silently.",
		"IND2Connector.md, IND2Connector::Connect, Remarks"),
	{
		ID: "last-asked-first", Options: "habits=last-asked",
		Permits: "They end one at a time for each request; no order is documented.",
		Source:  "IND2Listener.md, IND2Listener::GetConnectionRequest, Remarks",
	},
	{
		ID: "long-requests", Options: "max-registration=200000,max-transfer=1048576",
		Differs: "A request may be longer than a region: 1 MiB in eight entries, of regions of 200,000 bytes.",
		Permits: "One request may transfer more than the largest region holds.",
		Source:  adapterInfo + ", MaxRegistrationSize",
	},
	{
		ID: "inbound-reads-only", Options: "max-outbound-reads=0",
		Differs: "The adapter answers Reads and starts none.",
		Permits: "The two limits are apart, and either may be zero.", Source: adapterInfo,
	},
	{
		ID: "outbound-reads-only", Options: "max-inbound-reads=0",
		Differs: "The adapter starts Reads and answers none.",
		Permits: "The two limits are apart, and either may be zero.", Source: adapterInfo,
	},
	{
		ID: "no-private-data", Options: "max-caller-data=0,max-callee-data=0",
		Differs: "Nothing can be sent with a request or an answer.",
		Permits: "How much there can be is the adapter's to say.", Source: adapterInfo,
		Excludes: map[string]string{
			"exact-private-data":  "what can't be sent has no length",
			"little-private-data": "both say how much there is",
		},
	},
	{
		ID: "read-sink-needed", hooks: readSinkNeeded,
		Differs: "A Read fails that lands where ND_MR_FLAG_RDMA_READ_SINK was not asked for.",
		Permits: "The flag is what enables a region to be the sink of a Read.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion::Register, Parameters",
	},
}

func roomyEndpoints(c *calls.Call) nd2.Status {
	const more = 3
	switch c.Method {
	case calls.ND1Query:
		status := c.Proceed()
		if info := c.ND1.Info; status == nd2.Success {
			info.MaxInboundRequests = max(info.MaxInboundRequests, 2*more) - more
			info.MaxOutboundRequests = max(info.MaxOutboundRequests, 2*more) - more
		}
		return status
	case calls.ND1CreateEndpoint:
		s := &c.ND1.Shape
		asked := *s
		defer func() { *s = asked }()
		s.InboundEntries, s.OutboundEntries = s.InboundEntries+more, s.OutboundEntries+more
	}
	return c.Proceed()
}

func mostQueues(c *calls.Call) nd2.Status {
	most := func(n *uint32, limit uint32) {
		if *n > 0 {
			*n = max(*n, limit)
		}
	}
	switch c.Method {
	case calls.AdapterCreateCompletionQueue, calls.AdapterCreateSharedReceiveQueue,
		calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq:
		can := c.Self.(*calls.Adapter).Limits()
		if c.Method == calls.AdapterCreateCompletionQueue {
			most(&c.Depth, can.MaxCompletionQueueDepth)
		} else {
			most(&c.Depth, can.MaxSharedReceiveQueueDepth)
		}
		most(&c.SGEs, can.MaxReceiveSGE)
		most(&c.ReceiveDepth, can.MaxReceiveQueueDepth)
		most(&c.InitiatorDepth, can.MaxInitiatorQueueDepth)
		most(&c.ReceiveSGEs, can.MaxReceiveSGE)
		most(&c.InitiatorSGEs, can.MaxInitiatorSGE)
		c.InlineSize = max(c.InlineSize, can.MaxInlineDataSize)
	case calls.CQResize:
		status := c.Proceed()
		if status == nd2.Success {
			c.OnCQ().Inner.Resize(c.Parent.Limits().MaxCompletionQueueDepth)
		}
		return status
	}
	return c.Proceed()
}

// readSinkNeeded puts a token that opens nothing into the entries of a Read whose
// region is no sink.
func readSinkNeeded() calls.Hooks {
	var sinks calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			rights, status := c.Rights, c.Proceed()
			if !status.Failed() { // it may be registered already
				sinks.Set(c.Object, rights&nd2.RDMAReadSink != 0)
			}
			return status
		case calls.QPRead:
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				if sinks.Get(&m.Object) {
					continue
				}
				for i := range c.SGE {
					if c.SGE[i].MemoryRegionToken == m.Inner.GetLocalToken() {
						c.SGE = append([]nd2.SGE(nil), c.SGE...)
						c.SGE[i].MemoryRegionToken = 0xffffffff
					}
				}
			}
		}
		return c.Proceed()
	}}
}
