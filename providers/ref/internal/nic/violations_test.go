package nic

import (
	"math/rand/v2"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// exposed returns a raw peer, connected to a queue pair with a Receive.
func exposed(t *testing.T) (w *world, p *rawPeer, b *QueuePair) {
	settles(t)
	w = newWorld(t)
	p, b = w.rawPeer(w.b), w.b.queuePair(t)
	p.connect(b)
	want(t, b.Receive(5, nil), nd2.Success)
	return w, p, b
}

// TestWriteLosesItsMemory: each packet of a Write is checked, since its memory can go
// between two. Source: IBTA 9.7.4.1 (remote access validation), 9.9.3 (responder error
// behavior).
func TestWriteLosesItsMemory(t *testing.T) {
	for _, c := range []struct {
		name   string
		window bool
		lose   func(b *QueuePair, r *Region, mw *Window)
	}{
		{"deregistered", false, func(_ *QueuePair, r *Region, _ *Window) { r.Deregister() }},
		{"region closed", true, func(_ *QueuePair, r *Region, _ *Window) { r.Close() }},
		{"window invalidated", true, func(b *QueuePair, _ *Region, mw *Window) { b.Invalidate(0, mw, nd2.SilentSuccess) }},
		{"window closed", true, func(_ *QueuePair, _ *Region, mw *Window) { mw.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, p, b := exposed(t)
			memory, r, mw := make([]byte, 300), w.b.domain.NewRegion(), w.b.window(t)
			want(t, r.Register(memory, nd2.AllowRemoteWrite), nd2.Success)
			token := r.RemoteToken()
			if c.window {
				want(t, b.Bind(0, r, mw, memory, nd2.AllowWrite|nd2.SilentSuccess), nd2.Success)
				token = mw.RemoteToken()
			}
			memory[256] = 1
			to := wire.RETH{VirtualAddress: AddressOf(memory), RKey: networkOrder(token), DMALength: 300}
			p.send(request(b, wire.WriteFirst, 0, to, 256))
			c.lose(b, r, mw)
			p.send(request(b, wire.WriteLast, 1, to, 44))
			p.nakked(wire.RemoteAccessError)
			if r := one(t, w.b.cq, nd2.Canceled); r.RequestContext != 5 || memory[256] != 1 {
				t.Errorf("the Receive ended %+v; memory is %d", r, memory[256])
			}
		})
	}
}

// TestReadLosesItsMemory: if the memory of a Read goes while it is being answered, the
// connection ends; if it is being answered again, it does not. Source: IBTA 9.7.5.1
// (duplicate requests).
func TestReadLosesItsMemory(t *testing.T) {
	const packets = 200 // in four bursts
	for _, again := range []bool{false, true} {
		w, p, b := exposed(t)
		r := w.b.domain.NewRegion()
		want(t, r.Register(make([]byte, packets*onePacket), nd2.AllowRemoteRead), nd2.Success)
		read := request(b, wire.ReadRequest, 0, wire.RETH{
			VirtualAddress: AddressOf(r.memory), RKey: networkOrder(r.RemoteToken()), DMALength: packets * onePacket,
		}, 0)
		if again {
			p.send(read)
			if said := p.take(); len(said) != packets {
				t.Fatalf("answered with %d packets", len(said))
			}
		}
		p.heard = func() { r.Deregister() }
		p.send(read)
		if !again {
			p.nakked(wire.RemoteAccessError)
			one(t, w.b.cq, nd2.Canceled)
			continue
		}
		if said := p.take(); len(said) == 0 || len(said) == packets || !said[len(said)-1].Opcode.IsReadResponse() {
			t.Errorf("answered with %d packets", len(said))
		}
		p.send(request(b, wire.SendOnly, packets, wire.RETH{}, 0))
		one(t, w.b.cq, nd2.Success)
	}
}

// TestPeerOverruns: a peer that overruns a completion queue also ends the attempts to
// connect queue pairs of that queue.
func TestPeerOverruns(t *testing.T) {
	_, a, b := parties(t)
	small := a.device.NewCompletionQueue(a.file, 1)
	a.queuePair = a.node.queuePair(t, func(c *QueuePairConfig) { c.ReceiveCQ = small })
	victim := a.other()
	victim.queuePair = a.node.queuePair(t, func(c *QueuePairConfig) { c.InitiatorCQ = small })
	establish(a, b)
	post(a, 2)
	other := b.other()
	connect := meet(victim, other, Reads{}, "")
	accept := other.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	for range 2 {
		want(t, b.queuePair.Send(0, nil, 0), nd2.Success)
	}
	want(t, victim.connector.CompleteConnect(), nd2.ConnectionInvalid)
	want(t, accept.status(), nd2.ConnectionAborted)
	want(t, victim.connector.CompleteConnect(), nd2.ConnectionInvalid)
}

// TestPeerOverrunsAccept: as TestPeerOverruns, for the side that accepts.
func TestPeerOverrunsAccept(t *testing.T) {
	_, a, b := parties(t)
	small := b.device.NewCompletionQueue(b.file, 1)
	b.queuePair = b.node.queuePair(t, func(c *QueuePairConfig) { c.ReceiveCQ = small })
	victim := b.other()
	victim.queuePair = b.node.queuePair(t, func(c *QueuePairConfig) { c.InitiatorCQ = small })
	establish(a, b)
	post(b, 2)
	other := a.other()
	connect := meet(other, victim, Reads{}, "")
	accept := victim.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	for range 2 {
		want(t, a.queuePair.Send(0, nil, 0), nd2.Success)
	}
	want(t, other.connector.CompleteConnect(), nd2.ConnectionInvalid)
	want(t, accept.status(), nd2.ConnectionAborted)
}

// TestInvalidatesWhatIsNotItsOwn: a peer's Send that invalidates anything but a window
// of the connection ends the connection, and nothing else. Source: IBTA 9.4.1 (SEND),
// 9.9.3 (responder error behavior).
func TestInvalidatesWhatIsNotItsOwn(t *testing.T) {
	for name, key := range map[string]func(w *world, b *QueuePair) uint32{
		"a region": func(w *world, _ *QueuePair) uint32 { return w.b.region.LocalToken() },
		"a window that is not bound": func(w *world, _ *QueuePair) uint32 {
			return w.b.device.keys.issue(w.b.window(w.t).index)
		},
		"a window of another connection": func(w *world, _ *QueuePair) uint32 {
			_, other := w.pair()
			mw := w.b.window(w.t)
			want(w.t, other.Bind(0, w.b.region, mw, w.b.memory[:1], nd2.SilentSuccess), nd2.Success)
			return mw.number
		},
		"nothing":          func(*world, *QueuePair) uint32 { return 0 },
		"beyond the table": func(*world, *QueuePair) uint32 { return ^uint32(0) },
	} {
		t.Run(name, func(t *testing.T) {
			w, p, b := exposed(t)
			invalidate := request(b, wire.SendOnlyInvalidate, 0, wire.RETH{}, 0)
			invalidate.InvalidateKey = key(w, b)
			p.send(invalidate)
			p.nakked(wire.RemoteAccessError)
			one(t, w.b.cq, nd2.Canceled)
			if w.b.region.number == 0 {
				t.Error("the region was invalidated")
			}
		})
	}
}

// TestForgedPackets: a peer with arbitrary packets ends at most its own connection.
func TestForgedPackets(t *testing.T) {
	settles(t)
	w := newWorld(t)
	p, r := w.rawPeer(w.b), rand.New(rand.NewPCG(3, 4))
	mw := w.b.window(t)
	for range 200 {
		b := w.b.queuePair(t)
		p.connect(b)
		want(t, b.Receive(0, []nd2.SGE{w.b.sge(0, 600)}), nd2.Success)
		want(t, b.Bind(0, w.b.region, mw, w.b.memory[:900], nd2.AllowRead|nd2.AllowWrite), nd2.Success)
		keys := []uint32{0, w.b.region.number, mw.number, mw.number + 1, r.Uint32()}
		lengths := []int{0, 1, 255, onePacket, onePacket + 1}
		for psn := wire.PSN(0); psn < 12; psn++ {
			op := wire.Opcode(r.IntN(0x18))
			if !op.Known() {
				continue
			}
			to := wire.RETH{
				VirtualAddress: w.b.address(r.IntN(1000)), RKey: keys[r.IntN(len(keys))], DMALength: uint32(r.IntN(1000)),
			}
			packet := request(b, op, psn.Add(-r.IntN(2)), to, lengths[r.IntN(len(lengths))])
			packet.InvalidateKey, packet.Syndrome = to.RKey, wire.Syndrome(r.Uint32())
			p.send(packet)
		}
		b.Close()
		results(w.b.cq)
	}
	a, b := w.pair()
	w.transfer(t, a, b, 1000)
}
