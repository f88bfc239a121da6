package nic

import (
	"net/netip"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// route says whether the network has a way to dst: ND_SUCCESS, unless it is known
// to have none.
func (m *ConnectionManager) route(dst netip.Addr) nd2.Status {
	if n := len(m.unreachable); n > 0 {
		return *m.unreachable[n-1]
	}
	switch host, network := m.device.port.Route(dst); {
	case host:
		return nd2.Success
	case network:
		return nd2.HostUnreachable
	}
	return nd2.NetworkUnreachable
}

// source gives the device's first address of dst's family.
func (m *ConnectionManager) source(dst netip.Addr) (own netip.Addr, ok bool) {
	for _, own := range m.device.addresses {
		if own.Is4() == dst.Is4() {
			return own, true
		}
	}
	return netip.Addr{}, false
}

// owns reports whether an address is the device's.
func (m *ConnectionManager) owns(address netip.Addr) bool {
	return slices.Contains(m.device.addresses, address)
}

// bind holds a local address.
func (m *ConnectionManager) bind(address netip.AddrPort, listening bool) (*binding, nd2.Status) {
	if address.Port() == 0 && m.exhausted > 0 {
		return nil, nd2.TooManyAddresses
	}
	return m.ports.bind(address, listening)
}

// ExhaustPorts leaves no ephemeral port to be had until undone.
func (m *ConnectionManager) ExhaustPorts() (undo func()) {
	return m.inject(func() { m.exhausted++ }, func() { m.exhausted-- })
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
	defer m.device.Unlock()
	begin()
	return sync.OnceFunc(func() {
		m.device.Lock()
		defer m.device.Unlock()
		end()
	})
}
