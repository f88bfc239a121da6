package rc

import (
	"encoding/binary"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// FuzzHandle feeds arbitrary packets to a connection with outstanding requests, between
// ticks and posts: nothing panics, the invariants hold, and memory stays bounded.
func FuzzHandle(f *testing.F) {
	f.Add([]byte{})
	for op := range 0x18 {
		f.Add(spell(byte(op), 0, 0, 10, 0x1f, 10))
		f.Add(append(spell(byte(op), 0, 0, 600, 0x1f, 256), spell(byte(op+1), 1, 0, 600, 0x60, 255)...))
	}
	for s := range 256 {
		f.Add(spell(byte(wire.Acknowledge), 1, 0, 0, byte(s), 0))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		c := defaults()
		c.ReadsIn = 2
		p := connect(t, c)
		outstanding(p)
		payload := make([]byte, 300)
		for n := 0; len(input) >= spelled && n < 1000; n++ {
			packet := p.unspell(input[:spelled], payload)
			input = input[spelled:]
			p.a.conn.Handle(packet, p.now)
			checkInvariants(t, p.a)
			if packet.AckReq {
				p.now += 100
				p.tickDue()
				post(p, Kind(n%6), n%700)
				checkInvariants(t, p.a)
			}
			p.a.sent.first, p.a.sent.size = 0, 0
		}
		p.a.conn.Flush()
		checkInvariants(t, p.a)
		if len(p.a.finished) != len(p.a.requests) {
			t.Errorf("%d of %d requests were given back", len(p.a.finished), len(p.a.requests))
		}
	})
}

// outstanding gives A some of every request.
func outstanding(p *pair) {
	p.a.region(1000, true, true)
	p.a.regions[0].base = 0
	for range 3 {
		p.a.receive(700)
	}
	for _, kind := range []Kind{Send, Read, Bind, Write, Read} {
		post(p, kind, 600)
	}
	p.a.said()
}

// spelled is how many bytes of input make a packet: opcode, PSN relative to the
// expected one, R_Key and flags, address, length, syndrome, length of the payload.
const spelled = 10

func spell(op byte, ahead int8, key byte, length uint16, syndrome byte, payload int) []byte {
	b := []byte{op, byte(ahead), key, 0, 0, 0, 0, syndrome, 0, 0}
	binary.BigEndian.PutUint16(b[5:], length)
	binary.BigEndian.PutUint16(b[8:], uint16(payload))
	return b
}

func (p *pair) unspell(b, payload []byte) *wire.Packet {
	packet := &wire.Packet{Payload: payload[:int(binary.BigEndian.Uint16(b[8:]))%len(payload)]}
	packet.Opcode = wire.Opcode(b[0])
	due := p.a.conn.responder.expected
	if !packet.Opcode.IsRequest() {
		due = p.a.conn.requester.una
	}
	packet.PSN = due.Add(int(int8(b[1])))
	packet.RKey, packet.InvalidateKey = uint32(b[2]&3), uint32(b[2]&3)
	packet.AckReq = b[2]&4 != 0
	packet.VirtualAddress = uint64(b[3])
	packet.DMALength = uint32(b[4])<<24 | uint32(binary.BigEndian.Uint16(b[5:]))
	packet.Syndrome = wire.Syndrome(b[7])
	return packet
}
