package check

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestAddressFrom(t *testing.T) {
	want := netip.MustParseAddrPort("[2001:db8::1]:77")
	got := AddressFrom(func(b []byte, size *uint32) nd2.Status {
		*size = uint32(copy(b, nd2.Sockaddr(want)))
		return nd2.Success
	})
	if got != want {
		t.Errorf("%v", got)
	}
	fails(t, func() { AddressFrom(func([]byte, *uint32) nd2.Status { return nd2.ConnectionInvalid }) })
	fails(t, func() {
		AddressFrom(func(_ []byte, size *uint32) nd2.Status {
			*size = 1000
			return nd2.Success
		})
	})
}
