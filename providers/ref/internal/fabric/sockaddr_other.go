//go:build !windows

package fabric

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
)

// The system's errors that a user may fix.
const (
	errInUse    = syscall.EADDRINUSE
	errNoOwn    = syscall.EADDRNOTAVAIL
	errHostGone = syscall.EHOSTUNREACH
)

// denied reports whether err is a missing permission.
func denied(err error) bool { return errors.Is(err, os.ErrPermission) }

// reach asks the system for a route from an address of this machine to dst. It sends
// nothing.
func reach(own, dst netip.Addr) (host, network bool) {
	c, err := net.DialUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(own, 0)),
		net.UDPAddrFromAddrPort(netip.AddrPortFrom(dst, 9)))
	if err == nil {
		c.Close()
	}
	return err == nil, err == nil || errors.Is(err, errHostGone)
}
