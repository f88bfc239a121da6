package wire

import (
	"encoding/hex"
	"net/netip"
	"strings"
	"testing"
)

// unhex decodes hex digits; spaces are for the reader.
func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func newFlow(src, dst string) *Flow {
	f := NewFlow(netip.MustParseAddrPort(src), netip.MustParseAddrPort(dst))
	return &f
}

func testFlows() map[string]*Flow {
	return map[string]*Flow{
		"IPv4": newFlow("192.0.2.1:49152", "192.0.2.2:4791"),
		"IPv6": newFlow("[2001:db8::1]:49152", "[2001:db8::2]:4791"),
	}
}
