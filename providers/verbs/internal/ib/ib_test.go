package ib

import (
	"errors"
	"net/netip"
	"syscall"
	"testing"
)

func TestSockaddr(t *testing.T) {
	for _, text := range []string{"10.0.0.1:4791", "[2001:db8::1]:1", "0.0.0.0:0", "[::]:65535"} {
		a := netip.MustParseAddrPort(text)
		b := sockaddr(a)
		if got := parseSockaddr(&b); got != a {
			t.Errorf("%v: %v", a, got)
		}
	}
	b := sockaddr(netip.MustParseAddrPort("[::ffff:10.0.0.1]:80"))
	if got := parseSockaddr(&b); got != netip.MustParseAddrPort("10.0.0.1:80") {
		t.Errorf("a mapped address: %v", got)
	}
	if got := parseSockaddr(new([sockaddrSize]byte)); got.IsValid() {
		t.Errorf("no family: %v", got)
	}
}

func TestErrorSaysCallAndReason(t *testing.T) {
	err := &Error{"ibv_create_qp", syscall.ENOMEM}
	if err.Error() != "ibv_create_qp: cannot allocate memory" || !errors.Is(err, syscall.ENOMEM) {
		t.Error(err)
	}
}
