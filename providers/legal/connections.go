package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// connections are variants of how connections begin.
func connections() []Variant {
	return []Variant{
		{
			ID:      "reject-pends",
			Differs: "Reject returns ND_PENDING where it succeeds.",
			Permits: "The code is listed.",
			Source:  "IND2Connector.md, IND2Connector::Reject, Return Value",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Call: interpose.At(interpose.ConnectorReject, func(c *interpose.Call) nd2.Status {
					if status := c.Proceed(); status != nd2.Success {
						return status
					}
					return nd2.Pending
				})}
			},
		},
		{
			ID:      "small-backlog",
			Differs: "A listener keeps two requests at most, whatever it was told.",
			Permits: "Providers may restrict the backlog silently.",
			Source:  "IND2Listener.md, IND2Listener::Listen, Implementation Notes",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Call: interpose.Before(interpose.ListenerListen, func(c *interpose.Call) {
					if c.Backlog == 0 || c.Backlog > 2 {
						c.Backlog = 2
					}
				})}
			},
		},
		{
			ID:      "padded-private-data",
			Differs: "Private data arrives with zeros behind it, up to the most that there can be, as on InfiniBand.",
			Permits: "The size is what was used of the buffer; nothing says that it is what the peer sent.",
			Source:  "IND2Connector.md, IND2Connector::GetPrivateData, Parameters",
			hooks:   paddedPrivateData,
		},
		{
			ID:      "little-private-data",
			Differs: "Private data has four bytes at most with a request, and two with an answer.",
			Permits: "How much there can be is the adapter's to say.",
			Source:  adapterInfo,
			hooks:   littlePrivateData,
			Excludes: map[string]string{
				"padded-private-data": "both say how much there is",
			},
		},
	}
}

// mostData is what the engine can have of private data, in bytes.
const mostData = 256

func paddedPrivateData() interpose.Hooks {
	return interpose.Hooks{Call: interpose.At(interpose.ConnectorGetPrivateData, func(c *interpose.Call) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		whole, got := make([]byte, mostData), uint32(mostData)
		inner := c.OnConnector().Inner.(nd2.Connector)
		if status := inner.GetPrivateData(whole, &got); status != nd2.Success {
			return c.Proceed()
		}
		limits := c.Parent.Limits()
		if whole = whole[:limits.MaxCallerData]; c.OnConnector().Active() {
			whole = whole[:limits.MaxCalleeData]
		}
		room := min(uint32(len(c.Buffer)), *c.Size)
		copy(c.Buffer[:room], whole)
		*c.Size = uint32(len(whole))
		if room < uint32(len(whole)) {
			return nd2.BufferOverflow
		}
		return nd2.Success
	})}
}

func littlePrivateData() interpose.Hooks {
	const caller, callee = 4, 2
	query := querying(func(info *nd2.AdapterInfo) { info.MaxCallerData, info.MaxCalleeData = caller, callee })
	return interpose.Chain(query(), interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch {
		case c.Method == interpose.ConnectorConnect && len(c.Buffer) > caller,
			c.Method == interpose.ConnectorAccept && len(c.Buffer) > callee,
			c.Method == interpose.ConnectorReject && len(c.Buffer) > callee:
			return nd2.InvalidBufferSize
		}
		return c.Proceed()
	}})
}
