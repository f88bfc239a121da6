package fabric

import (
	"errors"
	"net/netip"
	"strconv"

	"golang.org/x/sys/windows"
)

// The system's errors that a user may fix. Package syscall's names stand for values of
// Go's.
const (
	errInUse    = windows.WSAEADDRINUSE
	errNoOwn    = windows.WSAEADDRNOTAVAIL
	errHostGone = windows.WSAEHOSTUNREACH
)

// denied reports whether err is a missing permission.
func denied(err error) bool { return errors.Is(err, windows.WSAEACCES) }

// sockaddr returns an address in Winsock's form.
func sockaddr(a netip.AddrPort) windows.Sockaddr {
	if a.Addr().Is4() {
		return &windows.SockaddrInet4{Port: int(a.Port()), Addr: a.Addr().As4()}
	}
	zone, _ := strconv.ParseUint(a.Addr().Zone(), 10, 32)
	return &windows.SockaddrInet6{Port: int(a.Port()), Addr: a.Addr().As16(), ZoneId: uint32(zone)}
}

// addrPort converts an address back.
func addrPort(a windows.Sockaddr) netip.AddrPort {
	switch a := a.(type) {
	case *windows.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port))
	case *windows.SockaddrInet6:
		ip := netip.AddrFrom16(a.Addr)
		if a.ZoneId != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(a.ZoneId), 10))
		}
		return netip.AddrPortFrom(ip, uint16(a.Port))
	}
	return netip.AddrPort{}
}

// datagrams makes a UDP socket of the address's family.
func datagrams(address netip.Addr) (windows.Handle, error) {
	var data windows.WSAData
	if err := windows.WSAStartup(0x202, &data); err != nil { // for as long as the process lives
		return 0, err
	}
	family := int32(windows.AF_INET)
	if !address.Is4() {
		family = windows.AF_INET6
	}
	return windows.WSASocket(family, windows.SOCK_DGRAM, windows.IPPROTO_UDP, nil, 0,
		windows.WSA_FLAG_OVERLAPPED|windows.WSA_FLAG_NO_HANDLE_INHERIT)
}

// reach asks the system for a route from an address of this machine to dst. It sends
// nothing.
func reach(own, dst netip.Addr) (host, network bool) {
	s, err := datagrams(own)
	if err != nil {
		return false, false
	}
	defer func() { _ = windows.Closesocket(s) }()
	err = windows.Bind(s, sockaddr(netip.AddrPortFrom(own, 0)))
	if err == nil {
		err = windows.Connect(s, sockaddr(netip.AddrPortFrom(dst, 9)))
	}
	return err == nil, err == nil || errors.Is(err, errHostGone)
}
