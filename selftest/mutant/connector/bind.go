package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var bind = slices.Concat(
	HostPorts("connector.bind.host-tcp-port", calls.ConnectorBind),
	[]Mutant{
		New("connector.bind.ephemeral-port/low", "Port 0 yields a port below 49152.", LowPorts(calls.ConnectorBind)),
		New("connector.bind.foreign-address/taken", "An address that is not the adapter's is bound.",
			NeverFailing(calls.ConnectorBind)),
		New("connector.bind.port-of-listener/elsewhere",
			"A connector that is bound to a listener's port connects from another.",
			Recording(func(c *calls.Call, listening *calls.Record[string]) nd2.Status {
				if c.Method == calls.ConnectorBind && listening.Any(func(a string) bool { return a == string(c.Buffer) }) {
					c.Buffer = slices.Clone(c.Buffer)
					SetPort(c.Buffer, 0)
				}
				s := c.Proceed()
				if c.Method == calls.ListenerGetLocalAddress && s == nd2.Success {
					listening.Set(c.Object, string(c.Buffer[:*c.Size]))
				}
				return s
			})),
		New("connector.bind.released-port/kept", "A connector's port is not free after its release.",
			After(calls.ConnectorBind, func(c *calls.Call) { c.Inner.AddRef() })),
		New("connector.bind.released-port/kept-if-refused",
			"The port of a connector is not free after its release if its request has been refused.",
			BeforeNotifying(calls.ConnectorConnect, nd2.ConnectionRefused, func(c *calls.Call) { c.Inner.AddRef() })),
		New("connector.bind.unique-port/none", "Port 0 is told as port 0.", PortZero(calls.ConnectorGetLocalAddress)),
		New("connector.bind.unique-port/same", "Every connector says that it has the same port.",
			SamePort(calls.ConnectorGetLocalAddress)),
	},
)
