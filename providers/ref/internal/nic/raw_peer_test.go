package nic

import (
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A rawPeer is a peer without an adapter: it sends what the test says, and notes what
// it receives.
type rawPeer struct {
	t       testing.TB
	network fabric.Port
	path    *fabric.Path

	mu   sync.Mutex
	said []wire.Packet
	// heard, if set, is called after each batch of packets.
	heard func()
}

const rawPeerQPN = 0x42

// rawPeer returns a raw peer that sends to n.
func (w *world) rawPeer(n *node) *rawPeer {
	w.t.Helper()
	own := netip.MustParseAddr("192.0.2.77")
	p := &rawPeer{t: w.t, path: PathBetween(own, n.device.Addresses()[0])}
	var err error
	p.network, err = w.network.Attach([]netip.Addr{own}, p)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// Receive implements [fabric.Receiver].
func (p *rawPeer) Receive(frames []*fabric.Frame, _ time.Duration) fabric.Work {
	p.mu.Lock()
	for _, f := range frames {
		var packet wire.Packet
		if !f.Open(&packet) {
			p.t.Error("a datagram is no packet")
		}
		packet.Payload = slices.Clone(packet.Payload)
		p.said = append(p.said, packet)
	}
	work, heard := p.network.Finish(), p.heard
	p.mu.Unlock()
	if heard != nil {
		heard()
	}
	return work
}

// take returns the packets since the last call.
func (p *rawPeer) take() []wire.Packet {
	p.mu.Lock()
	defer p.mu.Unlock()
	said := p.said
	p.said = nil
	return said
}

func (p *rawPeer) send(packet wire.Packet) {
	f := new(fabric.Frame)
	copy(f.Payload(len(packet.Payload)), packet.Payload)
	f.Seal(&packet, p.path)
	p.mu.Lock()
	p.network.Transmit(f)
	work := p.network.Flush()
	p.mu.Unlock()
	work.Do(p.network.Now())
}

// connect makes it the peer of q, with PSNs from 0 on and packets of 256
// bytes.
func (p *rawPeer) connect(q *QueuePair) {
	c := testConfig()
	c.MTU, c.RemoteQPN = onePacket, rawPeerQPN
	q.device.Lock()
	defer q.device.UnlockAndDeliver()
	q.ReadyToReceive(c, PathBetween(p.path.Dst.Addr(), p.path.Src.Addr()))
	q.ReadyToSend()
}

// request is a packet to q.
func request(q *QueuePair, op wire.Opcode, psn wire.PSN, to wire.RETH, n int) wire.Packet {
	return wire.Packet{
		BTH:     wire.BTH{Opcode: op, PKey: wire.DefaultPKey, DestQP: q.Number(), PSN: psn, AckReq: true},
		RETH:    to,
		Payload: make([]byte, n),
	}
}

// source is the source of its requests.
func (p *rawPeer) source() netip.AddrPort { return netip.AddrPortFrom(p.path.Src.Addr(), 9) }

// manage sends a CM message.
func (p *rawPeer) manage(message wire.CMMessage) { p.send(managing(message)) }

func managing(message wire.CMMessage) wire.Packet {
	packet := wire.Packet{
		BTH:     wire.BTH{Opcode: wire.UDSendOnly, PKey: wire.DefaultPKey, DestQP: wire.GSIQPN},
		DETH:    wire.DETH{QKey: wire.GSIQKey, SourceQP: wire.GSIQPN},
		Payload: make([]byte, wire.MADSize),
	}
	message.Encode((*[wire.MADSize]byte)(packet.Payload))
	return packet
}

// messages returns the CM messages since the last call.
func (p *rawPeer) messages() (all []wire.CMMessage) {
	p.t.Helper()
	for _, packet := range p.take() {
		m, err := wire.DecodeMAD(packet.Payload)
		if err != nil {
			p.t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// nakked checks that its peer has refused the last packet.
func (p *rawPeer) nakked(code wire.NakCode) {
	p.t.Helper()
	said := p.take()
	if len(said) == 0 {
		p.t.Fatal("no answer")
	}
	if last := said[len(said)-1]; last.Opcode != wire.Acknowledge || last.Syndrome != wire.Nak(code) {
		p.t.Errorf("answered %v, %v", last.Opcode, last.Syndrome)
	}
}
