package rc

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// The tests of this file play B by hand. Each names the section that it checks.

// psn is the i-th PSN that A sends.
func psn(i int) wire.PSN { return wire.PSN(psnA).Add(i) }

func post(p *pair, kind Kind, n int) { p.post(p.a, Request{Kind: kind}, pattern(0, n)) }

// IBTA 9.7.3 (generating opcodes), 9.2.3 (solicited event).
func TestOpcodes(t *testing.T) {
	p := connect(t, defaults())
	p.post(p.a, Request{Kind: Send, Solicited: true}, pattern(0, 600))
	p.post(p.a, Request{Kind: SendInvalidate, InvalidateKey: 7, Solicited: true}, pattern(0, 257))
	p.post(p.a, Request{Kind: SendInvalidate, InvalidateKey: 8}, nil)
	p.post(p.a, Request{Kind: Write, RemoteKey: 9, Solicited: true}, pattern(0, 513))
	p.post(p.a, Request{Kind: Write, RemoteKey: 9}, pattern(0, 256))
	p.post(p.a, Request{Kind: Read, RemoteKey: 9}, pattern(0, 513))
	p.post(p.a, Request{Kind: Read, RemoteKey: 9}, nil)
	expectSaid(t, p.a,
		"RC SEND First psn=16777214 256 bytes",
		"RC SEND Middle psn=16777215 256 bytes",
		"RC SEND Last psn=0 88 bytes ackreq solicited",
		"RC SEND First psn=1 256 bytes",
		"RC SEND Last with Invalidate psn=2 invalidate=7 1 bytes ackreq solicited",
		"RC SEND Only with Invalidate psn=3 invalidate=8 ackreq",
		"RC RDMA WRITE First psn=4 key=9 length=513 256 bytes",
		"RC RDMA WRITE Middle psn=5 256 bytes",
		"RC RDMA WRITE Last psn=6 1 bytes ackreq",
		"RC RDMA WRITE Only psn=7 key=9 length=256 256 bytes ackreq",
		"RC RDMA READ Request psn=8 key=9 length=513",
		"RC RDMA READ Request psn=11 key=9 length=0",
	)
}

// IBTA 9.2: common to every packet of a connection.
func TestBTH(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 1)
	h := p.a.sent.take().BTH
	want := wire.BTH{Opcode: wire.SendOnly, MigReq: true, PKey: wire.DefaultPKey, DestQP: qpnB, AckReq: true, PSN: psnA}
	if h != want {
		t.Errorf("BTH is %+v, want %+v", h, want)
	}
}

// The window is never exceeded, and its acknowledge requests keep it moving. IBTA
// 9.7.3, 9.2 (AckReq).
func TestWindow(t *testing.T) {
	for window := 1; window <= 17; window++ {
		c := defaults()
		c.Window = window
		p := connect(t, c)
		p.b.region(256*100, true, true)
		post(p, Write, 256*100)
		if p.a.sent.size != window {
			t.Errorf("window %d: %d packets are in flight", window, p.a.sent.size)
		}
		asked := 0
		for i := range p.a.sent.size {
			if p.a.sent.at(i).packet.AckReq {
				asked++
			}
		}
		if asked == 0 {
			t.Errorf("window %d: no acknowledge request in it", window)
		}
	}
}

// A Read takes a PSN for each packet of its answer, and is requested in parts that fit
// the window. IBTA 9.7.3 (generating PSN), 9.4.4 (RDMA READ).
func TestReadInParts(t *testing.T) {
	c := defaults()
	c.Window = 8
	p := connect(t, c)
	key := p.b.region(256*10, true, false)
	base := p.b.regions[key].base
	p.post(p.a, Request{Kind: Read, RemoteKey: key, RemoteAddress: base}, make([]byte, 256*10-1))
	post(p, Send, 0)
	first, second := p.a.sent.at(0).packet, p.a.sent.at(1).packet
	if p.a.sent.size != 2 || second.PSN != psn(4) || second.VirtualAddress != base+4*256 || second.DMALength != 4*256 {
		t.Fatalf("asked for %s and %s", describe(&first), describe(&second))
	}
	p.b.receive(0)
	p.settle()
	expectOutcomes(t, p.a, "[0 OK 1 OK]")
	if n := p.a.conn.Stats().Resent; n != 0 {
		t.Errorf("%d packets were sent again", n)
	}
}

// IBTA 9.4.4: initiator depth.
func TestReadsOut(t *testing.T) {
	c := defaults()
	c.ReadsOut = 2
	p := connect(t, c)
	for range 3 {
		post(p, Read, 1)
	}
	post(p, Send, 0)
	if p.a.sent.size != 2 {
		t.Errorf("%d packets sent, want 2 Reads", p.a.sent.size)
	}
	p.a.said()
	p.inject(p.a, answer(wire.ReadResponseOnly, psn(0), []byte{1}))
	expectSaid(t, p.a, "RC RDMA READ Request psn=0 key=0 length=1", "RC SEND Only psn=1 ackreq")
}

// Without Reads a Read can't be carried out; a message is at most 2^31 bytes long.
func TestLocalOperation(t *testing.T) {
	c := defaults()
	c.ReadsOut = 0
	p := connect(t, c)
	post(p, Read, 1)
	post(p, Send, 0)
	expectOutcomes(t, p.a, "[0 LocalOperation 1 Flushed]")
	expectFailed(t, p.a, LocalOperation)

	p = connect(t, defaults())
	r := p.a.request(Request{Kind: Write}, nil)
	r.Length = 1<<31 + 1
	p.a.conn.Post(r, 0)
	expectOutcomes(t, p.a, "[0 LocalOperation]")
	expectSaid(t, p.a)
}

// IBTA chapter 10 (fence): a fenced request waits for every Read before it.
func TestFence(t *testing.T) {
	p := connect(t, defaults())
	var started []uint32
	p.a.onStart = func(r *Request) Outcome {
		started = append(started, r.Slot)
		return OK
	}
	post(p, Read, 300)
	p.post(p.a, Request{Kind: Bind, Fence: true}, nil)
	post(p, Send, 0)
	expectSaid(t, p.a, "RC RDMA READ Request psn=16777214 key=0 length=300")
	p.inject(p.a, answer(wire.ReadResponseFirst, psn(0), pattern(0, 256)))
	if len(started) != 1 {
		t.Errorf("started %v before the Read was complete", started)
	}
	p.inject(p.a, answer(wire.ReadResponseLast, psn(1), pattern(0, 44)))
	expectSaid(t, p.a, "RC SEND Only psn=0 ackreq")
	expectOutcomes(t, p.a, "[0 OK 1 OK]")
}

// A Bind is carried out in its turn and completes in order. IBTA chapter 10.
func TestBindCompletesInOrder(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	started := 0
	p.a.onStart = func(*Request) Outcome { started++; return OK }
	post(p, Bind, 0)
	post(p, Invalidate, 0)
	post(p, Send, 0)
	post(p, Bind, 0)
	if started != 4 {
		t.Errorf("%d of 4 requests are carried out", started)
	}
	expectOutcomes(t, p.a, "[]")
	p.inject(p.a, ack(psn(0)))
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK]")
	p.now = 1000
	p.tickDue()
	p.inject(p.a, ack(psn(1)))
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK 3 OK 4 OK]")
	if started != 4 {
		t.Errorf("started %d times for 4 requests", started)
	}
}

// IBTA 9.7.5.1 (coalesced acknowledge messages), 9.7.6.1 (requester PSN
// verification: duplicates and ghosts).
func TestAcknowledgements(t *testing.T) {
	p := connect(t, defaults())
	for range 5 {
		post(p, Send, 0)
	}
	p.inject(p.a, ack(psn(2)))
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK]")
	for _, stale := range []int{2, 1, 0, -1, -100, 5, 6, 1000} {
		p.inject(p.a, ack(psn(stale)))
		p.inject(p.a, nak(psn(stale), wire.RemoteAccessError))
		p.inject(p.a, rnrNak(psn(stale), 1))
		p.inject(p.a, answer(wire.ReadResponseOnly, psn(stale), nil))
	}
	if n := p.a.conn.Stats().Dropped; n != 4*8 {
		t.Errorf("%d of 32 stale packets were dropped", n)
	}
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK]")
	p.inject(p.a, ack(psn(4)))
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK 3 OK 4 OK]")
	if _, ok := p.a.conn.Deadline(); ok {
		t.Error("a timer runs for nothing")
	}
}

// An acknowledgement that arrives after a retry has begun ends the retry.
func TestLateAcknowledgement(t *testing.T) {
	c := defaults()
	c.Window = 2
	p := connect(t, c)
	post(p, Write, 256*2)
	p.a.said()
	p.now = 1000
	p.tickDue() // both are sent again
	p.a.said()
	post(p, Write, 256*2)
	p.inject(p.a, nak(psn(0), wire.PSNSequenceError))
	p.a.said()
	p.inject(p.a, ack(psn(1)))
	expectOutcomes(t, p.a, "[0 OK]")
	expectSaid(t, p.a,
		"RC RDMA WRITE First psn=0 key=0 length=512 256 bytes ackreq",
		"RC RDMA WRITE Last psn=1 256 bytes ackreq")
}

// The answer to a Read acknowledges what is before it. IBTA 9.7.5.1.
func TestAnswerAcknowledges(t *testing.T) {
	p := connect(t, defaults())
	post(p, Send, 0)
	post(p, Write, 300)
	post(p, Read, 2)
	p.inject(p.a, answer(wire.ReadResponseOnly, psn(3), []byte{5, 6}))
	expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK]")
	if got := p.a.requests[2].data; !bytes.Equal(got, []byte{5, 6}) {
		t.Errorf("read %v", got)
	}
}

// An acknowledgement past a Read says, once, that its answer was lost: the rest of the
// Read is requested again. IBTA 9.7.6.1 (implied NAK).
func TestImpliedNak(t *testing.T) {
	for _, past := range []wire.Packet{
		ack(psn(4)), nak(psn(4), wire.RemoteAccessError), rnrNak(psn(4), 1),
		answer(wire.ReadResponseLast, psn(3), pattern(0, 88)),
	} {
		p := connect(t, defaults())
		post(p, Send, 0)
		p.post(p.a, Request{Kind: Read, RemoteAddress: 1000}, make([]byte, 600))
		post(p, Send, 0)
		p.inject(p.a, answer(wire.ReadResponseFirst, psn(1), pattern(0, 256)))
		p.a.said()
		p.inject(p.a, past)
		p.inject(p.a, past)
		if at := p.a.sent.at(0).packet.VirtualAddress; at != 1256 {
			t.Errorf("asked again from %d, want 1256", at)
		}
		expectSaid(t, p.a, "RC RDMA READ Request psn=0 key=0 length=344", "RC SEND Only psn=2 ackreq")
		expectOutcomes(t, p.a, "[0 OK]")
		p.inject(p.a, answer(wire.ReadResponseFirst, psn(2), pattern(0, 256)))
		p.inject(p.a, answer(wire.ReadResponseLast, psn(3), pattern(0, 88)))
		p.inject(p.a, ack(psn(4)))
		expectOutcomes(t, p.a, "[0 OK 1 OK 2 OK]")
	}
}

// IBTA 9.9.2: a wrong answer.
func TestWrongAnswer(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer wire.Packet
		ended  string
	}{
		{"too long", answer(wire.ReadResponseOnly, psn(0), pattern(0, 11)), "[0 LocalLength 1 Flushed]"},
		{"too short", answer(wire.ReadResponseOnly, psn(0), pattern(0, 9)), "[0 LocalLength 1 Flushed]"},
		{"too long by a packet", answer(wire.ReadResponseFirst, psn(0), pattern(0, 256)), "[]"},
		{"no first", answer(wire.ReadResponseMiddle, psn(0), pattern(0, 256)), "[]"},
		{"with a NAK", func() wire.Packet {
			p := nak(psn(0), wire.RemoteAccessError)
			p.Opcode = wire.ReadResponseOnly
			return p
		}(), "[]"},
		{"to a Send", answer(wire.ReadResponseOnly, psn(1), nil), "[]"},
		{"with a reserved syndrome", acknowledge(psn(0), 0x40), "[]"},
		{"with a reserved NAK", nak(psn(0), 30), "[]"},
		{"a NAK of reliable datagrams", nak(psn(0), wire.InvalidRDRequest), "[]"},
		{"to an atomic", acknowledgeAtomic(psn(0)), "[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := connect(t, defaults())
			post(p, Read, 10)
			post(p, Send, 0)
			p.inject(p.a, tt.answer)
			expectOutcomes(t, p.a, tt.ended)
		})
	}
}

func acknowledgeAtomic(at wire.PSN) wire.Packet {
	p := ack(at)
	p.Opcode = wire.AtomicAcknowledge
	return p
}

// IBTA 9.7.5.2.8 (NAK codes), 9.9.2 (requester error behavior): the request of the NAK
// fails, those before have completed, those after are flushed.
func TestNakCodes(t *testing.T) {
	for code, want := range map[wire.NakCode]Outcome{
		wire.InvalidRequest:         RemoteInvalid,
		wire.RemoteAccessError:      RemoteAccess,
		wire.RemoteOperationalError: RemoteOperation,
	} {
		p := connect(t, defaults())
		for range 4 {
			post(p, Write, 300)
		}
		p.inject(p.a, nak(psn(3), code))
		expectOutcomes(t, p.a, fmt.Sprintf("[0 OK 1 %v 2 Flushed 3 Flushed]", want))
		expectFailed(t, p.a, want)
	}
}

// A request that fails on this side waits for those before it, and does not affect
// them. IBTA chapter 10, 9.9.2.
func TestLocalErrorWaits(t *testing.T) {
	for _, tt := range []struct {
		name  string
		kind  Kind
		spoil func(h *testHost)
		want  Outcome
	}{
		{"Start", Bind, func(h *testHost) {
			h.onStart = func(r *Request) Outcome {
				if r.Kind == Bind {
					return WindowBind
				}
				return OK
			}
		}, WindowBind},
		{"Gather", Write, func(h *testHost) {
			h.onGather = func(r *Request, offset uint32) Outcome {
				if r.Kind == Write && offset == 256 {
					return LocalProtection
				}
				return OK
			}
		}, LocalProtection},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := connect(t, defaults())
			tt.spoil(p.a.testHost)
			post(p, Send, 1)
			post(p, Send, 1)
			post(p, tt.kind, 600)
			post(p, Send, 1)
			expectOutcomes(t, p.a, "[]")
			p.inject(p.a, ack(psn(0)))
			p.inject(p.a, nak(psn(1), wire.PSNSequenceError)) // sent again meanwhile
			expectOutcomes(t, p.a, "[0 OK]")
			p.inject(p.a, ack(psn(1)))
			expectOutcomes(t, p.a, fmt.Sprintf("[0 OK 1 OK 2 %v 3 Flushed]", tt.want))
			expectFailed(t, p.a, tt.want)
		})
	}
}

func TestScatterFails(t *testing.T) {
	p := connect(t, defaults())
	p.a.onScatter = func(*Request, uint32) Outcome { return LocalProtection }
	post(p, Send, 0)
	post(p, Read, 5)
	p.inject(p.a, answer(wire.ReadResponseOnly, psn(1), pattern(0, 5)))
	expectOutcomes(t, p.a, "[0 OK 1 LocalProtection]")
	expectFailed(t, p.a, LocalProtection)
}
