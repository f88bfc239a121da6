package wire

import (
	"fmt"
	"testing"
)

// benchPackets are the packets that the data path is measured with.
func benchPackets() []*Packet {
	bth := BTH{PKey: DefaultPKey, DestQP: 0x12, AckReq: true, PSN: 1}
	sendBTH, writeBTH := bth, bth
	sendBTH.Opcode, writeBTH.Opcode = SendOnly, WriteOnly
	return []*Packet{
		{BTH: sendBTH, Payload: make([]byte, 64)},
		{BTH: writeBTH, RETH: RETH{0x1000, 0x2000, 4096}, Payload: make([]byte, 4096)},
	}
}

func benchName(p *Packet) string { return fmt.Sprintf("%v/%d", p.Opcode, len(p.Payload)) }

// BenchmarkSeal encodes headers and ICRC around a payload that is in place.
func BenchmarkSeal(b *testing.B) {
	for _, p := range benchPackets() {
		for name, flow := range testFlows() {
			b.Run(benchName(p)+"/"+name, func(b *testing.B) {
				datagram := p.Append(nil, flow)
				header := datagram[:p.HeaderSize()]
				b.SetBytes(int64(len(datagram)))
				b.ReportAllocs()
				for b.Loop() {
					p.PSN = p.PSN.Add(1)
					p.EncodeHeader(header)
					Seal(datagram, flow)
				}
			})
		}
	}
}

// BenchmarkDecode checks the ICRC and takes the datagram apart.
func BenchmarkDecode(b *testing.B) {
	for _, p := range benchPackets() {
		for name, flow := range testFlows() {
			b.Run(benchName(p)+"/"+name, func(b *testing.B) {
				datagram := p.Append(nil, flow)
				var got Packet
				b.SetBytes(int64(len(datagram)))
				b.ReportAllocs()
				for b.Loop() {
					if !Check(datagram, flow) || got.Decode(datagram) != nil {
						b.Fatal("refused")
					}
				}
			})
		}
	}
}

// BenchmarkICRC is the ICRC alone.
func BenchmarkICRC(b *testing.B) {
	for _, p := range benchPackets() {
		for name, flow := range testFlows() {
			b.Run(benchName(p)+"/"+name, func(b *testing.B) {
				datagram := p.Append(nil, flow)
				b.SetBytes(int64(len(datagram)))
				b.ReportAllocs()
				for b.Loop() {
					Seal(datagram, flow)
				}
			})
		}
	}
}
