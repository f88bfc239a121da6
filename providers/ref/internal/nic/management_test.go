package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// TestManagementMalformed: datagrams to queue pair 1 that are no CM messages are
// dropped and counted. Source: IBTA 13.4 (common MAD header), chapter 10 (Q_Keys).
func TestManagementMalformed(t *testing.T) {
	w, _, b := parties(t)
	p := w.rawPeer(w.b)
	for name, spoil := range map[string]func(*wire.Packet){
		"another Q_Key":     func(m *wire.Packet) { m.QKey++ },
		"a reliable packet": func(m *wire.Packet) { m.Opcode = wire.SendOnly },
		"too short":         func(m *wire.Packet) { m.Payload = m.Payload[:wire.MADSize-4] },
		"another class":     func(m *wire.Packet) { m.Payload[1]++ },
		"another attribute": func(m *wire.Packet) { m.Payload[17] = 0xff },
		"empty":             func(m *wire.Packet) { m.Payload = nil },
	} {
		m := managing(&wire.DREQ{LocalCommID: 1, RemoteCommID: 2})
		spoil(&m)
		before := b.device.Counters()
		p.send(m)
		if got := b.device.Counters(); got.Malformed != before.Malformed+1 || got.Unexpected != before.Unexpected {
			t.Errorf("%s: counted %+v after %+v", name, got, before)
		}
		if said := p.take(); len(said) > 0 {
			t.Errorf("%s: answered %v", name, said[0].Opcode)
		}
	}
}

// TestStrayMessages is the answer to messages without a connection. Source: IBTA
// 12.6.7.2 (rejection reasons).
func TestStrayMessages(t *testing.T) {
	w, _, b := parties(t)
	p := w.rawPeer(w.b)
	for _, c := range []struct {
		m, answer wire.CMMessage
	}{
		{&wire.REP{TransactionID: 3, LocalCommID: 1, RemoteCommID: 2}, &wire.REJ{
			TransactionID: 3, LocalCommID: 2, RemoteCommID: 1,
			MessageRejected: wire.RejectedREP, Reason: wire.RejectInvalidCommID,
		}},
		{
			&wire.DREQ{TransactionID: 3, LocalCommID: 1, RemoteCommID: 2},
			&wire.DREP{TransactionID: 3, LocalCommID: 2, RemoteCommID: 1},
		},
		{&wire.RTU{LocalCommID: 1, RemoteCommID: 2}, nil},
		{&wire.DREP{LocalCommID: 1, RemoteCommID: 2}, nil},
		{&wire.MRA{LocalCommID: 1, RemoteCommID: 2}, nil},
		{&wire.REJ{LocalCommID: 1, RemoteCommID: 2}, nil},
		{&wire.REJ{LocalCommID: 1}, nil},
	} {
		p.manage(c.m)
		switch got := p.messages(); {
		case c.answer == nil && len(got) > 0:
			t.Errorf("%v is answered with %+v", c.m.Attribute(), got[0])
		case c.answer != nil && (len(got) != 1 || encoded(got[0]) != encoded(c.answer)):
			t.Errorf("%v is answered with %+v, want %+v", c.m.Attribute(), got, c.answer)
		}
	}
	if n := b.device.Counters(); n != (Counters{}) {
		t.Errorf("counted %+v", n)
	}
}

func encoded(m wire.CMMessage) (mad [wire.MADSize]byte) {
	m.Encode(&mad)
	return mad
}

// TestPuppetConnects: a repeated request counts once, a repeated RTU does no harm, and
// messages for other connections change nothing.
func TestPuppetConnects(t *testing.T) {
	w, _, b := parties(t)
	b.manager.timing.Response = 21 // nothing is sent again meanwhile
	p, l := w.rawPeer(w.b), b.listen(7, 0)
	req := b.manager.req(b.queuePair, tuple{p.source(), b.at(7)}, Reads{}, nil)
	req.LocalCommID, req.LocalQPN, req.LocalCMResponseTimeout = 9, rawPeerQPN, 21
	p.manage(req)
	want(t, b.get(l).returned, nd2.Success)
	p.manage(req)
	if got := p.messages(); len(got) != 1 || got[0].Attribute() != wire.AttributeMRA || len(l.waiting) != 0 {
		t.Fatalf("answered %+v", got)
	}
	accept := b.accept(Reads{}, "")
	rep := p.messages()[0].(*wire.REP)
	rtu := wire.RTU{LocalCommID: 9, RemoteCommID: rep.LocalCommID}
	p.manage(&wire.REJ{LocalCommID: 8, RemoteCommID: rep.LocalCommID, Reason: wire.RejectConsumer})
	p.manage(&wire.RTU{LocalCommID: 8, RemoteCommID: rep.LocalCommID})
	p.manage(&wire.DREQ{LocalCommID: 9, RemoteCommID: rep.LocalCommID, RemoteQPN: rep.LocalQPN + 1})
	if !accept.pending() {
		t.Fatalf("Accept has ended %v", accept.status())
	}
	p.manage(&rtu)
	p.manage(&rtu)
	p.manage(&wire.REJ{LocalCommID: 9, RemoteCommID: rep.LocalCommID, Reason: wire.RejectTimeout}) // too late
	want(t, accept.status(), nd2.Success)
	noticed := b.notifyDisconnect()
	want(t, noticed.returned, nd2.Pending)
	if got := p.messages(); len(got) > 0 {
		t.Errorf("answered %+v", got[0])
	}
	dreq := wire.DREQ{LocalCommID: 9, RemoteCommID: rep.LocalCommID, RemoteQPN: rep.LocalQPN}
	p.manage(&dreq)
	p.manage(&dreq)
	want(t, noticed.status(), nd2.Success)
	if got := p.messages(); len(got) != 2 || encoded(got[0]) != encoded(got[1]) ||
		got[0].Attribute() != wire.AttributeDREP {
		t.Errorf("answered %+v", got)
	}
	want(t, b.disconnect().returned, nd2.Success)
}
