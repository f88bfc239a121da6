//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// Ports of the provider's choice. Source: IND2Connector::Bind, Parameters.
const (
	firstEphemeral = 49152
	lastEphemeral  = 65535
)

// bind returns an identifier bound to an address; port 0 asks for a free port.
func (d *device) bind(handle uintptr, a netip.AddrPort) (*ib.ID, nd2.Status) {
	if a.Port() != 0 {
		id, err := d.bindTo(handle, a)
		if err != nil {
			return nil, bindingStatus(err)
		}
		return id, nd2.Success
	}
	const ports = lastEphemeral - firstEphemeral + 1
	start := rand.IntN(ports)
	for i := range ports {
		port := uint16(firstEphemeral + (start+i)%ports)
		id, err := d.bindTo(handle, netip.AddrPortFrom(a.Addr(), port))
		switch {
		case err == nil:
			return id, nd2.Success
		case !errors.Is(err, syscall.EADDRINUSE):
			return nil, bindingStatus(err)
		}
	}
	return nil, nd2.TooManyAddresses
}

func (d *device) bindTo(handle uintptr, a netip.AddrPort) (*ib.ID, error) {
	id, err := d.manager.NewID(handle)
	if err != nil {
		return nil, err
	}
	if err := id.Bind(a); err != nil {
		id.Destroy()
		return nil, err
	}
	return id, nil
}

// sockaddrs returns the port's addresses.
func (d *device) sockaddrs() (list [][]byte) {
	for _, a := range d.addresses {
		list = append(list, nd2.Sockaddr(netip.AddrPortFrom(a, 0)))
	}
	return list
}

// owns reports whether an address belongs to the port.
func (d *device) owns(a netip.Addr) bool { return slices.Contains(d.addresses, a) }

// source returns the port's address for connecting to a peer, in the peer's family.
func (d *device) source(to netip.Addr) netip.Addr {
	for _, a := range d.addresses {
		if a.Is4() == to.Is4() {
			return a
		}
	}
	return d.addresses[0]
}

// parseAddress reads a sockaddr. It returns an IPv4 address also for an IPv4-mapped
// IPv6 one.
func parseAddress(sockaddr []byte) (netip.AddrPort, bool) {
	a, ok := nd2.ParseSockaddr(sockaddr)
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()), ok
}

// copyAddress copies the sockaddr of a, whole or not at all.
func copyAddress(b []byte, size *uint32, a netip.AddrPort) nd2.Status {
	return object.PutSockaddr(nd2.Sockaddr(a), b, size)
}

// snapshot copies at most most bytes of private data. The memory may not exist: a
// driver finds out when it copies from user memory.
func snapshot(b []byte, most int) (data []byte, s nd2.Status) {
	if len(b) > most {
		return nil, nd2.InvalidBufferSize
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			data, s = nil, nd2.AccessViolation
		}
	}()
	return append(data, b...), nd2.Success
}
