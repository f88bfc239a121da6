package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// WithoutLastAddress makes a defect: a list of addresses lacks its last one.
func WithoutLastAddress(method string) Defect {
	return After(method, func(c *calls.Call) {
		if n := len(c.List.Address); n > 0 {
			c.List.Address = c.List.Address[:n-1]
		}
	})
}

// WithoutIPv6 makes a defect: a list has addresses of IPv4 only.
func WithoutIPv6(method string) Defect {
	return After(method, func(c *calls.Call) {
		c.List.Address = slices.DeleteFunc(c.List.Address, func(a []byte) bool { return len(a) == nd2.SockaddrIn6Size })
	})
}

// Malformed makes the mutants of a list whose addresses of one family are not well-formed, or are missing.
func Malformed(page, method string) []Mutant {
	change := func(size int, how func(a []byte)) Defect {
		return After(method, func(c *calls.Call) {
			for i, a := range c.List.Address {
				if len(a) == size {
					c.List.Address[i] = slices.Clone(a)
					how(c.List.Address[i])
				}
			}
		})
	}
	return []Mutant{
		New(page+".nd-success/ipv4-family", "The IPv4 addresses on the list have another family.",
			change(nd2.SockaddrInSize, func(a []byte) { a[0] = 0xff })),
		New(page+".nd-success/ipv6-family", "The IPv6 addresses on the list have another family.",
			change(nd2.SockaddrIn6Size, func(a []byte) { a[0] = 0xff })),
		New(page+".complete/ipv6-only", "IPv4 addresses are not on the list.", After(method, func(c *calls.Call) {
			c.List.Address = slices.DeleteFunc(c.List.Address, func(a []byte) bool { return len(a) == nd2.SockaddrInSize })
		})),
	}
}

// WrongAddress makes the mutants of a method that returns an address with one wrong part.
func WrongAddress(entry, method string) (list []Mutant) {
	for _, part := range []struct {
		name, what   string
		family, at   int
		familyNeeded bool
	}{
		{"ipv4-address", "The last byte of an IPv4 address is wrong.", nd2.SockaddrInSize, 7, true},
		{"ipv6-address", "The last byte of an IPv6 address is wrong.", nd2.SockaddrIn6Size, 23, true},
		{"port", "The port is another one.", 0, 3, false},
		{"family", "The family is another one.", 0, 0, false},
	} {
		list = append(list, New(entry+"/"+part.name, part.what, After(method, func(c *calls.Call) {
			if c.Size == nil || int(*c.Size) <= part.at || len(c.Buffer) <= part.at {
				return
			}
			if !part.familyNeeded || int(*c.Size) == part.family {
				c.Buffer[part.at] ^= 0x40
			}
		})))
	}
	return list
}

// Addresses lists the adapter's own.
func Addresses(a *calls.Adapter) [][]byte {
	var list nd2.SocketAddressList
	size := uint32(1 << 16)
	a.Inner.QueryAddressList(&list, &size)
	return list.Address
}

// PortIn is the port of a sockaddr.
func PortIn(sockaddr []byte) uint16 {
	a, _ := nd2.ParseSockaddr(sockaddr)
	return a.Port()
}

// PortOf is the port of an object's address.
func PortOf(address func([]byte, *uint32) nd2.Status) uint16 {
	if at := AddressBy(address); at != nil {
		return PortIn(at)
	}
	return 0
}

// AddressBy is the address that a method of an object tells, nil if it fails.
func AddressBy(address func([]byte, *uint32) nd2.Status) []byte {
	b := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(b))
	if address(b, &size) != nd2.Success {
		return nil
	}
	return b[:size]
}

// LowPorts makes a defect: port 0 yields a port outside the ephemeral range.
func LowPorts(method string) Defect {
	return func() calls.Hooks {
		var last atomic.Uint32
		last.Store(20000)
		return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
			if len(c.Buffer) >= nd2.SockaddrInSize && c.Buffer[2] == 0 && c.Buffer[3] == 0 {
				c.Buffer = slices.Clone(c.Buffer)
				SetPort(c.Buffer, uint16(last.Add(1)))
			}
			return c.Proceed()
		})}
	}
}

// SetPort changes the port of a sockaddr.
func SetPort(sockaddr []byte, port uint16) { sockaddr[2], sockaddr[3] = byte(port>>8), byte(port) }

// PortZero makes a defect: a method writes addresses with port 0.
func PortZero(method string) Defect {
	return After(method, func(c *calls.Call) { SetPort(c.Buffer, 0) })
}

// SamePort makes a defect: a method writes addresses with one port, always the same.
func SamePort(method string) Defect {
	return After(method, func(c *calls.Call) { SetPort(c.Buffer, 50000) })
}
