package wire

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"testing"
)

// Packets of other implementations. Decode accepts neither, which does not matter to
// the ICRC.
func TestPublishedICRC(t *testing.T) {
	tests := []struct {
		name, src, dst string
		id             uint16
		wire           string
	}{
		{
			// Scapy, test/contrib/roce.uts, "RoCE layer": an unreliable SEND.
			"Scapy", "192.168.0.7:49152", "192.168.0.7:4791", 1144,
			"24 60 ffff 00 0000d3 00 cf1710  4630818be28935d90e9a95505401be885e50 0000  78f353f3",
		},
		{
			// The same, "RoCE CNP captured on ConnectX-4 Lx": BECN is set.
			"ConnectX-4", "10.0.17.1:0", "10.0.18.1:4791", 0x718c,
			"81 00 ffff 40 000118 00 000000  00000000 00000000 00000000 00000000  82fd002a",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			flow := newFlow(tt.src, tt.dst).WithIPv4(tt.id, true)
			want := unhex(t, tt.wire)
			if !Check(want, &flow) {
				t.Error("Check refuses it")
			}
			got := bytes.Clone(want)
			copy(got[len(got)-ICRCSize:], "????")
			if Seal(got, &flow); !bytes.Equal(got, want) {
				t.Errorf("got % x, want % x", got, want)
			}
		})
	}
}

// ipPacket is datagram inside UDP and IP, with some value in each field.
func ipPacket(src, dst netip.AddrPort, id uint16, dontFragment bool, datagram []byte) []byte {
	be := binary.BigEndian
	length := uint16(8 + len(datagram))
	var b []byte
	if src.Addr().Unmap().Is4() {
		b = append(b, 0x45, 0x02)
		b = be.AppendUint16(b, 20+length)
		b = be.AppendUint16(b, id)
		if dontFragment {
			b = append(b, 0x40, 0)
		} else {
			b = append(b, 0, 0)
		}
		b = append(b, 64, 17, 0x12, 0x34)
		b = append(b, src.Addr().Unmap().AsSlice()...)
		b = append(b, dst.Addr().Unmap().AsSlice()...)
	} else {
		b = append(b, 0x62, 0x01, 0x23, 0x45)
		b = be.AppendUint16(b, length)
		b = append(b, 17, 64)
		b = append(b, src.Addr().AsSlice()...)
		b = append(b, dst.Addr().AsSlice()...)
	}
	b = be.AppendUint16(b, src.Port())
	b = be.AppendUint16(b, dst.Port())
	b = be.AppendUint16(b, length)
	b = be.AppendUint16(b, 0x5678)
	return append(b, datagram...)
}

// referenceICRC is the ICRC as the specification reads: mask, then divide bit by bit.
func referenceICRC(ip []byte) uint32 {
	b := append(bytes.Repeat([]byte{0xff}, 8), ip[:len(ip)-4]...)
	h := b[8:]
	udp := 20
	if h[0]>>4 == 4 {
		h[1], h[8], h[10], h[11] = 0xff, 0xff, 0xff, 0xff
	} else {
		udp = 40
		h[0], h[1], h[2], h[3], h[7] = 0x6f, 0xff, 0xff, 0xff, 0xff
	}
	h[udp+6], h[udp+7], h[udp+8+4] = 0xff, 0xff, 0xff
	crc := ^uint32(0)
	for _, v := range b {
		for i := range 8 {
			odd := (crc ^ uint32(v)>>i) & 1
			crc >>= 1
			if odd != 0 {
				crc ^= 0xedb88320
			}
		}
	}
	return ^crc
}

func TestICRCAgreesWithReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	addrs := [][2]string{
		{"192.0.2.1:49152", "198.51.100.7:4791"},
		{"[::ffff:192.0.2.1]:49152", "[::ffff:198.51.100.7]:4791"},
		{"[2001:db8::1]:1", "[2001:db8:ffff::2]:65535"},
		{"[fe80::1%eth0]:1", "[fe80::2%eth0]:65535"},
	}
	for _, a := range addrs {
		src, dst := netip.MustParseAddrPort(a[0]), netip.MustParseAddrPort(a[1])
		for size := BTHSize + ICRCSize; size < 4200; size += 1 + size/8 {
			id, df := uint16(r.Uint32()), r.IntN(2) == 0
			flow := NewFlow(src, dst).WithIPv4(7, !df).WithIPv4(id, df)
			datagram := make([]byte, size)
			for i := range datagram {
				datagram[i] = byte(r.Uint32())
			}
			datagram[bthFlags] &^= bthPadMask << bthPadShift
			want := referenceICRC(ipPacket(src, dst, id, df, datagram))
			Seal(datagram, &flow)
			if got := binary.LittleEndian.Uint32(datagram[size-ICRCSize:]); got != want {
				t.Errorf("%v, %d bytes: %08x, want %08x", src, size, got, want)
			}
		}
	}
}

func TestICRCOfMappedAddresses(t *testing.T) {
	if *newFlow("192.0.2.1:1", "192.0.2.2:2") != *newFlow("[::ffff:192.0.2.1]:1", "[::ffff:192.0.2.2]:2") {
		t.Error("an IPv4 address and the same written as IPv6 differ")
	}
}

func TestICRCCoversEveryBitButTheMasked(t *testing.T) {
	for name, flow := range testFlows() {
		p := Packet{BTH: BTH{Opcode: SendOnly, PKey: DefaultPKey}, Payload: make([]byte, 33)}
		datagram := p.Append(nil, flow)
		for i := range datagram {
			for bit := range 8 {
				datagram[i] ^= 1 << bit
				if got, want := Check(datagram, flow), i == bthResv8a; got != want {
					t.Errorf("%s, byte %d, bit %d: Check = %v", name, i, bit, got)
				}
				datagram[i] ^= 1 << bit
			}
		}
	}
}

func TestICRCCoversTheFlow(t *testing.T) {
	flow := newFlow("192.0.2.1:1", "192.0.2.2:2")
	p := Packet{BTH: BTH{Opcode: SendOnly}, Payload: []byte("hello")}
	datagram := p.Append(nil, flow)
	others := map[string]Flow{
		"source":              *newFlow("192.0.2.3:1", "192.0.2.2:2"),
		"source port":         *newFlow("192.0.2.1:3", "192.0.2.2:2"),
		"destination":         *newFlow("192.0.2.1:1", "192.0.2.3:2"),
		"destination port":    *newFlow("192.0.2.1:1", "192.0.2.2:3"),
		"identification":      flow.WithIPv4(1, true),
		"fragmentation":       flow.WithIPv4(0, false),
		"version":             *newFlow("[::1]:1", "[::2]:2"),
		"swapped":             *newFlow("192.0.2.2:2", "192.0.2.1:1"),
		"neither port":        *newFlow("192.0.2.1:0", "192.0.2.2:0"),
		"the zero flow, even": {},
	}
	for name, other := range others {
		if Check(datagram, &other) {
			t.Errorf("%s is not covered", name)
		}
	}
	if restored := flow.WithIPv4(9, false).WithIPv4(0, true); restored != *flow {
		t.Errorf("WithIPv4 does not lead back: %+v, want %+v", restored, *flow)
	}
	if v6 := newFlow("[::1]:1", "[::2]:2"); v6.WithIPv4(1, false) != *v6 {
		t.Error("WithIPv4 changes an IPv6 flow")
	}
}

func TestSealZeroesThePad(t *testing.T) {
	flow := testFlows()["IPv4"]
	p := Packet{BTH: BTH{Opcode: SendOnly}, Payload: []byte("hello")}
	clean := p.Append(nil, flow)
	dirty := bytes.Clone(clean)
	copy(dirty[len(dirty)-ICRCSize-3:], "???????")
	if Seal(dirty, flow); !bytes.Equal(dirty, clean) {
		t.Errorf("got % x, want % x", dirty, clean)
	}
}

// FuzzICRC compares with the reference for any addressing and any datagram.
func FuzzICRC(f *testing.F) {
	f.Add([]byte{192, 0, 2, 1}, []byte{192, 0, 2, 2}, uint16(49152), uint16(Port), uint16(1), true, []byte("hello"))
	f.Add(make([]byte, 16), bytes.Repeat([]byte{0xff}, 16), uint16(1), uint16(Port), uint16(1), false, make([]byte, 64))
	f.Fuzz(func(t *testing.T, srcIP, dstIP []byte, srcPort, dstPort, id uint16, df bool, body []byte) {
		srcAddr, ok1 := netip.AddrFromSlice(srcIP)
		dstAddr, ok2 := netip.AddrFromSlice(dstIP)
		if !ok1 || !ok2 || len(body) > 4096 || srcAddr.Unmap().Is4() != dstAddr.Unmap().Is4() {
			return
		}
		src, dst := netip.AddrPortFrom(srcAddr, srcPort), netip.AddrPortFrom(dstAddr, dstPort)
		flow := NewFlow(src, dst).WithIPv4(id, df)
		datagram := append(make([]byte, BTHSize), body...)
		datagram = append(datagram, 0, 0, 0, 0)
		want := referenceICRC(ipPacket(src, dst, id, df, datagram))
		if Seal(datagram, &flow); !Check(datagram, &flow) {
			t.Error("Check refuses what Seal wrote")
		}
		if got := binary.LittleEndian.Uint32(datagram[len(datagram)-ICRCSize:]); got != want {
			t.Errorf("got %08x, want %08x", got, want)
		}
	})
}

// FuzzSealWith compares with Seal, for any headers and a payload that is elsewhere.
func FuzzSealWith(f *testing.F) {
	f.Add([]byte("hello"), uint8(0))
	f.Add(make([]byte, 64), uint8(RETHSize))
	f.Fuzz(func(t *testing.T, payload []byte, extensions uint8) {
		if len(payload) > 4096 {
			return
		}
		flow := newFlow("192.0.2.1:1", "192.0.2.2:2")
		headers, pad := BTHSize+int(extensions%MaxHeaderSize)&^3, padFor(payload)
		want := bytes.Repeat([]byte{0x5a}, headers+len(payload)+int(pad)+ICRCSize)
		want[bthFlags] = pad << bthPadShift
		got := bytes.Clone(want)
		copy(want[headers:], payload)
		Seal(want, flow)
		if SealWith(got, payload, headers, flow); !bytes.Equal(got, want) {
			t.Errorf("got % x, want % x", got, want)
		}
	})
}
