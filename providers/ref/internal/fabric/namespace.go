package fabric

import (
	"net"
	"net/netip"
)

// A Namespace is a network namespace of Linux by the name that ip-netns(8) gave it, or
// "" for the one that the process is in.
type Namespace string

// maxHeaders is how many bytes of a datagram, at most, are not payload as Linux
// counts it.
const maxHeaders = 80

// MTU returns the largest path MTU, in bytes, for which datagrams from an address of
// this machine have room, or 0 if the address is not found, or its interface has no
// room even for the smallest.
func (n Namespace) MTU(address netip.Addr) (mtu int) {
	_ = n.do(func() error { // on an error, the MTU stays 0
		mtu = pathMTU(interfaceMTU(address) - maxHeaders)
		return nil
	})
	return mtu
}

// interfaceMTU returns the MTU of the interface that has an address, or 0 if none has.
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

// pathMTU returns the largest path MTU that is at most n.
func pathMTU(n int) int {
	for mtu := MaxPayload; mtu >= 256; mtu /= 2 {
		if mtu <= n {
			return mtu
		}
	}
	return 0
}
