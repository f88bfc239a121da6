package wire

import (
	"net/netip"
	"testing"
)

func TestGID(t *testing.T) {
	tests := []struct {
		addr string
		wire string
		text string
	}{
		{"192.0.2.1", "00000000000000000000ffffc0000201", "192.0.2.1"},
		{"::ffff:192.0.2.1", "00000000000000000000ffffc0000201", "192.0.2.1"},
		{"2001:db8::1", "20010db8000000000000000000000001", "2001:db8::1"},
		{"fe80::1%eth0", "fe800000000000000000000000000001", "fe80::1"},
	}
	for _, tt := range tests {
		g := GIDFrom(netip.MustParseAddr(tt.addr))
		if g != GID(unhex(t, tt.wire)) {
			t.Errorf("%s: % x, want %s", tt.addr, g[:], tt.wire)
		}
		if g.String() != tt.text || g.Addr() != netip.MustParseAddr(tt.text) {
			t.Errorf("%s: back as %v", tt.addr, g)
		}
	}
	if GIDFrom(netip.Addr{}) != (GID{}) {
		t.Error("no address is not the zero GID")
	}
}

func TestServiceID(t *testing.T) {
	if got := TCPServiceID(0x1234).String(); got != "0x0000000001061234" {
		t.Errorf("got %s", got)
	}
	tests := []struct {
		id   ServiceID
		port uint16
		ok   bool
	}{
		{0x0000000001061234, 0x1234, true},
		{0x0000000001060000, 0, true},
		{0x000000000106ffff, 0xffff, true},
		{0x0000000001111234, 0x1234, false}, // UDP port space
		{0x1000000001061234, 0x1234, false},
		{0, 0, false},
	}
	for _, tt := range tests {
		if port, ok := tt.id.TCPPort(); ok != tt.ok || ok && port != tt.port {
			t.Errorf("%v: %d, %v", tt.id, port, ok)
		}
	}
}

func TestMTU(t *testing.T) {
	for code, bytes := range []int{0, 256, 512, 1024, 2048, 4096, 0, 0} {
		if got := MTU(code).Bytes(); got != bytes {
			t.Errorf("code %d: %d bytes, want %d", code, got, bytes)
		}
		if bytes != 0 && MTUFor(bytes) != MTU(code) {
			t.Errorf("MTUFor(%d) = %d, want %d", bytes, MTUFor(bytes), code)
		}
	}
	for bytes, want := range map[int]MTU{-1: 0, 255: 0, 511: 1, 1500: 3, 65536: 5} {
		if got := MTUFor(bytes); got != want {
			t.Errorf("MTUFor(%d) = %d, want %d", bytes, got, want)
		}
	}
	if got := MTU(255).Bytes(); got != 0 {
		t.Errorf("code 255: %d bytes", got)
	}
}

func TestTimeout(t *testing.T) {
	tests := []struct {
		code         Timeout
		microseconds uint64
	}{
		{0, 4}, {1, 8}, {2, 16}, {8, 1048}, {14, 67108}, {18, 1073741}, {20, 4294967}, {31, 8796093022},
	}
	for _, tt := range tests {
		if got := tt.code.Microseconds(); got != tt.microseconds {
			t.Errorf("code %d: %d us, want %d us", tt.code, got, tt.microseconds)
		}
	}
}
