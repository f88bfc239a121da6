package judge

import (
	"net/netip"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// methodRule is the start of the ids of a method's rules, "connector.bind.".
func methodRule(method string) string {
	object, name, _ := strings.Cut(strings.TrimPrefix(method, "IND2"), "::")
	return strings.ToLower(object) + "." + strings.ToLower(name) + "."
}

// addressNeeded: the size that is asked for is that of an address, and enough.
func addressNeeded(s *step) {
	e := s.o.endpoint
	if e == nil || !s.sized {
		return
	}
	method, now, needed := methodRule(s.c.Method), *s.c.Size, e.need(s.c.Method)
	switch {
	case s.status == nd2.BufferOverflow:
		if least := e.least(s.c.Method); now < least {
			s.breach(method+"nd-buffer-overflow", s.o, "%s asks for %d bytes, and an address takes %d", s.c.Method, now, least)
		}
		*needed = now
	case s.status == nd2.Success && *needed != 0 && now > *needed:
		s.breach(method+"nd-buffer-overflow", s.o, "%s asked for %d bytes, and the address takes %d", s.c.Method, *needed,
			now)
	}
}

// least is how many bytes the address that a method returns takes at least.
func (e *endpoint) least(method string) uint32 {
	of := e.bound
	if method == calls.ConnectorGetPeerAddress {
		of = e.destination
	}
	if of.Addr().Is6() {
		return nd2.SockaddrIn6Size
	}
	return nd2.SockaddrInSize
}

// listenerTells: a listener that listens tells its address, or how much room that takes.
func listenerTells(s *step) {
	l := s.o.listener
	if l == nil || !l.listening || s.o.gone || !s.sized {
		return
	}
	switch {
	case s.given < nd2.SockaddrInSize:
		s.must("listener.getlocaladdress.nd-buffer-overflow", "there is no room for an address")
	case s.given >= nd2.SockaddrIn6Size:
		s.tells = "listener.getlocaladdress.nd-success"
	}
}

// hasTold is listenerTells of a call with room: no failure says that there is no address.
func hasTold(s *step) {
	if s.tells != "" && (s.status == nd2.InvalidDeviceState || s.status == nd2.ConnectionInvalid) {
		s.breach(s.tells, s.o, "%s returned %v, and the listener listens", s.c.Method, s.status)
	}
}

// localAddress: an object has the address that it is bound to.
func localAddress(s *step) {
	e := s.o.endpoint
	if e == nil || s.status != nd2.Success || !s.sized {
		return
	}
	now, ok := s.address()
	if !ok {
		return
	}
	c, rule := s.o.connector, methodRule(s.c.Method)+"nd-success"
	settled := s.o.listener != nil && s.o.listener.listening || c != nil && c.asking && !c.requested
	if c != nil && c.requested {
		s.requestedAddress(now)
		return
	}
	if !settled {
		rule = methodRule(s.c.Method) + "bound"
	}
	switch bound := e.bound; {
	case !bound.IsValid():
	case specific(bound) && bound.Addr() != now.Addr(), bound.Port() != 0 && bound.Port() != now.Port(),
		bound.Addr().Is4() != now.Addr().Is4():
		s.breach(rule, s.o, "the local address is %v, and the client has bound %v", now, bound)
	case settled && now.Port() == 0:
		s.breach(rule, s.o, "the local address is %v, which has no port", now)
	case settled && e.told.IsValid() && e.told.Port() != 0 && e.told != now:
		s.breach(rule, s.o, "the local address is %v, and was %v", now, e.told)
	case bound.Port() == 0 && now.Port() != 0:
		s.ownPort(now)
	}
}

// requestedAddress: what a connector was requested at is where the listener listens.
func (s *step) requestedAddress(now netip.AddrPort) {
	c := s.o.connector
	if c.from == nil || c.asking {
		return
	}
	rule := "connector.getlocaladdress.requested"
	if c.answering {
		rule = "connector.getlocaladdress.nd-success"
	}
	if at, known := c.from.place(); known && at != now {
		s.breach(rule, s.o, "the local address is %v, and the request came to %v", now, at)
	}
}

// ownPort: a port of the provider's choice is another object's only if that has another address.
func (s *step) ownPort(now netip.AddrPort) {
	for other := range s.k.alive {
		e := other.endpoint
		if other == s.o || e == nil || other.kind != s.o.kind || e.bound.Port() != 0 || e.told != now || !specific(e.bound) ||
			other.adapter == nil || s.o.adapter == nil || other.adapter.opened != s.o.adapter.opened {
			continue
		}
		if c, own := other.connector, s.o.connector; c != nil && (c.asking || c.requested || own.asking || own.requested) {
			continue // whose ports may be free again
		}
		s.breach(strings.ToLower(strings.TrimPrefix(s.o.kind, "IND2"))+".bind.unique-port", s.o,
			"the provider has chosen %v, which it has chosen for %s", now, other.name)
		return
	}
}

// peerAddress: the peer of a connector that has connected is where it connected to.
func peerAddress(s *step) {
	e, c := s.o.endpoint, s.o.connector
	if e == nil || c == nil || s.status != nd2.Success || !s.sized {
		return
	}
	of := e.destination
	switch {
	case c.completed && !c.requested:
	case c.accepted && !c.asking && c.offer.peer != nil:
		of, _ = c.offer.peer.place()
	default:
		return
	}
	if now, ok := s.address(); ok && specific(of) && of.Port() != 0 && now != of {
		s.breach("connector.getpeeraddress.nd-success", s.o, "the peer's address is %v, and the peer has %v", now, of)
	}
}

// boundTwice: no two listeners are bound to one address and port, and none to another adapter's address.
func boundTwice(s *step) {
	if s.status != nd2.Success || s.o.adapter == nil || s.o.adapter.opened == nil {
		return
	}
	at, ok := plain(s.c.Buffer)
	if !ok || !specific(at) {
		return
	}
	if id, known := s.k.resolved[at.Addr()]; known && id != s.o.adapter.opened.id {
		s.breach(methodRule(s.c.Method)+"foreign-address", s.o, "Bind to %v succeeded, an address of the adapter %#x",
			at.Addr(), id)
	}
	if s.o.listener == nil || at.Port() == 0 {
		return
	}
	for other := range s.k.alive {
		if other == s.o || other.listener == nil || !other.listener.bound || other.adapter.opened != s.o.adapter.opened {
			continue
		}
		if there, known := other.place(); known && there == at {
			s.breach("listener.bind.nd-sharing-violation", s.o, "Bind to %v succeeded, which %s is bound to", at, other.name)
			return
		}
	}
}

// bindRefused: a port of the provider's choice is not in use.
func bindRefused(s *step) {
	e := s.o.endpoint
	if s.status != nd2.AddressAlreadyExists && s.status != nd2.SharingViolation || e.bound.IsValid() || e.refused {
		return
	}
	if c := s.o.connector; c != nil && (c.pair != nil || c.requested || c.asking) {
		return
	}
	// The provider has read the address, or it would not know that it is in use.
	if at, ok := plain(s.c.Buffer); ok && at.Port() == 0 {
		s.breach(methodRule(s.c.Method)+"nd-success", s.o, "Bind returned %v for a port of the provider's choice", s.status)
	}
}

// listedAddresses: a list has well-formed addresses of IPv4 and IPv6.
func listedAddresses(s *step) {
	if s.status != nd2.Success || s.c.List == nil {
		return
	}
	for _, b := range s.c.List.Address {
		if a, ok := nd2.ParseSockaddr(b); !ok || !a.IsValid() {
			s.breach(methodRule(s.c.Method)+"nd-success", s.o, "the list has % x, which is no address", b)
			return
		}
	}
}
