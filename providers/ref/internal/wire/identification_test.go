package wire

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"testing"
)

func TestIdentification(t *testing.T) {
	flow := NewFlow(netip.MustParseAddrPort("10.0.0.1:50000"), netip.MustParseAddrPort("10.0.0.2:4791"))
	random := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{BTHSize + ICRCSize, 64, 1500, 4200} {
		for _, id := range []uint16{0, 1, 0x0100, 0x8001, 0xffff} {
			datagram := make([]byte, size)
			for i := range datagram {
				datagram[i] = byte(random.Uint32())
			}
			datagram[bthFlags] &^= bthPadMask << bthPadShift
			sent := flow.WithIPv4(id, true)
			Seal(datagram, &sent)
			for _, seen := range []Flow{flow, flow.WithIPv4(0x1234, true)} {
				if got, ok := Identification(datagram, &seen); !ok || got != id {
					t.Errorf("%d bytes: %#x, %v, want %#x", size, got, ok, id)
				}
			}
			datagram[size-1-random.IntN(ICRCSize)] ^= 0x10
			if got, ok := Identification(datagram, &flow); ok {
				t.Errorf("%d bytes, damaged: %#x", size, got)
			}
		}
	}
}

func TestIdentificationOfNothing(t *testing.T) {
	four, six := netip.MustParseAddrPort("10.0.0.1:4791"), netip.MustParseAddrPort("[fd00::1]:4791")
	flow := NewFlow(four, four)
	for size := range BTHSize + ICRCSize {
		if _, ok := Identification(make([]byte, size), &flow); ok {
			t.Errorf("%d bytes have one", size)
		}
	}
	flow = NewFlow(six, six)
	datagram := make([]byte, 64)
	Seal(datagram, &flow)
	if _, ok := Identification(datagram, &flow); ok {
		t.Error("an IPv6 header has one")
	}
}

// FuzzIdentification: an identification that is found makes the ICRC right; where none
// is found, none does; the sealed one is always found.
func FuzzIdentification(f *testing.F) {
	f.Add([]byte("not sealed, but longer than a BTH"), uint16(1), uint16(2), true)
	f.Add([]byte{}, uint16(0), uint16(0), false)
	f.Add(make([]byte, 4096), uint16(0xffff), uint16(0x0100), true)
	f.Fuzz(func(t *testing.T, datagram []byte, seen, sent uint16, df bool) {
		if len(datagram) > 1<<16-ipv4Size-udpSize {
			return
		}
		flow := newFlow("10.0.0.1:50000", "10.0.0.2:4791").WithIPv4(seen, df)
		id, ok := Identification(datagram, &flow)
		found := flow.WithIPv4(id, df)
		if ok != Check(datagram, &found) {
			t.Errorf("%#x, %v, and the ICRC is otherwise", id, ok)
		}
		if len(datagram) < BTHSize+ICRCSize {
			return
		}
		sealed, origin := bytes.Clone(datagram), flow.WithIPv4(sent, df)
		Seal(sealed, &origin)
		if id, ok := Identification(sealed, &flow); !ok || id != sent {
			t.Errorf("%#x, %v, want %#x", id, ok, sent)
		}
	})
}
