package spec

import (
	"net/netip"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestAddresses(t *testing.T) {
	four, six := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1")
	list := nd2.SocketAddressList{Address: [][]byte{
		nd2.Sockaddr(netip.AddrPortFrom(four, 1)),
		nd2.Sockaddr(netip.AddrPortFrom(six, 2)),
	}}
	if got := ParseAddresses(list); !slices.Equal(got, []netip.Addr{four, six}) {
		t.Errorf("%v", got)
	}
	fails(t, func() { ParseAddresses(nd2.SocketAddressList{Address: [][]byte{{1, 2, 3}}}) })

	for _, a := range []netip.Addr{four, six} {
		s := &Side{Address: a}
		if u := s.Unassigned(); u.Is4() != a.Is4() || u == a {
			t.Errorf("%v is for one of the family of %v", u, a)
		}
		if at := s.At(six); at.Address != six || s.Address != a {
			t.Errorf("at another address: %v, and itself %v", at.Address, s.Address)
		}
	}
	one, same, other, theirs := &Side{
		adapter: adapter{id: 1},
	}, &Side{
		adapter: adapter{id: 1},
	}, &Side{adapter: adapter{id: 2}}, &Side{adapter: adapter{id: 1, theirs: true}}
	if one.OtherAdapter(same) || !one.OtherAdapter(other) || !one.OtherAdapter(theirs) {
		t.Error("takes one adapter for another, or two for one")
	}
	one.Address, theirs.Address, other.Address = four, four, six
	if one.OtherAdapter(theirs) || !one.OtherAdapter(other) {
		t.Error("takes an adapter of one address, reached twice, for two, or two for one")
	}
}
