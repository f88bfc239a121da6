package nic

import (
	"net/netip"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// route says whether the network has a way to dst: ND_SUCCESS, unless it is known
// to have none.
func (m *ConnectionManager) route(dst netip.Addr) nd2.Status {
	if n := len(m.unreachable); n > 0 {
		return *m.unreachable[n-1]
	}
	switch habits := m.device.habits; {
	case habits.NoLoopback && m.owns(dst):
		return nd2.HostUnreachable
	case habits.Apart && !m.near(dst):
		return nd2.NetworkUnreachable
	case habits.SilentNetwork:
		return nd2.Success
	}
	switch host, network := m.device.port.Route(dst); {
	case host:
		return nd2.Success
	case network:
		return nd2.HostUnreachable
	}
	return nd2.NetworkUnreachable
}

// near reports whether dst would be in a network of the device's.
func (m *ConnectionManager) near(dst netip.Addr) bool {
	return slices.ContainsFunc(m.device.addresses, func(own netip.Addr) bool { return fabric.Prefix(own).Contains(dst) })
}

// source returns the device's first address that speaks to dst: of its family, and
// link-local if dst is.
func (m *ConnectionManager) source(dst netip.Addr) (own netip.Addr, ok bool) {
	for _, own := range m.device.addresses {
		if speaks(own, dst) {
			return own, true
		}
	}
	return netip.Addr{}, false
}

// speaks reports whether datagrams can go from one address to another. What is local to
// the link of an IPv6 interface stays there.
func speaks(own, dst netip.Addr) bool {
	return own.Is4() == dst.Is4() && (own.Is4() || own.IsLinkLocalUnicast() == dst.IsLinkLocalUnicast())
}

// owns reports whether an address is the device's.
func (m *ConnectionManager) owns(address netip.Addr) bool {
	return slices.Contains(m.device.addresses, address)
}

// release ends a hold on a local address, once it has rested; nil is none.
func (m *ConnectionManager) release(b *binding) {
	if b == nil {
		return
	}
	b.listening = false
	m.rest(func() { m.ports.release(b) })
}

// rest does something at the end of TimeWait.
func (m *ConnectionManager) rest(do func()) {
	d := m.device
	if d.habits.TimeWait == 0 || d.stopped {
		do()
		return
	}
	d.schedule(&timer{fire: func(rc.Tick) { do() }}, d.now()+rc.Tick(d.habits.TimeWait.Microseconds()))
}

// ExhaustPorts leaves no ephemeral port to be had until undone.
func (m *ConnectionManager) ExhaustPorts() (undo func()) {
	return m.inject(func() { m.ports.exhausted++ }, func() { m.ports.exhausted-- })
}

// LoseRoutes has the network say s of every destination until undone:
// ND_HOST_UNREACHABLE or ND_NETWORK_UNREACHABLE.
func (m *ConnectionManager) LoseRoutes(s nd2.Status) (undo func()) {
	return m.inject(
		func() { m.unreachable = append(m.unreachable, &s) },
		func() {
			m.unreachable = slices.DeleteFunc(m.unreachable, func(x *nd2.Status) bool { return x == &s })
		})
}

func (m *ConnectionManager) inject(begin, end func()) (undo func()) {
	m.device.Lock()
	defer m.device.UnlockAndDeliver()
	begin()
	return sync.OnceFunc(func() {
		m.device.Lock()
		defer m.device.UnlockAndDeliver()
		end()
	})
}
