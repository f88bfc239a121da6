package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// connectorBinds break which addresses connectors can be bound to, and what they are then.
func connectorBinds() []Mutant {
	return []Mutant{
		by("connector.bind.ephemeral-port", "low", "Port 0 yields a port below 49152.", lowPorts(interpose.ConnectorBind)),
		by("connector.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(interpose.ConnectorBind)),
		by("connector.bind.port-of-listener", "elsewhere", "A connector that is bound to a listener's port connects from another.",
			keeping(func(c *interpose.Call, listening *interpose.Record[string]) nd2.Status {
				if c.Method == interpose.ConnectorBind && listening.Any(func(a string) bool { return a == string(c.Buffer) }) {
					c.Buffer = slices.Clone(c.Buffer)
					setPort(c.Buffer, 0)
				}
				s := c.Proceed()
				if c.Method == interpose.ListenerGetLocalAddress && s == nd2.Success {
					listening.Set(c.Object, string(c.Buffer[:*c.Size]))
				}
				return s
			})),
		by("connector.bind.released-port", "kept", "A connector's port is not free after its release.", after(interpose.ConnectorBind, func(c *interpose.Call) { c.Inner.AddRef() })),
		by("connector.disconnect.frees-addresses", "kept", "The port of a connection that has ended is not free.", before(interpose.ConnectorConnect, func(c *interpose.Call) { c.Inner.AddRef() })),
		by("connector.bind.unique-port", "none", "Port 0 is told as port 0.", portless(interpose.ConnectorGetLocalAddress)),
		by("connector.bind.unique-port", "same", "Every connector says that it has the same port.", samePort(interpose.ConnectorGetLocalAddress)),
	}
}

// listenerBinds break which addresses listeners can be bound to, and what they are then.
func listenerBinds() []Mutant {
	return []Mutant{
		by("listener.bind.ephemeral-port", "low", "Port 0 yields a port below 49152.", lowPorts(interpose.ListenerBind)),
		by("listener.bind.unique-port", "none", "Port 0 is told as port 0.", portless(interpose.ListenerGetLocalAddress)),
		by("listener.bind.unique-port", "same", "Every listener says that it has the same port.", samePort(interpose.ListenerGetLocalAddress)),
		by("listener.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(interpose.ListenerBind)),
		by("listener.bind.every-address", "none", "A listener bound to the unspecified address takes no requests.",
			keeping(func(c *interpose.Call, ports *interpose.Record[uint16]) nd2.Status {
				to, _ := nd2.ParseSockaddr(c.Destination)
				if c.Method == interpose.ConnectorConnect && ports.Any(func(p uint16) bool { return p == to.Port() }) {
					return nd2.ConnectionRefused
				}
				s := c.Proceed()
				if c.Method == interpose.ListenerGetLocalAddress && s == nd2.Success {
					if a, _ := nd2.ParseSockaddr(c.Buffer); a.Addr().IsUnspecified() {
						ports.Set(c.Object, a.Port())
					}
				}
				return s
			})),
		by("listener.bind.own-adapter", "shared", "A port that is listened at on one adapter can't be on another.",
			keeping(func(c *interpose.Call, ports *interpose.Record[uint16]) nd2.Status {
				a, _ := nd2.ParseSockaddr(c.Buffer)
				if c.Method == interpose.ListenerBind && a.Port() != 0 && ports.Any(func(p uint16) bool { return p == a.Port() }) {
					return nd2.SharingViolation
				}
				s := c.Proceed()
				if c.Method == interpose.ListenerGetLocalAddress && s == nd2.Success {
					a, _ := nd2.ParseSockaddr(c.Buffer)
					ports.Set(c.Object, a.Port())
				}
				return s
			})),
		by("listener.bind.released-port", "kept", "A listener's port is not free after its release.", after(interpose.ListenerBind, func(c *interpose.Call) { c.Inner.AddRef() })),
	}
}
