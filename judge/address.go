package judge

import (
	"net/netip"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An endpoint is what the checker knows of a connector's or listener's addresses; an invalid address is unknown.
type endpoint struct {
	// bound is what the client has bound it to, and told what GetLocalAddress has said since.
	bound, told netip.AddrPort
	// destination is what Connect was called for.
	destination netip.AddrPort
	// refused says that a Bind has failed: what becomes of another no page says.
	refused bool
	// needed is the size that GetLocalAddress has asked for, and neededPeer what GetPeerAddress has; 0 for none.
	needed, neededPeer uint32
}

// plain returns an address without its zone, so that each spelling of the address compares equal.
func plain(b []byte) (netip.AddrPort, bool) {
	a, ok := nd2.ParseSockaddr(b)
	if !ok {
		return netip.AddrPort{}, false
	}
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port()), ok
}

// trackAddress notes what an object is bound to.
func (s *step) trackAddress() {
	e := s.o.endpoint
	if e == nil {
		return
	}
	if s.status != nd2.Success {
		e.refused = true
		return
	}
	e.bound, _ = plain(s.c.Buffer) // which can be read, since the provider has taken it
	e.told, e.needed = netip.AddrPort{}, 0
}

// specific reports whether an address is known and that of one interface.
func specific(a netip.AddrPort) bool { return a.Addr().IsValid() && !a.Addr().IsUnspecified() }

// place is where a listener listens, as far as that is known: an address that is specific, and a port that is not 0.
func (o *object) place() (at netip.AddrPort, known bool) {
	e := o.endpoint
	at = e.bound
	if at.Port() == 0 {
		at = netip.AddrPortFrom(at.Addr(), e.told.Port())
	}
	return at, specific(at) && at.Port() != 0
}

// trackTold notes what GetLocalAddress has said.
func trackTold(s *step) {
	if e := s.o.endpoint; e != nil && s.status == nd2.Success && s.sized {
		e.told, _ = s.address()
	}
}

// trackResolve notes which adapter has an address.
func trackResolve(s *step) {
	if s.status != nd2.Success || s.c.FoundID == nil {
		return
	}
	if a, ok := plain(s.c.Buffer); ok {
		s.k.resolved[a.Addr()] = *s.c.FoundID
	}
}

// address is the address that a call has returned.
func (s *step) address() (netip.AddrPort, bool) {
	n := int(*s.c.Size)
	if n > len(s.c.Buffer) {
		return netip.AddrPort{}, false
	}
	return plain(s.c.Buffer[:n])
}

// need is where the size is kept that the call's method has asked for.
func (e *endpoint) need(method string) *uint32 {
	if method == calls.ConnectorGetPeerAddress {
		return &e.neededPeer
	}
	return &e.needed
}
