package connector

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var localAddresses = slices.Concat(
	BufferSizesOf("connector.getlocaladdress.size-used", calls.ConnectorGetLocalAddress),
	BufferSizesOf("connector.getpeeraddress.size-used", calls.ConnectorGetPeerAddress),
	[]Mutant{
		New("connector.getlocaladdress.bound/no-port-at-last",
			"The local address of a connector that has disconnected has no port.",
			Since(On(calls.ConnectorDisconnect), On(calls.ConnectorGetLocalAddress), Then(func(c *calls.Call) {
				if len(c.Buffer) > 3 {
					SetPort(c.Buffer, 0)
				}
			}))),
		New("connector.getlocaladdress.bound/unspecified-when-rejected",
			"The local address of a connector whose request was rejected is the unspecified one.",
			Since(Ended(calls.ConnectorConnect, nd2.ConnectionRefused), On(calls.ConnectorGetLocalAddress),
				Then(func(c *calls.Call) { clear(c.Buffer[4:*c.Size]) }))),
	},
)

var acceptedAddress = []Mutant{
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
			from := AddressBy(k.Inner.GetPeerAddress)
			if from == nil {
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
