package rc

import (
	"bytes"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// The tests of this file play A by hand. Each names the section that it checks.

const (
	qpSize = 256 // of a packet that is not the last of its message
)

func full() []byte { return pattern(0, qpSize) }

// IBTA 9.7.4.1 (responder PSN verification), 9.7.5.1: one NAK until the missing packet
// has come.
func TestOutOfSequence(t *testing.T) {
	p := connect(t, defaults())
	for range 4 {
		p.b.receive(0)
	}
	for _, i := range []int{1, 2, 3} {
		p.inject(p.b, request(wire.SendOnly, psn(i), nil))
	}
	expectSaid(t, p.b, "RC Acknowledge psn=16777214 NAK PSN Sequence Error msn=0")
	p.inject(p.b, request(wire.SendOnly, psn(0), nil))
	expectSaid(t, p.b, "RC Acknowledge psn=16777214 ACK msn=1")
	p.inject(p.b, request(wire.SendOnly, psn(2), nil))
	expectSaid(t, p.b, "RC Acknowledge psn=16777215 NAK PSN Sequence Error msn=1")
	if p.b.taken != 1 {
		t.Errorf("%d Receives are taken, want 1", p.b.taken)
	}
	if s := p.b.conn.Stats(); s.OutOfSequence != 2 || s.Dropped != 2 {
		t.Errorf("counted %+v", s)
	}
}

// IBTA 9.7.5.1: only an acknowledge request needs an answer; 9.7.7.1: MSN.
func TestAckOnRequest(t *testing.T) {
	p := connect(t, defaults())
	p.b.receive(1000)
	p.b.receive(0)
	first := request(wire.SendFirst, psn(0), full())
	first.AckReq = false
	p.inject(p.b, first)
	expectSaid(t, p.b)
	p.inject(p.b, request(wire.SendMiddle, psn(1), full()))
	expectSaid(t, p.b, "RC Acknowledge psn=16777215 ACK msn=0")
	last := request(wire.SendLast, psn(2), pattern(0, 1))
	last.AckReq = false
	p.inject(p.b, last)
	expectSaid(t, p.b)
	p.inject(p.b, request(wire.SendOnly, psn(3), nil))
	expectSaid(t, p.b, "RC Acknowledge psn=1 ACK msn=2")
}

// IBTA 9.7.5.1 (duplicate requests): a Send and a Write are acknowledged again
// and carried out once, a Read is carried out again.
func TestDuplicates(t *testing.T) {
	p := connect(t, defaults())
	v := p.b.receive(10)
	key := p.b.region(10, true, true)
	m := p.b.regions[key]
	to := wire.RETH{VirtualAddress: m.base, RKey: key, DMALength: 2}
	send := request(wire.SendOnly, psn(0), []byte{1})
	write := access(wire.WriteOnly, psn(1), to, []byte{2, 3})
	read := access(wire.ReadRequest, psn(2), to, nil)
	for range 2 {
		p.inject(p.b, send)
		p.inject(p.b, write)
		p.inject(p.b, read)
		m.bytes[0] = 9
	}
	expectSaid(t, p.b,
		"RC Acknowledge psn=16777214 ACK msn=1",
		"RC Acknowledge psn=16777215 ACK msn=2",
		"RC RDMA READ response Only psn=0 ACK msn=3 2 bytes",
		"RC Acknowledge psn=0 ACK msn=3",
		"RC Acknowledge psn=0 ACK msn=3",
		"RC RDMA READ response Only psn=0 ACK msn=3 2 bytes")
	if p.b.taken != 1 || v.data[0] != 1 || !bytes.Equal(m.bytes[:2], []byte{9, 3}) {
		t.Errorf("a duplicate was carried out: %v %v", v.data, m.bytes)
	}
}

// A replayed Read of memory that is gone does no harm; neither does a Read that was
// never sent.
func TestStaleRead(t *testing.T) {
	p := connect(t, defaults())
	key := p.b.region(1000, true, false)
	to := wire.RETH{VirtualAddress: p.b.regions[key].base, RKey: key, DMALength: 300}
	p.inject(p.b, access(wire.ReadRequest, psn(0), to, nil))
	p.b.said()
	forged := to
	forged.DMALength = 1000 // reaches beyond what has been asked for
	p.inject(p.b, access(wire.ReadRequest, psn(1), forged, nil))
	forged.DMALength = 1<<31 + 1
	p.inject(p.b, access(wire.ReadRequest, psn(0), forged, nil))
	p.b.onLoad = func(uint64) Outcome { return RemoteAccess }
	p.inject(p.b, access(wire.ReadRequest, psn(0), to, nil))
	p.b.regions[key] = nil
	p.inject(p.b, access(wire.ReadRequest, psn(0), to, nil))
	expectSaid(t, p.b)
	expectFailed(t, p.b)
	if n := p.b.conn.Stats().Dropped; n != 4 {
		t.Errorf("%d of 4 packets were dropped", n)
	}
}

// IBTA 9.7.4.1 (opcode sequence check), 9.7.4.1 (opcode validation).
func TestOpcodeSequence(t *testing.T) {
	const send, write = wire.SendFirst, wire.WriteFirst
	for _, tt := range []struct {
		begun, then wire.Opcode
		ok          bool
	}{
		{0xff, wire.SendMiddle, false},
		{0xff, wire.SendLast, false},
		{0xff, wire.SendLastInvalidate, false},
		{0xff, wire.WriteMiddle, false},
		{0xff, wire.WriteLast, false},
		{0xff, wire.SendOnlyImm, false},
		{0xff, wire.WriteOnlyImm, false},
		{send, wire.SendFirst, false},
		{send, wire.SendOnly, false},
		{send, wire.SendLastImm, false},
		{send, wire.WriteFirst, false},
		{send, wire.WriteMiddle, false},
		{send, wire.WriteLast, false},
		{send, wire.ReadRequest, false},
		{send, wire.SendMiddle, true},
		{send, wire.SendLast, true},
		{send, wire.SendLastInvalidate, true},
		{write, wire.WriteOnly, false},
		{write, wire.WriteLastImm, false},
		{write, wire.SendMiddle, false},
		{write, wire.SendLast, false},
		{write, wire.SendFirst, false},
		{write, wire.ReadRequest, false},
		{write, wire.WriteMiddle, true},
		{write, wire.WriteLast, true},
	} {
		t.Run(tt.begun.String()+"/"+tt.then.String(), func(t *testing.T) {
			p := connect(t, defaults())
			p.b.receive(1000)
			key := p.b.region(1000, true, true)
			to := wire.RETH{VirtualAddress: p.b.regions[key].base, RKey: key, DMALength: 512}
			if tt.then == wire.WriteMiddle {
				to.DMALength = 513
			}
			at := 0
			if tt.begun != 0xff {
				p.inject(p.b, access(tt.begun, psn(0), to, full()))
				at = 1
			}
			then := access(tt.then, psn(at), to, full())
			if tt.then == wire.ReadRequest {
				then.Payload = nil
			}
			then.InvalidateKey = key
			p.b.said()
			p.inject(p.b, then)
			if tt.ok {
				expectFailed(t, p.b)
				return
			}
			expectFailed(t, p.b, RemoteInvalid)
			if said := p.b.sent.take(); said.PSN != psn(at) || said.Syndrome != wire.Nak(wire.InvalidRequest) {
				t.Errorf("said %s", describe(said))
			}
			if v := p.b.receives[0]; v.done != (tt.begun == send) || v.done && v.outcome != Flushed {
				t.Errorf("the Receive in progress ended %+v", v)
			}
		})
	}
}

// IBTA 9.7.4.1 (length validation).
func TestLengths(t *testing.T) {
	for _, tt := range []struct {
		name    string
		length  uint32 // of the RETH
		packets []int
		opcodes []wire.Opcode
		ok      bool
	}{
		{"Send First short", 0, []int{255}, []wire.Opcode{wire.SendFirst}, false},
		{"Send First long", 0, []int{257}, []wire.Opcode{wire.SendFirst}, false},
		{"Send Middle short", 0, []int{256, 4}, []wire.Opcode{wire.SendFirst, wire.SendMiddle}, false},
		{"Send Last empty", 0, []int{256, 0}, []wire.Opcode{wire.SendFirst, wire.SendLast}, false},
		{"Send Last long", 0, []int{256, 257}, []wire.Opcode{wire.SendFirst, wire.SendLast}, false},
		{"Send Only long", 0, []int{257}, []wire.Opcode{wire.SendOnly}, false},
		{"Send", 0, []int{256, 256}, []wire.Opcode{wire.SendFirst, wire.SendLast}, true},
		{"Write Only short", 2, []int{1}, []wire.Opcode{wire.WriteOnly}, false},
		{"Write Only long", 1, []int{2}, []wire.Opcode{wire.WriteOnly}, false},
		{"Write Only empty", 0, []int{0}, []wire.Opcode{wire.WriteOnly}, true},
		{"Write First of one packet", 256, []int{256}, []wire.Opcode{wire.WriteFirst}, false},
		{"Write Middle too many", 512, []int{256, 256}, []wire.Opcode{wire.WriteFirst, wire.WriteMiddle}, false},
		{"Write Last short", 300, []int{256, 43}, []wire.Opcode{wire.WriteFirst, wire.WriteLast}, false},
		{"Write Last long", 300, []int{256, 45}, []wire.Opcode{wire.WriteFirst, wire.WriteLast}, false},
		{"Write", 300, []int{256, 44}, []wire.Opcode{wire.WriteFirst, wire.WriteLast}, true},
		{"Write too long", 1<<31 + 1, []int{256}, []wire.Opcode{wire.WriteFirst}, false},
		{"Read too long", 1<<31 + 1, []int{0}, []wire.Opcode{wire.ReadRequest}, false},
		{"Read with a payload", 1, []int{1}, []wire.Opcode{wire.ReadRequest}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := connect(t, defaults())
			p.b.receive(1000)
			key := p.b.region(1000, true, true)
			to := wire.RETH{VirtualAddress: p.b.regions[key].base, RKey: key, DMALength: tt.length}
			for i, n := range tt.packets {
				expectFailed(t, p.b)
				p.inject(p.b, access(tt.opcodes[i], psn(i), to, pattern(0, n)))
			}
			if tt.ok {
				expectFailed(t, p.b)
			} else {
				expectFailed(t, p.b, RemoteInvalid)
			}
		})
	}
}

// IBTA 9.7.5.2.8 (RNR NAK): the packet is not carried out, later ones are dropped, and
// it may be repeated.
func TestReceiverNotReady(t *testing.T) {
	p := connect(t, defaults())
	send := request(wire.SendOnly, psn(0), []byte{1})
	p.inject(p.b, send)
	p.inject(p.b, request(wire.SendOnly, psn(1), nil))
	expectSaid(t, p.b, "RC Acknowledge psn=16777214 RNR NAK 120us msn=0")
	p.inject(p.b, send)
	expectSaid(t, p.b, "RC Acknowledge psn=16777214 RNR NAK 120us msn=0")
	p.b.receive(1)
	p.inject(p.b, send)
	expectSaid(t, p.b, "RC Acknowledge psn=16777214 ACK msn=1")
}

// IBTA 9.9.3 (responder error behavior): how each side of a refused request ends.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name            string
		kind            Kind
		length, receive int
		spoil           func(p *pair, r *Request)
		ended           Outcome // the request
		failed          Outcome // B
		received        Outcome // the Receive, OK if it is not given back
		nak             string
	}{
		{"a Receive too short", Send, 11, 10, nil, RemoteInvalid, LocalLength, LocalLength, "NAK Invalid Request"},
		{
			"a Receive too short by a packet", Send, 257, 256, nil, RemoteInvalid, LocalLength, LocalLength,
			"NAK Invalid Request",
		},
		{"a Receive that can't be filled", Send, 10, 10, func(p *pair, _ *Request) {
			p.b.onFill = func(*Receive, uint32) Outcome { return LocalProtection }
		}, RemoteOperation, LocalProtection, LocalProtection, "NAK Remote Operational Error"},
		{"a window that can't be invalidated", SendInvalidate, 10, 10, func(_ *pair, r *Request) {
			r.InvalidateKey = 99
		}, RemoteAccess, RemoteAccess, Flushed, "NAK Remote Access Error"},
		{
			"a Write with a wrong key", Write, 10, 10, func(_ *pair, r *Request) { r.RemoteKey = 99 },
			RemoteAccess, RemoteAccess, OK, "NAK Remote Access Error",
		},
		{
			"a Write out of bounds", Write, 1000, 10, func(_ *pair, r *Request) { r.RemoteAddress++ },
			RemoteAccess, RemoteAccess, OK, "NAK Remote Access Error",
		},
		{"a Write that the hardware fails", Write, 1000, 10, func(p *pair, _ *Request) {
			p.b.onStore = func(address uint64) Outcome {
				if address == p.b.regions[0].base+512 {
					return RemoteOperation
				}
				return OK
			}
		}, RemoteOperation, RemoteOperation, OK, "NAK Remote Operational Error"},
		{
			"a Read with a wrong key", Read, 10, 10, func(_ *pair, r *Request) { r.RemoteKey = 99 },
			RemoteAccess, RemoteAccess, OK, "NAK Remote Access Error",
		},
		{"a Read of memory that goes away", Read, 1000, 10, func(p *pair, _ *Request) {
			p.b.onLoad = func(address uint64) Outcome {
				if address == p.b.regions[0].base+512 {
					return RemoteAccess
				}
				return OK
			}
		}, RemoteAccess, RemoteAccess, OK, "NAK Remote Access Error"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := connect(t, defaults())
			v := p.b.receive(tt.receive)
			p.b.region(1000, true, true)
			r := p.a.request(Request{Kind: tt.kind, RemoteAddress: p.b.regions[0].base}, pattern(1, tt.length))
			if tt.spoil != nil {
				tt.spoil(p, r)
			}
			var last *wire.Packet
			p.a.conn.Post(r, 0)
			for p.deliver(p.a) {
			}
			p.post(p.b, Request{Kind: Send}, nil)
			for p.b.sent.size > 0 {
				last = clone(&p.b.sent.at(0).packet)
				p.deliver(p.b)
			}
			if got := last.Syndrome.String(); got != tt.nak {
				t.Errorf("B said %s, want %s", got, tt.nak)
			}
			expectOutcomes(t, p.a, "[0 "+tt.ended.String()+"]")
			expectFailed(t, p.a, tt.ended)
			expectFailed(t, p.b, tt.failed)
			expectOutcomes(t, p.b, "[0 Flushed]")
			if v.done != (tt.received != OK) || v.outcome != tt.received {
				t.Errorf("the Receive ended %+v, want %v", v, tt.received)
			}
			if tt.kind == Write && tt.ended == RemoteAccess && !bytes.Equal(p.b.regions[0].bytes, make([]byte, 1000)) {
				t.Error("a Write that is refused as a whole has left traces")
			}
		})
	}
}

// Packets that no requester of a reliable connection sends.
func TestForeignPackets(t *testing.T) {
	p := connect(t, defaults())
	for _, op := range []wire.Opcode{wire.UDSendOnly, wire.CompareSwap, wire.FetchAdd, 0x15, 0x3f, 0xff} {
		p.inject(p.b, request(op, psn(0), nil))
	}
	expectSaid(t, p.b)
	expectFailed(t, p.b)
	if n := p.b.conn.Stats().Dropped; n != 6 {
		t.Errorf("%d of 6 packets were dropped", n)
	}
}
