package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// buffers are variants of what is copied out, and when it can be.
func buffers() []Variant {
	return []Variant{
		{
			ID:      "cleared-buffers",
			Differs: "Of a buffer that is longer than the address or the private data copied out, the rest is cleared.",
			Permits: "The buffer is there to receive, and the size that was used says how much of it means something.",
			Source:  "IND2Connector.md, IND2Connector::GetLocalAddress, Parameters",
			hooks:   func() interpose.Hooks { return interpose.Hooks{Call: clearRest} },
		},
		{
			ID:      "forgotten-addresses",
			Differs: "A connector has no address any more once it has been disconnected.",
			Permits: "Addresses are there for who is connected or connecting; others have a code of their own.",
			Source:  "IND2Connector.md, IND2Connector::GetPeerAddress, Return Value",
			hooks:   forgottenAddresses,
		},
	}
}

func clearRest(c *interpose.Call) nd2.Status {
	switch c.Method {
	case interpose.ConnectorGetLocalAddress, interpose.ConnectorGetPeerAddress, interpose.ListenerGetLocalAddress, interpose.ConnectorGetPrivateData:
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

func forgottenAddresses() interpose.Hooks {
	var gone interpose.Record[bool]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.ConnectorDisconnect:
			status := c.Proceed()
			gone.Set(c.Object, !status.Failed())
			return status
		case interpose.ConnectorBind, interpose.ConnectorConnect:
			gone.Set(c.Object, false)
		case interpose.ConnectorGetLocalAddress, interpose.ConnectorGetPeerAddress:
			if gone.Get(c.Object) {
				return nd2.ConnectionInvalid
			}
		}
		return c.Proceed()
	}}
}
