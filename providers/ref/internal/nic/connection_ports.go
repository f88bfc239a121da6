package nic

import (
	"math/rand/v2"
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
)

// The ephemeral ports. Source: IND2Connector::Bind, Return Value.
const (
	firstEphemeral = 49152
	lastEphemeral  = 65535
	ephemerals     = lastEphemeral - firstEphemeral + 1
	// firstOther is the lowest ephemeral port with the quirk OtherPorts.
	firstOther = 20000
)

// ports are the local addresses that listeners and connectors hold. A device's port
// space is independent of TCP's.
type ports struct {
	held map[uint16][]*binding
	next uint16
	// first is the lowest ephemeral port.
	first uint16
	// exhausted counts the reasons for having no ephemeral port.
	exhausted int
	// exclusive keeps connectors from a listener's port.
	exclusive bool
	// shared lets connectors share a port.
	shared bool
	// lowest chooses the lowest free port.
	lowest bool
}

// A binding is a connector's or a listener's hold on a local address.
type binding struct {
	address   netip.AddrPort
	listening bool // a listener's
}

func (p *ports) init(r *rand.Rand, h *Quirks) {
	p.held = map[uint16][]*binding{}
	p.exclusive, p.shared, p.lowest = h.ExclusivePorts, h.SharedPorts, h.LowestPort
	p.first = firstEphemeral
	if h.OtherPorts {
		p.first = firstOther
	}
	p.next = p.first + uint16(r.IntN(ephemerals))
}

// bind holds an address, with an ephemeral port if the port is 0.
func (p *ports) bind(address netip.AddrPort, listening bool) (*binding, nd2.Status) {
	if address.Port() == 0 {
		port := p.ephemeral()
		if port == 0 {
			return nil, nd2.TooManyAddresses
		}
		address = netip.AddrPortFrom(address.Addr(), port)
	}
	b := &binding{address, listening}
	if p.taken(b) {
		return nil, nd2.SharingViolation
	}
	p.held[address.Port()] = append(p.held[address.Port()], b)
	return b, nd2.Success
}

// taken reports whether b conflicts with other bindings. Where connectors share a
// listener's port, only the connection must be unique.
func (p *ports) taken(b *binding) bool {
	taken := false
	for _, other := range p.held[b.address.Port()] {
		if !overlap(other.address.Addr(), b.address.Addr()) {
			continue
		}
		if other.listening && !b.listening && !p.exclusive {
			return false
		}
		taken = taken || other.listening || b.listening || !p.shared
	}
	return taken
}

// ephemeral returns a free ephemeral port, or 0.
func (p *ports) ephemeral() uint16 {
	if p.exhausted > 0 {
		return 0
	}
	if p.lowest {
		p.next = p.first
	}
	for range ephemerals {
		port := p.next
		p.next++
		if port-p.first == ephemerals-1 {
			p.next = p.first
		}
		if len(p.held[port]) == 0 {
			return port
		}
	}
	return 0
}

// release ends a hold.
func (p *ports) release(b *binding) {
	port := b.address.Port()
	kept := p.held[port][:0]
	for _, other := range p.held[port] {
		if other != b {
			kept = append(kept, other)
		}
	}
	p.held[port] = kept
	if len(kept) == 0 {
		delete(p.held, port)
	}
}

// overlap reports whether two addresses are equal, or one stands for all addresses of
// the other's family.
func overlap(a, b netip.Addr) bool {
	return a == b || a.Is4() == b.Is4() && (a.IsUnspecified() || b.IsUnspecified())
}
