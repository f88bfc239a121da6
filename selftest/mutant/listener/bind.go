package listener

import (
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var bindAddresses = slices.Concat(
	HostPorts("listener.bind.host-port", calls.ListenerBind),
	BufferSizesOf("listener.getlocaladdress.size-used", calls.ListenerGetLocalAddress),
	[]Mutant{
		New("listener.bind.any-own-adapter/every-adapter",
			"A listener at the unspecified address takes requests to every adapter.",
			stray),
		New("listener.bind.ephemeral-port/low", "Port 0 yields a port below 49152.", LowPorts(calls.ListenerBind)),
		New("listener.bind.every-address/none", "A listener bound to the unspecified address takes no requests.",
			Recording(func(c *calls.Call, ports *calls.Record[uint16]) nd2.Status {
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
		New("listener.bind.every-address/ipv6-refused", "The unspecified address of IPv6 can't be bound.",
			Refusing(calls.ListenerBind, nd2.InvalidAddress, func(c *calls.Call) bool {
				a, ok := nd2.ParseSockaddr(c.Buffer)
				return ok && a.Addr().Is6() && a.Addr().IsUnspecified()
			})),
		New("listener.bind.foreign-address/taken", "An address that is not the adapter's is bound.",
			NeverFailing(calls.ListenerBind)),
		New("listener.bind.nd-sharing-violation/freed-by-connection",
			"The release of a connector that has accepted frees the ports of listeners.", freed(func(c *calls.Call) bool {
				k, ok := c.Self.(*calls.Connector)
				return ok && c.Method == calls.Release && !k.Active() && k.QP() != nil && c.LastReference()
			})),
		New("listener.bind.nd-sharing-violation/freed-by-handle",
			"The release of an adapter frees the ports of listeners.", freed(func(c *calls.Call) bool {
				return c.Method == calls.Release && c.Object.Kind == "IND2Adapter" && c.LastReference()
			})),
	},
)

var bindPorts = []Mutant{
	New("listener.bind.own-adapter/shared", "A port that is listened at on one adapter can't be on another.",
		Recording(func(c *calls.Call, ports *calls.Record[uint16]) nd2.Status {
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
	New("listener.bind.own-address/other-family",
		"A listener takes requests to the addresses of the other family, too.", dualFamily),
	New("listener.bind.released-port/kept", "A listener's port is not free after its release.",
		After(calls.ListenerBind, func(c *calls.Call) { c.Inner.AddRef() })),
	New("listener.bind.unique-port/chosen-next",
		"Port 0 is refused when the port that is next has been chosen by a client.", func() calls.Hooks {
			var last calls.Record[uint16]
			var chosen Table[uint16, bool]
			return calls.Hooks{Call: calls.At(calls.ListenerBind, func(c *calls.Call) nd2.Status {
				asked := PortIn(c.Buffer)
				if asked == 0 && chosen.Get(last.Get(nil)+1) {
					return nd2.SharingViolation
				}
				s := c.Proceed()
				switch {
				case s == nd2.Success && asked == 0:
					last.Set(nil, PortOf(c.Self.(*calls.Listener).Inner.GetLocalAddress))
				case s == nd2.Success:
					chosen.Set(asked, true)
				}
				return s
			})}
		}),
	New("listener.bind.unique-port/none", "Port 0 is told as port 0.", PortZero(calls.ListenerGetLocalAddress)),
	New("listener.bind.unique-port/same", "Every listener says that it has the same port.",
		SamePort(calls.ListenerGetLocalAddress)),
}

// stray takes a Connect to where some listener is at the unspecified address of another adapter.
var stray = Recording(func(c *calls.Call, every *calls.Record[bool]) nd2.Status {
	switch c.Method {
	case calls.ListenerBind:
		a, _ := nd2.ParseSockaddr(c.Buffer)
		every.Set(c.Object, a.Addr().IsUnspecified())
	case calls.ConnectorConnect:
		to, _ := nd2.ParseSockaddr(c.Destination)
		for _, l := range calls.Living[*calls.Listener](c.Object) {
			if !every.Get(&l.Object) {
				continue
			}
			at, _ := nd2.ParseSockaddr(AddressBy(l.Inner.GetLocalAddress))
			own := addressLike(l.Parent, to.Addr())
			if at.Port() == to.Port() && own.IsValid() {
				c.Destination = nd2.Sockaddr(netip.AddrPortFrom(own, to.Port()))
			}
		}
	}
	return c.Proceed()
})

// addressLike is an address of an adapter of the family of another one.
func addressLike(a *calls.Adapter, other netip.Addr) netip.Addr {
	for _, sockaddr := range Addresses(a) {
		if own, _ := nd2.ParseSockaddr(sockaddr); own.Addr().Is4() == other.Is4() && !own.Addr().IsLinkLocalUnicast() {
			return own.Addr()
		}
	}
	return netip.Addr{}
}

// freed makes a defect: after some calls, a port that is in use can be bound.
func freed(when func(c *calls.Call) bool) Defect {
	return Since(Where(when).Anywhere(), On(calls.ListenerBind).Anywhere(), IfRefused(Nothing, nd2.SharingViolation))
}

// dualFamily adds to each listener one at the same port of all addresses of the other family, whose
// requests are returned first.
var dualFamily = Recording(func(c *calls.Call, others *calls.Record[nd2.Listener]) nd2.Status {
	switch c.Method {
	case calls.ListenerListen:
		s := c.Proceed()
		if s == nd2.Success {
			others.Set(c.Object, otherFamily(c.Self.(*calls.Listener), c.Backlog))
		}
		return s
	case calls.ListenerGetConnectionRequest:
		if l := others.Get(c.Object); l != nil {
			if l.GetConnectionRequest(calls.Unwrap(c.Connector), new(nd2.Overlapped)) == nd2.Success {
				return nd2.Success
			}
			l.CancelOverlappedRequests()
		}
	case calls.Release:
		if l := others.Get(c.Object); l != nil && c.LastReference() {
			l.Release()
		}
	}
	return c.Proceed()
})

// otherFamily creates the second listener; nil if its address is in use.
func otherFamily(l *calls.Listener, backlog uint32) nd2.Listener {
	at, ok := nd2.ParseSockaddr(AddressBy(l.Inner.GetLocalAddress))
	if !ok {
		return nil
	}
	every := netip.IPv6Unspecified()
	if at.Addr().Is6() {
		every = netip.IPv4Unspecified()
	}
	var created nd2.Unknown
	if l.Parent.Inner.CreateListener(nd2.IIDListener, l.File.Inner(), &created) != nd2.Success {
		return nil
	}
	other := created.(nd2.Listener)
	if other.Bind(nd2.Sockaddr(netip.AddrPortFrom(every, at.Port()))) != nd2.Success ||
		other.Listen(backlog) != nd2.Success {
		other.Release()
		return nil
	}
	return other
}
