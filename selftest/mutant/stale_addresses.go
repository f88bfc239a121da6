package mutant

import (
	"bytes"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// staleAddresses tell of an address, or of a port, what was.
func staleAddresses() []Mutant {
	freed := func(when func(c *calls.Call) bool) defect {
		return keeping(func(c *calls.Call, free *calls.Record[bool]) nd2.Status {
			if when(c) {
				free.Set(nil, true)
			}
			s := c.Proceed()
			if c.Method == calls.ListenerBind && s == nd2.SharingViolation && free.Get(nil) {
				return nd2.Success
			}
			return s
		})
	}
	return []Mutant{
		by("connector.getlocaladdress.nd-success", "earlier-connection", "The address of a connector that accepted is that of the first connection from its peer's port.",
			keepingAt(calls.ConnectorGetLocalAddress, func(c *calls.Call, known *calls.Record[map[string][]byte]) nd2.Status {
				s, k := c.Proceed(), c.OnConnector()
				if s != nd2.Success || k.Active() {
					return s
				}
				from, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
				if k.Inner.GetPeerAddress(from, &size) != nd2.Success {
					return s
				}
				first := known.Update(nil, func(m map[string][]byte) map[string][]byte {
					if _, ok := m[string(from)]; ok {
						return m
					}
					return with(m, string(from), bytes.Clone(c.Buffer[:*c.Size]))
				})
				copy(c.Buffer, first[string(from)])
				return s
			})),
		by("listener.bind.nd-sharing-violation", "freed-by-connection", "The release of a connector that has accepted frees the ports of listeners.",
			freed(func(c *calls.Call) bool {
				k, ok := c.Self.(*calls.Connector)
				return ok && c.Method == calls.Release && !k.Active() && k.QP() != nil && c.LastReference()
			})),
		by("listener.bind.nd-sharing-violation", "freed-by-handle", "The release of an adapter frees the ports of listeners.",
			freed(func(c *calls.Call) bool {
				return c.Method == calls.Release && c.Object.Kind == "IND2Adapter" && c.LastReference()
			})),
		by("listener.bind.unique-port", "chosen-next", "Port 0 is refused when the port that is next has been chosen by a client.",
			func() calls.Hooks {
				var last calls.Record[uint16]
				var chosen calls.Record[map[uint16]bool]
				return calls.Hooks{Call: calls.At(calls.ListenerBind, func(c *calls.Call) nd2.Status {
					asked := portIn(c.Buffer)
					if asked == 0 && chosen.Get(nil)[last.Get(nil)+1] {
						return nd2.SharingViolation
					}
					s := c.Proceed()
					switch {
					case s == nd2.Success && asked == 0:
						last.Set(nil, portOf(c.Self.(*calls.Listener).Inner.GetLocalAddress))
					case s == nd2.Success:
						chosen.Update(nil, func(m map[uint16]bool) map[uint16]bool { return with(m, asked, true) })
					}
					return s
				})}
			}),
	}
}
