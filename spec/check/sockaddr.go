package check

import (
	"fmt"
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A CopyOut is a method that copies something out to the client: its buffer has
// *size bytes of room, and *size becomes what was used or is needed.
type CopyOut = func(buffer []byte, size *uint32) nd2.Status

// sockaddrStorage is the size of a SOCKADDR_STORAGE, in bytes, which is room for any
// address: a method may ask for more than it uses.
const sockaddrStorage = 128

// ExpectSockaddr shows that bytes begin with a whole sockaddr of IPv4 or IPv6.
func ExpectSockaddr(b []byte) {
	if _, ok := nd2.ParseSockaddr(b); !ok {
		Unmet("a whole sockaddr of IPv4 or IPv6", fmt.Sprintf("% x", b))
	}
}

// AddressFrom returns the address and port that a method copies out.
func AddressFrom(get CopyOut) netip.AddrPort {
	b := make([]byte, sockaddrStorage)
	size := uint32(len(b))
	MustSucceed("getting the address", get(b, &size))
	a, ok := nd2.ParseSockaddr(b[:min(size, uint32(len(b)))])
	if !ok {
		Unmet("a sockaddr of IPv4 or IPv6", fmt.Sprintf("% x of size %d", b, size))
	}
	return a
}
