package spec

import (
	"fmt"
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// Unassigned returns an address of the side's family that no host has: it is for
// documentation. Source: RFC 5737 (TEST-NET-2), RFC 3849.
func (s *Side) Unassigned() netip.Addr {
	if s.Address.Is4() {
		return netip.AddrFrom4([4]byte{198, 51, 100, 77})
	}
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0xff, 0xff, 15: 77})
}

// Provider returns the provider that a side's adapter is of, until the spec ends.
func (s *Side) Provider() nd2.Provider {
	p, _ := s.OwnProvider()
	return p
}

// OwnProvider is Provider with a reference that the spec releases, when it ends at the
// latest.
func (s *Side) OwnProvider() (p nd2.Provider, release func()) {
	p = trace.Provider(targetOf(s.ctx).recorder, s.adapter.instance.ND2(), targetOf(s.ctx).whose(s.adapter))
	release = sync.OnceFunc(func() { p.Release() })
	s.AtEnd(release)
	return p, release
}

// Addresses lists the addresses of the side's adapter.
func (s *Side) Addresses() []netip.Addr {
	list, err := addresses(s.Adapter.QueryAddressList)
	if err != nil {
		Unmet("IND2Adapter::QueryAddressList to return ND_SUCCESS, so that the spec can be set up", err.Error())
	}
	return ParseAddresses(list)
}

// ParseAddresses reads the sockaddrs of a list.
func ParseAddresses(list nd2.SocketAddressList) []netip.Addr {
	all := make([]netip.Addr, len(list.Address))
	for i, sockaddr := range list.Address {
		a, ok := nd2.ParseSockaddr(sockaddr)
		if !ok {
			Unmet("a sockaddr of IPv4 or IPv6", fmt.Sprintf("% x", sockaddr))
		}
		all[i] = a.Addr()
	}
	return all
}

// At returns the side with another of its adapter's addresses.
func (s *Side) At(address netip.Addr) *Side {
	at := *s
	at.Address = address
	return &at
}

// OtherAdapter reports whether two sides are of different adapters. One adapter may be reached
// through two providers, or a provider and an agent on its machine: it has one address then.
func (s *Side) OtherAdapter(t *Side) bool {
	return !s.adapter.is(t.adapter) && (s.Address != t.Address || !s.Address.IsValid())
}

// NeedOtherAdapter ends the spec as unobservable if two sides are of one adapter, and says why there
// is no other.
func (s *Side) NeedOtherAdapter(t *Side) {
	if s.OtherAdapter(t) {
		return
	}
	switch others := len(targetOf(s.ctx).plain); {
	case t.adapter.theirs:
		Unobservable("both providers have opened one adapter: they have one address")
	case others == 0:
		Unobservable("the provider has one adapter")
	default:
		Unobservable(fmt.Sprintf("the adapter connects to itself: of the provider's %d others none that has the same "+
			"AdapterFlags, and shared receive queues or none alike, can be reached from it; --peer names another provider",
			others))
	}
}

// A CopyOut is a method that copies something out to the client: its buffer has
// *size bytes of room, and *size becomes what was used or is needed.
type CopyOut = func(buffer []byte, size *uint32) nd2.Status

// sockaddrStorage is the size of a SOCKADDR_STORAGE, in bytes, which is room for any
// address: a method may ask for more than it uses.
const sockaddrStorage = 128

// IsSockaddr reports whether bytes begin with a whole sockaddr of IPv4 or IPv6.
func IsSockaddr(b []byte) bool {
	_, ok := nd2.ParseSockaddr(b)
	return ok
}

// AddressFrom returns the address and port that a method copies out.
func AddressFrom(get CopyOut) netip.AddrPort {
	b := make([]byte, sockaddrStorage)
	size := uint32(len(b))
	succeed("getting the address", get(b, &size))
	a, ok := nd2.ParseSockaddr(b[:min(size, uint32(len(b)))])
	if !ok {
		Unmet("a sockaddr of IPv4 or IPv6", fmt.Sprintf("% x of size %d", b, size))
	}
	return a
}

// WithFile returns the side with an overlapped file of its own, closed when the spec
// ends, and a completion port that the file is not bound to.
func (s *Side) WithFile() *Side {
	with := *s
	with.Port = new(Port)
	succeed("CreateOverlappedFile", s.Adapter.CreateOverlappedFile(&with.File))
	s.AtEnd(func() { with.File.Close() })
	return &with
}
