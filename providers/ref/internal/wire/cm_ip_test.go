package wire

import (
	"bytes"
	"errors"
	"net/netip"
	"testing"
)

func ipHeader(src, dst string) IPHeader {
	return IPHeader{netip.MustParseAddrPort(src), netip.MustParseAddr(dst)}
}

func TestIPHeader(t *testing.T) {
	const v4 = "00 40 c000 000000000000000000000000c0000201 000000000000000000000000c6336407"
	tests := []struct {
		name   string
		header IPHeader
		wire   string
		back   IPHeader
	}{
		{"IPv4", ipHeader("192.0.2.1:49152", "198.51.100.7"), v4, ipHeader("192.0.2.1:49152", "198.51.100.7")},
		{
			"mapped", ipHeader("[::ffff:192.0.2.1]:49152", "::ffff:198.51.100.7"), v4,
			ipHeader("192.0.2.1:49152", "198.51.100.7"),
		},
		{
			"IPv6", ipHeader("[2001:db8::1]:1", "2001:db8::2"),
			"00 60 0001 20010db8000000000000000000000001 20010db8000000000000000000000002",
			ipHeader("[2001:db8::1]:1", "2001:db8::2"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m REQ
			fill(m.PrivateData[:])
			m.SetIP(tt.header)
			if want := unhex(t, tt.wire); !bytes.Equal(m.PrivateData[:IPHeaderSize], want) {
				t.Errorf("got % x, want % x", m.PrivateData[:IPHeaderSize], want)
			}
			if got, err := m.IP(); err != nil || got != tt.back {
				t.Errorf("got %v, %v, want %v", got, err, tt.back)
			}
			data := m.ConsumerData()
			if len(data) != 56 || data[0] != IPHeaderSize+1 {
				t.Errorf("the consumer has %d bytes: % x", len(data), data)
			}
			data[55] = 0xee
			if m.PrivateData[91] != 0xee {
				t.Error("the consumer's bytes are not the message's")
			}
		})
	}
}

func TestIPHeaderRefuses(t *testing.T) {
	for _, head := range []string{"00 00", "00 50", "00 f0", "01 40", "10 60"} {
		var m REQ
		copy(m.PrivateData[:], unhex(t, head))
		if h, err := m.IP(); !errors.Is(err, ErrIPHeader) {
			t.Errorf("%s: %v, %v", head, h, err)
		}
	}
}

func TestIPHeaderIgnoresReservedBits(t *testing.T) {
	var m REQ
	m.SetIP(ipHeader("192.0.2.1:1", "192.0.2.2"))
	m.PrivateData[1] |= 0x0f
	if h, err := m.IP(); err != nil || h != ipHeader("192.0.2.1:1", "192.0.2.2") {
		t.Errorf("got %v, %v", h, err)
	}
}

// FuzzIPHeader takes any private data apart and puts it together again.
func FuzzIPHeader(f *testing.F) {
	for _, h := range []IPHeader{ipHeader("192.0.2.1:1", "192.0.2.2"), ipHeader("[::1]:1", "::2")} {
		var m REQ
		m.SetIP(h)
		f.Add(m.PrivateData[:])
	}
	f.Fuzz(func(t *testing.T, private []byte) {
		var m, n REQ
		copy(m.PrivateData[:], private)
		h, err := m.IP()
		if err != nil {
			return
		}
		n.SetIP(h)
		got, err := n.IP()
		if err != nil || got.Src.Port() != h.Src.Port() ||
			got.Src.Addr().Unmap() != h.Src.Addr().Unmap() || got.Dst.Unmap() != h.Dst.Unmap() {
			t.Errorf("%v became %v, %v", h, got, err)
		}
	})
}
