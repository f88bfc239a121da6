package wire

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

// packetTests are packets and their datagrams without the ICRC.
var packetTests = []struct {
	name   string
	packet Packet
	wire   string
}{
	{
		"SEND with pad",
		Packet{
			BTH: BTH{
				Opcode: SendOnly, Solicited: true, PadCount: 3, PKey: 0xffff, DestQP: 0x11, AckReq: true,
				PSN: 0x123456,
			},
			Payload: []byte("hello"),
		},
		"04 b0 ffff 00 000011 80 123456  68656c6c6f 000000",
	},
	{
		"SEND of nothing",
		Packet{BTH: BTH{Opcode: SendOnly, PKey: 0xffff, DestQP: 0x11}, Payload: []byte{}},
		"04 00 ffff 00 000011 00 000000",
	},
	{
		"SEND with immediate",
		Packet{
			BTH:     BTH{Opcode: SendLastImm, PadCount: 2, PKey: 0xffff, DestQP: 0x11, PSN: 1},
			ImmDt:   ImmDt{0xaabbccdd},
			Payload: []byte{1, 2},
		},
		"03 20 ffff 00 000011 00 000001  aabbccdd  0102 0000",
	},
	{
		"SEND with invalidate",
		Packet{
			BTH:     BTH{Opcode: SendOnlyInvalidate, PadCount: 1, PKey: 0xffff, DestQP: 0x11, PSN: 2},
			IETH:    IETH{0x01020304},
			Payload: []byte{1, 2, 3},
		},
		"17 10 ffff 00 000011 00 000002  01020304  010203 00",
	},
	{
		"WRITE",
		Packet{
			BTH:     BTH{Opcode: WriteFirst, PKey: 0xffff, DestQP: 0x11, PSN: 3},
			RETH:    RETH{0x0102030405060708, 0x090a0b0c, 0x1000},
			Payload: []byte{1, 2, 3, 4},
		},
		"06 00 ffff 00 000011 00 000003  0102030405060708 090a0b0c 00001000  01020304",
	},
	{
		"WRITE with immediate",
		Packet{
			BTH:     BTH{Opcode: WriteOnlyImm, PKey: 0xffff, DestQP: 0x11, PSN: 4},
			RETH:    RETH{0x0102030405060708, 0x090a0b0c, 4},
			ImmDt:   ImmDt{0xaabbccdd},
			Payload: []byte{1, 2, 3, 4},
		},
		"0b 00 ffff 00 000011 00 000004  0102030405060708 090a0b0c 00000004  aabbccdd  01020304",
	},
	{
		"READ request",
		Packet{
			BTH:     BTH{Opcode: ReadRequest, PKey: 0xffff, DestQP: 0x11, AckReq: true, PSN: 5},
			RETH:    RETH{0x0102030405060708, 0x090a0b0c, 8192},
			Payload: []byte{},
		},
		"0c 00 ffff 00 000011 80 000005  0102030405060708 090a0b0c 00002000",
	},
	{
		"READ response",
		Packet{
			BTH:     BTH{Opcode: ReadResponseOnly, PKey: 0xffff, DestQP: 0x11, PSN: 5},
			AETH:    AETH{Ack(NoCredits), 7},
			Payload: []byte{1, 2, 3, 4, 5, 6, 7, 8},
		},
		"10 00 ffff 00 000011 00 000005  1f 000007  0102030405060708",
	},
	{
		"ACK",
		Packet{
			BTH:     BTH{Opcode: Acknowledge, PKey: 0xffff, DestQP: 0x11, PSN: 5},
			AETH:    AETH{RNRNak(12), 7},
			Payload: []byte{},
		},
		"11 00 ffff 00 000011 00 000005  2c 000007",
	},
	{
		"management datagram",
		Packet{
			BTH:     BTH{Opcode: UDSendOnly, MigReq: true, PKey: 0xffff, DestQP: GSIQPN, PSN: 6},
			DETH:    DETH{GSIQKey, GSIQPN},
			Payload: []byte{1, 2, 3, 4},
		},
		"64 40 ffff 00 000001 00 000006  80010000 00 000001  01020304",
	},
}

func TestPacketEncodes(t *testing.T) {
	flow := testFlows()["IPv4"]
	for _, tt := range packetTests {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.packet
			p.PadCount = 0
			prefix := []byte{0xde, 0xad}
			got := p.Append(prefix, flow)
			if !bytes.HasPrefix(got, prefix) {
				t.Fatalf("Append lost what was there: % x", got)
			}
			got = got[len(prefix):]
			if len(got) != p.Size() || !Check(got, flow) {
				t.Errorf("%d bytes, Size %d, ICRC good: %v", len(got), p.Size(), Check(got, flow))
			}
			if want := unhex(t, tt.wire); !bytes.Equal(got[:len(got)-ICRCSize], want) {
				t.Errorf("got  % x\nwant % x", got, want)
			}
			if p.PadCount != tt.packet.PadCount {
				t.Errorf("PadCount %d, want %d", p.PadCount, tt.packet.PadCount)
			}
		})
	}
}

func TestPacketDecodes(t *testing.T) {
	for _, tt := range packetTests {
		t.Run(tt.name, func(t *testing.T) {
			datagram := append(unhex(t, tt.wire), "ICRC"...)
			var got Packet
			if err := got.Decode(datagram); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.packet) {
				t.Errorf("got  %+v\nwant %+v", got, tt.packet)
			}
			if cap(got.Payload) != len(got.Payload) {
				t.Error("appending to the payload would overwrite pad and ICRC")
			}
		})
	}
}

func TestDecodeLeavesOtherHeadersAlone(t *testing.T) {
	others := Packet{RETH: RETH{1, 2, 3}, AETH: AETH{4, 5}, IETH: IETH{6}, ImmDt: ImmDt{7}, DETH: DETH{8, 9}}
	got := others
	if err := got.Decode(append(unhex(t, "04 00 ffff 00 000011 00 000000"), "ICRC"...)); err != nil {
		t.Fatal(err)
	}
	got.BTH, got.Payload = BTH{}, nil
	if !reflect.DeepEqual(got, others) {
		t.Errorf("got %+v, want %+v", got, others)
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		name string
		wire string
		want error
	}{
		{"version", "04 01 ffff 00 000011 00 000000", ErrVersion},
		{"another version", "04 08 ffff 00 000011 00 000000", ErrVersion},
		{
			"atomic", "13 00 ffff 00 000011 00 000000" + " 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
			ErrOpcode,
		},
		{"unreliable connection", "24 00 ffff 00 000011 00 000000", ErrOpcode},
		{"congestion notification", "81 00 ffff 40 000011 00 000000 00000000 00000000 00000000 00000000", ErrOpcode},
		{"pad without payload", "04 10 ffff 00 000011 00 000000", ErrPad},
		{"length no multiple of 4", "04 00 ffff 00 000011 00 000000 01", ErrPad},
		{"pad, length no multiple of 4", "04 30 ffff 00 000011 00 000000 0102030405", ErrPad},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p Packet
			if err := p.Decode(append(unhex(t, tt.wire), "ICRC"...)); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

func TestEveryTruncation(t *testing.T) {
	flow := testFlows()["IPv6"]
	for _, tt := range packetTests {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.packet
			datagram := p.Append(nil, flow)
			shortest := p.HeaderSize() + ICRCSize
			for n := range datagram {
				var got Packet
				err := got.Decode(datagram[:n:n])
				if n < shortest && !errors.Is(err, ErrTruncated) {
					t.Errorf("%d of %d bytes: %v, want %v", n, len(datagram), err, ErrTruncated)
				}
				if n >= shortest && err != nil && !errors.Is(err, ErrPad) {
					t.Errorf("%d of %d bytes: %v", n, len(datagram), err)
				}
				if Check(datagram[:n:n], flow) {
					t.Errorf("%d of %d bytes pass the ICRC", n, len(datagram))
				}
			}
		})
	}
}

func TestDataPathAllocatesNothing(t *testing.T) {
	for name, flow := range testFlows() {
		for _, p := range benchPackets() {
			datagram := p.Append(nil, flow)
			var got Packet
			allocs := testing.AllocsPerRun(10, func() {
				p.EncodeHeader(datagram[:p.HeaderSize()])
				Seal(datagram, flow)
				if !Check(datagram, flow) || got.Decode(datagram) != nil {
					t.Fatal("refused")
				}
			})
			if allocs != 0 {
				t.Errorf("%s over %s: %v allocations", benchName(p), name, allocs)
			}
		}
	}
}

// FuzzPacket decodes anything, and encodes what it gets back to the same bytes.
func FuzzPacket(f *testing.F) {
	flow := testFlows()["IPv4"]
	for _, tt := range packetTests {
		p := tt.packet
		f.Add(p.Append(nil, flow))
	}
	f.Fuzz(func(t *testing.T, datagram []byte) {
		Check(datagram, flow)
		var p Packet
		if p.Decode(datagram) != nil {
			return
		}
		want := canonical(datagram, &p, flow)
		if got := p.Append(nil, flow); !bytes.Equal(got, want) {
			t.Errorf("got  % x\nwant % x", got, want)
		}
	})
}

// canonical is the datagram without what a decoder ignores: reserved bits, what is
// in the pad, and a wrong ICRC.
func canonical(datagram []byte, p *Packet, flow *Flow) []byte {
	b := bytes.Clone(datagram)
	b[bthResv8a] = 0
	b[8] &= 0x80
	if p.Opcode.HasDETH() {
		b[BTHSize+4] = 0
	}
	Seal(b, flow)
	return b
}
