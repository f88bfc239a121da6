package mutant

import (
	"net/netip"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// twin gives each listener another one, which listens at the same port of all addresses
// of the other family, and whose requests it takes first.
func twin() calls.Hooks {
	var twins calls.Record[nd2.Listener]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ListenerListen:
			s := c.Proceed()
			if s == nd2.Success {
				twins.Set(c.Object, twinOf(c.Self.(*calls.Listener), c.Backlog))
			}
			return s
		case calls.ListenerGetConnectionRequest:
			if l := twins.Get(c.Object); l != nil {
				if l.GetConnectionRequest(calls.Unwrap(c.Connector), new(nd2.Overlapped)) == nd2.Success {
					return nd2.Success
				}
				l.CancelOverlappedRequests()
			}
		case calls.Release:
			if l := twins.Get(c.Object); l != nil && c.LastReference() {
				l.Release()
			}
		}
		return c.Proceed()
	}}
}

// twinOf makes it; nil if its address is in use.
func twinOf(l *calls.Listener, backlog uint32) nd2.Listener {
	b := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(b))
	if l.Inner.GetLocalAddress(b, &size) != nd2.Success {
		return nil
	}
	at, _ := nd2.ParseSockaddr(b[:size])
	every := netip.IPv6Unspecified()
	if at.Addr().Is6() {
		every = netip.IPv4Unspecified()
	}
	var created nd2.Unknown
	if l.Parent.Inner.CreateListener(nd2.IIDListener, l.File.Inner(), &created) != nd2.Success {
		return nil
	}
	other := created.(nd2.Listener)
	if other.Bind(nd2.Sockaddr(netip.AddrPortFrom(every, at.Port()))) != nd2.Success || other.Listen(backlog) != nd2.Success {
		other.Release()
		return nil
	}
	return other
}
