package spec

import (
	"fmt"
	"net/netip"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

// Unassigned returns an address of the side's family that no host has: it is for
// documentation. Source: RFC 5737 (TEST-NET-2), RFC 3849.
func (s *Side) Unassigned() netip.Addr {
	if s.Address.Is4() {
		return netip.AddrFrom4([4]byte{198, 51, 100, 77})
	}
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0xff, 0xff, 15: 77})
}

// QueryAddressList is the method that providers and adapters have.
type QueryAddressList = func(list *nd2.SocketAddressList, size *uint32) nd2.Status

// AllAddresses gets the list in a buffer of the size that is asked for.
func AllAddresses(query QueryAddressList) nd2.SocketAddressList {
	list, err := addresses(query)
	if err != nil {
		Unmet("to return ND_SUCCESS with the size that it asks for", err.Error())
	}
	return list
}

// Addresses lists the addresses of the side's adapter.
func (s *Side) Addresses() []netip.Addr {
	list, err := addresses(s.Adapter.QueryAddressList)
	if err != nil {
		fail(finding.Finding{
			Says: settingUp, Expected: "IND2Adapter::QueryAddressList to return ND_SUCCESS", Seen: err.Error(),
		})
	}
	return ParseAddresses(list)
}

// ParseAddresses reads the sockaddrs of a list.
func ParseAddresses(list nd2.SocketAddressList) []netip.Addr {
	all := make([]netip.Addr, len(list.Address))
	for i, sockaddr := range list.Address {
		a, ok := nd2.ParseSockaddr(sockaddr)
		if !ok {
			Unmet("a sockaddr of IPv4 or IPv6", fmt.Sprintf("% x", sockaddr))
		}
		all[i] = a.Addr()
	}
	return all
}

// At returns the side with another of its adapter's addresses.
func (s *Side) At(address netip.Addr) *Side {
	at := *s
	at.Address = address
	return &at
}
