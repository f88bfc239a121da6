package fabric

import (
	"net"
	"net/netip"
)

// A Namespace is the name of a Linux network namespace, as in ip-netns(8), or "" for
// the process's.
type Namespace string

// maxHeaders is how many bytes of a datagram, at most, Linux does not count as payload.
const maxHeaders = 80

// MTU returns the largest path MTU, in bytes, for datagrams from an address of this
// machine. It is 0 if the address is not found, or its interface is too narrow for the
// smallest MTU.
func (n Namespace) MTU(address netip.Addr) (mtu int) {
	_ = n.do(func() error { // on an error, the MTU stays 0
		mtu = pathMTU(interfaceMTU(address) - maxHeaders)
		return nil
	})
	return mtu
}

// interfaceMTU returns the MTU of the address's interface, or 0 without one.
func interfaceMTU(address netip.Addr) int {
	all, _ := net.Interfaces()
	for _, i := range all {
		prefixes, _ := i.Addrs()
		for _, a := range prefixes {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Contains(address) {
				return i.MTU
			}
		}
	}
	return 0
}

// pathMTU returns the largest path MTU <= n.
func pathMTU(n int) int {
	for mtu := MaxPayload; mtu >= 256; mtu /= 2 {
		if mtu <= n {
			return mtu
		}
	}
	return 0
}
