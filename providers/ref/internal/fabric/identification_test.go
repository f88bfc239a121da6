package fabric

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

func TestIdentification(t *testing.T) {
	src, dst := netip.MustParseAddrPort("10.0.0.1:50000"), netip.MustParseAddrPort("10.0.0.2:4791")
	path := NewPath(src, dst)
	path.counted = new(identification)
	// arrives reports whether a packet with an identification is accepted.
	arrives := func(id uint16, management, damaged bool) bool {
		f, p := new(Frame), wire.Packet{BTH: wire.BTH{Opcode: wire.SendOnly, DestQP: 7}, Payload: make([]byte, 100)}
		if management {
			p.DestQP = wire.GSIQPN
		}
		sent := *path
		sent.Flow = sent.Flow.WithIPv4(id, true)
		f.Seal(&p, &sent)
		if damaged {
			f.Datagram()[40] ^= 4
		}
		f.Path = path
		return f.Open(&p)
	}
	for _, step := range []struct {
		what                string
		id                  uint16
		management, damaged bool
		taken               bool
	}{
		{what: "a sender that does not count", taken: true},
		{what: "its damaged packet", damaged: true},
		{what: "the next of those sent at once", id: 1, taken: true},
		{what: "and the next", id: 2, taken: true},
		{what: "another that does not count", taken: true},
		{what: "a sender that counts", id: 500},
		{what: "its next", id: 501, taken: true},
		{what: "the next, damaged", id: 502, damaged: true},
		{what: "the next, management, damaged", id: 502, management: true, damaged: true},
		{what: "a far identification", id: 9000},
		{what: "back where it was", id: 503, taken: true},
		{what: "some are for others", id: 900, taken: true},
		{what: "overtaken", id: 890, taken: true},
		{what: "overtaken by very many", id: 500},
		{what: "management from far", id: 65534, management: true, taken: true},
		{what: "the last", id: 65535, taken: true},
		{what: "the first again", id: 0, taken: true},
		{what: "and so on", id: 1, taken: true},
	} {
		if got := arrives(step.id, step.management, step.damaged); got != step.taken {
			t.Errorf("%s: %v", step.what, got)
		}
	}
}
