package connector

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func localAddresses() []Mutant {
	return slices.Concat(
		BufferSizesOf("connector.getlocaladdress.size-used", calls.ConnectorGetLocalAddress),
		BufferSizesOf("connector.getpeeraddress.size-used", calls.ConnectorGetPeerAddress),
		[]Mutant{
			New("connector.getlocaladdress.bound/no-port-at-last",
				"The local address of a connector that has disconnected has no port.", ended(func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if s == nd2.Success && len(c.Buffer) > 3 {
						c.Buffer[2], c.Buffer[3] = 0, 0
					}
					return s
				})),
			New("connector.getlocaladdress.bound/peers-at-last",
				"The local address of a connector that has disconnected is its peer's.",
				Recording(func(c *calls.Call, peer *calls.Record[[]byte]) nd2.Status {
					if c.Method == calls.ConnectorDisconnect {
						b, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
						c.OnConnector().Inner.GetPeerAddress(b, &size)
						peer.Set(c.Object, b)
					}
					s := c.Proceed()
					if c.Method == calls.ConnectorGetLocalAddress && s == nd2.Success {
						copy(c.Buffer, peer.Get(c.Object))
					}
					return s
				})),
			New("connector.getlocaladdress.bound/unspecified-when-rejected",
				"The local address of a connector whose request was rejected is the unspecified one.",
				Recording(func(c *calls.Call, rejected *calls.Record[bool]) nd2.Status {
					if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
						rejected.Set(c.Object, true)
					}
					s := c.Proceed()
					if c.Method == calls.ConnectorGetLocalAddress && s == nd2.Success && rejected.Get(c.Object) {
						clear(c.Buffer[4:*c.Size])
					}
					return s
				})),
		},
	)
}

func acceptedAddress() []Mutant {
	return []Mutant{
		New("connector.getlocaladdress.nd-success/of-listener",
			"A connector that has accepted tells the address that the listener is bound to.",
			Recording(func(c *calls.Call, from *calls.Record[nd2.Listener]) nd2.Status {
				switch c.Method {
				case calls.ListenerGetConnectionRequest:
					from.Set(calls.ObjectOf(c.Connector), c.Self.(*calls.Listener).Inner)
				case calls.ConnectorGetLocalAddress:
					if l := from.Get(c.Object); l != nil && c.Proceed() == nd2.Success {
						return l.GetLocalAddress(c.Buffer, c.Size)
					}
				}
				return c.Proceed()
			})),
		New("connector.getlocaladdress.nd-success/earlier-connection",
			"The address of a connector that accepted is that of the first connection from its peer's port.",
			Keeping(func(c *calls.Call, known *Table[string, []byte]) nd2.Status {
				s := c.Proceed()
				k, ok := c.Self.(*calls.Connector)
				if !ok || c.Method != calls.ConnectorGetLocalAddress || s != nd2.Success || k.Active() {
					return s
				}
				from, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
				if k.Inner.GetPeerAddress(from, &size) != nd2.Success {
					return s
				}
				first, ok := known.Lookup(string(from))
				if !ok {
					first = bytes.Clone(c.Buffer[:*c.Size])
					known.Set(string(from), first)
				}
				copy(c.Buffer, first)
				return s
			})),
	}
}

// ended changes the local address that a connector tells once it has disconnected.
func ended(change func(c *calls.Call) nd2.Status) Defect {
	return Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
		switch {
		case c.Method == calls.ConnectorDisconnect:
			gone.Set(c.Object, true)
		case c.Method == calls.ConnectorGetLocalAddress && gone.Get(c.Object):
			return change(c)
		}
		return c.Proceed()
	})
}
