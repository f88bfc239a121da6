package nic

import (
	"net/netip"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// route returns ND_SUCCESS unless the network has no route to dst.
func (m *ConnectionManager) route(dst netip.Addr) nd2.Status {
	if n := len(m.unreachable); n > 0 {
		return *m.unreachable[n-1]
	}
	switch quirks := m.device.quirks; {
	case quirks.NoLoopback && m.owns(dst):
		return nd2.HostUnreachable
	case quirks.Apart && !m.near(dst):
		return nd2.NetworkUnreachable
	case quirks.SilentNetwork:
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

// near reports whether dst is in a network of the device.
func (m *ConnectionManager) near(dst netip.Addr) bool {
	return slices.ContainsFunc(m.device.addresses, func(own netip.Addr) bool { return fabric.Prefix(own).Contains(dst) })
}

// source returns the device's first address that reaches dst: in dst's family, and
// link-local if dst is.
func (m *ConnectionManager) source(dst netip.Addr) (own netip.Addr, ok bool) {
	for _, own := range m.device.addresses {
		if speaks(own, dst) {
			return own, true
		}
	}
	return netip.Addr{}, false
}

// speaks reports whether datagrams can pass between two addresses. Link-local IPv6
// addresses reach only each other.
func speaks(own, dst netip.Addr) bool {
	return own.Is4() == dst.Is4() && (own.Is4() || own.IsLinkLocalUnicast() == dst.IsLinkLocalUnicast())
}

// owns reports whether the address is the device's.
func (m *ConnectionManager) owns(address netip.Addr) bool {
	return slices.Contains(m.device.addresses, address)
}

// release ends a hold on a local address after TimeWait; b may be nil.
func (m *ConnectionManager) release(b *binding) {
	if b == nil {
		return
	}
	b.listening = false
	m.afterTimeWait(func() { m.ports.release(b) })
}

// afterTimeWait calls do at the end of TimeWait.
func (m *ConnectionManager) afterTimeWait(do func()) {
	d := m.device
	if d.quirks.TimeWait == 0 || d.stopped {
		do()
		return
	}
	d.schedule(&timer{fire: func(rc.Tick) { do() }}, d.now()+rc.Tick(d.quirks.TimeWait.Microseconds()))
}

// ExhaustPorts makes all ephemeral ports unavailable until undone.
func (m *ConnectionManager) ExhaustPorts() (undo func()) {
	return m.inject(func() { m.ports.exhausted++ }, func() { m.ports.exhausted-- })
}

// LoseRoutes makes the network answer s for every destination until undone:
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
