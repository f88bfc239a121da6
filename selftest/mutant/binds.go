package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// connectorBinds break which addresses connectors can be bound to, and what they are then.
func connectorBinds() []Mutant {
	return []Mutant{
		by("connector.bind.ephemeral-port", "low", "Port 0 yields a port below 49152.", lowPorts(calls.ConnectorBind)),
		by("connector.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(calls.ConnectorBind)),
		by("connector.bind.port-of-listener", "elsewhere", "A connector that is bound to a listener's port connects from another.",
			keeping(func(c *calls.Call, listening *calls.Record[string]) nd2.Status {
				if c.Method == calls.ConnectorBind && listening.Any(func(a string) bool { return a == string(c.Buffer) }) {
					c.Buffer = slices.Clone(c.Buffer)
					setPort(c.Buffer, 0)
				}
				s := c.Proceed()
				if c.Method == calls.ListenerGetLocalAddress && s == nd2.Success {
					listening.Set(c.Object, string(c.Buffer[:*c.Size]))
				}
				return s
			})),
		by("connector.bind.released-port", "kept", "A connector's port is not free after its release.", after(calls.ConnectorBind, func(c *calls.Call) { c.Inner.AddRef() })),
		by("connector.disconnect.frees-addresses", "kept", "The port of a connection that has ended is not free.", before(calls.ConnectorConnect, func(c *calls.Call) { c.Inner.AddRef() })),
		by("connector.bind.unique-port", "none", "Port 0 is told as port 0.", portless(calls.ConnectorGetLocalAddress)),
		by("connector.bind.unique-port", "same", "Every connector says that it has the same port.", samePort(calls.ConnectorGetLocalAddress)),
	}
}

// listenerBinds break which addresses listeners can be bound to, and what they are then.
func listenerBinds() []Mutant {
	return []Mutant{
		by("listener.bind.ephemeral-port", "low", "Port 0 yields a port below 49152.", lowPorts(calls.ListenerBind)),
		by("listener.bind.unique-port", "none", "Port 0 is told as port 0.", portless(calls.ListenerGetLocalAddress)),
		by("listener.bind.unique-port", "same", "Every listener says that it has the same port.", samePort(calls.ListenerGetLocalAddress)),
		by("listener.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(calls.ListenerBind)),
		by("listener.bind.every-address", "none", "A listener bound to the unspecified address takes no requests.",
			keeping(func(c *calls.Call, ports *calls.Record[uint16]) nd2.Status {
				to, _ := nd2.ParseSockaddr(c.Destination)
				if c.Method == calls.ConnectorConnect && ports.Any(func(p uint16) bool { return p == to.Port() }) {
					return nd2.ConnectionRefused
				}
				s := c.Proceed()
				if c.Method == calls.ListenerGetLocalAddress && s == nd2.Success {
					if a, _ := nd2.ParseSockaddr(c.Buffer); a.Addr().IsUnspecified() {
						ports.Set(c.Object, a.Port())
					}
				}
				return s
			})),
		by("listener.bind.own-adapter", "shared", "A port that is listened at on one adapter can't be on another.",
			keeping(func(c *calls.Call, ports *calls.Record[uint16]) nd2.Status {
				a, _ := nd2.ParseSockaddr(c.Buffer)
				if c.Method == calls.ListenerBind && a.Port() != 0 && ports.Any(func(p uint16) bool { return p == a.Port() }) {
					return nd2.SharingViolation
				}
				s := c.Proceed()
				if c.Method == calls.ListenerGetLocalAddress && s == nd2.Success {
					a, _ := nd2.ParseSockaddr(c.Buffer)
					ports.Set(c.Object, a.Port())
				}
				return s
			})),
		by("listener.bind.released-port", "kept", "A listener's port is not free after its release.", after(calls.ListenerBind, func(c *calls.Call) { c.Inner.AddRef() })),
	}
}
