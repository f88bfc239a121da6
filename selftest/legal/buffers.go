package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// buffers are variants of what is copied out, and when it can be.
var buffers = []Variant{
	{
		ID: "cleared-buffers", hooks: onCall(clearRest),
		Differs: "Of a buffer that is longer than the address or the private data copied out, the rest is cleared.",
		Permits: "The buffer is there to receive, and the size that was used says how much of it means something.",
		Source:  "IND2Connector.md, IND2Connector::GetLocalAddress, Parameters",
	},
	{
		ID: "roomy-addresses", hooks: onCall(roomyAddress),
		Differs: "The address of a connector or listener needs the room of a SOCKADDR_INET; an IPv4 address uses " +
			"sixteen bytes.",
		Permits:  "The size is the required one, and on return the one used.",
		Source:   "IND2Connector.md, IND2Connector::GetLocalAddress, Parameters",
		Excludes: map[string]string{"sockaddr-inet": "both say how much room an address takes"},
	},
	{
		ID: "roomy-private-data", hooks: roomyPrivateData,
		Differs: "Private data needs a buffer of 512 bytes, however little has arrived.",
		Permits: "The size is the required one, and on return the one used.",
		Source:  "IND2Connector.md, IND2Connector::GetPrivateData, Parameters",
		Excludes: because("both say how much room the data takes", "exact-private-data", "little-private-data",
			"no-private-data"),
	},
	{
		ID: "forgotten-addresses", hooks: forgottenAddresses,
		Differs: "A connector has no address any more once it has been disconnected.",
		Permits: "Addresses are there for whoever is connected or connecting; others have a code of their own.",
		Source:  "IND2Connector.md, IND2Connector::GetPeerAddress, Return Value",
	},
}

func clearRest(c *calls.Call) nd2.Status {
	switch c.Method {
	case calls.ConnectorGetLocalAddress, calls.ConnectorGetPeerAddress, calls.ListenerGetLocalAddress,
		calls.ConnectorGetPrivateData:
	default:
		return c.Proceed()
	}
	if c.Size == nil {
		return c.Proceed()
	}
	room := min(int(*c.Size), len(c.Buffer))
	status := c.Proceed()
	if used := int(*c.Size); status == nd2.Success && used < room {
		clear(c.Buffer[used:room])
	}
	return status
}

func forgottenAddresses() calls.Hooks {
	var gone calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorDisconnect:
			status := c.Proceed()
			gone.Set(c.Object, !status.Failed())
			return status
		case calls.ConnectorBind, calls.ConnectorConnect:
			gone.Set(c.Object, false)
		case calls.ConnectorGetLocalAddress, calls.ConnectorGetPeerAddress:
			if gone.Get(c.Object) {
				return nd2.ConnectionInvalid
			}
		}
		return c.Proceed()
	}}
}

func roomyAddress(c *calls.Call) nd2.Status {
	switch c.Method {
	case calls.ConnectorGetLocalAddress, calls.ConnectorGetPeerAddress, calls.ListenerGetLocalAddress:
	default:
		return c.Proceed()
	}
	if c.Size == nil || min(int(*c.Size), len(c.Buffer)) >= nd2.SockaddrIn6Size {
		return c.Proceed()
	}
	buffer, size := c.Buffer, c.Size
	whole := uint32(nd2.SockaddrIn6Size)
	c.Buffer, c.Size = make([]byte, whole), &whole
	status := c.Proceed()
	c.Buffer, c.Size = buffer, size
	if status != nd2.Success {
		return status
	}
	*c.Size = nd2.SockaddrIn6Size
	return nd2.BufferOverflow
}

func roomyPrivateData() calls.Hooks {
	const needed = 512
	return calls.Hooks{Call: calls.At(calls.ConnectorGetPrivateData, func(c *calls.Call) nd2.Status {
		if c.Size == nil || min(int(*c.Size), len(c.Buffer)) >= needed {
			return c.Proceed()
		}
		whole, size := make([]byte, needed), uint32(needed)
		if status := c.OnConnector().Inner.GetPrivateData(whole, &size); status != nd2.Success {
			return status
		}
		copy(c.Buffer[:min(len(c.Buffer), int(*c.Size))], whole[:size])
		*c.Size = needed
		return nd2.BufferOverflow
	})}
}
