package rc

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// long is a Read whose answer takes more than a burst.
const longRead = (burst + 10) * 256

// answering is a pair whose B is in the middle of the answer to a long Read.
func answering(t *testing.T, readsIn int) (p *pair, read wire.Packet) {
	c := defaults()
	c.ReadsIn = readsIn
	p = connect(t, c)
	key := p.b.region(longRead, true, false)
	read = access(wire.ReadRequest, psn(0),
		wire.RETH{VirtualAddress: p.b.regions[key].base, RKey: key, DMALength: longRead}, nil)
	p.inject(p.b, read)
	if p.b.sent.size != burst {
		t.Fatalf("%d packets in a burst", p.b.sent.size)
	}
	if !p.b.conn.Unfinished() {
		t.Fatal("nothing is left after a burst")
	}
	return p, read
}

func (p *pair) psns(e end) (list []wire.PSN) {
	for e.sent.size > 0 {
		list = append(list, e.sent.take().PSN)
	}
	return list
}

// An acknowledgement waits behind the answers to Reads, which it would
// acknowledge. IBTA 9.7.5.1 (order of responses).
func TestAckWaitsForAnswers(t *testing.T) {
	p, _ := answering(t, 2)
	p.b.said()
	p.b.receive(0)
	p.b.conn.responder.reads[0].rest.DMALength += 256 * burst // so that it isn't over yet
	p.b.conn.responder.reads[0].end = p.b.conn.responder.reads[0].end.Add(burst)
	p.b.regions[0].bytes = make([]byte, 2*longRead)
	p.b.conn.responder.expected = p.b.conn.responder.expected.Add(burst)
	p.inject(p.b, request(wire.SendOnly, p.b.conn.responder.expected, nil))
	if !p.b.receives[0].done {
		t.Error("the Send waits for the Read")
	}
	for _, said := range p.b.said() {
		if said[:len("RC RDMA READ")] != "RC RDMA READ" {
			t.Fatalf("said %s before the answer was over", said)
		}
	}
	p.b.conn.Continue(p.now)
	said := p.b.said()
	if got, want := said[len(said)-1], fmt.Sprintf("RC Acknowledge psn=%d ACK msn=2", psn(2*burst+10)); got != want {
		t.Errorf("said %s, want %s", got, want)
	}
	if _, ok := p.b.conn.Deadline(); ok || p.b.conn.Unfinished() {
		t.Error("something is left")
	}
}

// A NAK waits, too, and is withdrawn when the packet comes meanwhile.
func TestNakWaitsForAnswers(t *testing.T) {
	p, _ := answering(t, 2)
	p.b.said()
	after := burst + 10
	ahead := request(wire.SendOnly, psn(after+1), nil)
	conn := p.b.conn
	conn.nak(wire.Nak(wire.PSNSequenceError))
	if !conn.responder.reply.owed || !conn.responder.nakked {
		t.Fatal("no NAK is owed")
	}
	conn.ack() // a duplicate's: the NAK does as well
	if conn.responder.reply.syndrome.IsAck() {
		t.Error("an ACK took the place of the NAK")
	}
	p.b.receive(0)
	send := request(wire.SendOnly, psn(after), nil)
	send.AckReq = false
	p.inject(p.b, send)
	said := p.b.said()
	if len(said) != 10 {
		t.Errorf("said %q, want the rest of the answer only", said)
	}
	p.b.receive(0)
	p.inject(p.b, ahead)
	expectSaid(t, p.b, fmt.Sprintf("RC Acknowledge psn=%d ACK msn=3", psn(after+1)))
}

// The NAK that ends the connection waits for the answers, and nothing is accepted after
// the refused packet.
func TestRefusalWaitsForAnswers(t *testing.T) {
	p, _ := answering(t, 2)
	p.b.said()
	p.b.conn.reject(p.b.conn.responder.expected, RemoteInvalid)
	p.b.receive(0)
	p.inject(p.b, request(wire.SendOnly, psn(burst+10), nil))
	if p.b.taken != 0 {
		t.Error("a request was carried out behind a refused request")
	}
	said := p.b.said()
	if len(said) != 11 || said[10] != fmt.Sprintf("RC Acknowledge psn=%d NAK Invalid Request msn=1", psn(burst+10)) {
		t.Errorf("said %q", said)
	}
	expectFailed(t, p.b, RemoteInvalid)
}

// A conforming requester never exceeds the responder resources, whatever the network
// repeats. IBTA 9.7.4.1.
func TestReadsIn(t *testing.T) {
	p, read := answering(t, 1)
	second := read
	second.PSN = psn(burst + 10)
	p.inject(p.b, second)
	p.b.conn.Continue(p.now)
	expectFailed(t, p.b, RemoteInvalid)

	p, _ = answering(t, 1)
	p.b.conn.Continue(p.now)
	p.inject(p.b, read) // a repetition, under way when the next comes
	p.inject(p.b, second)
	p.finish()
	expectFailed(t, p.b)

	c := defaults()
	c.ReadsIn = 0
	p = connect(t, c)
	p.inject(p.b, access(wire.ReadRequest, psn(0), wire.RETH{}, nil))
	expectFailed(t, p.b, RemoteInvalid)
}

// A Read that is repeated while its answer is under way starts again where the
// repetition asks; the part still to come is not sent twice. IBTA 9.7.5.1 (duplicate
// requests).
func TestReadAgainUnderWay(t *testing.T) {
	p, read := answering(t, 1)
	p.b.said()
	part := func(i int) wire.Packet {
		again := read
		again.PSN = psn(i)
		again.VirtualAddress += uint64(i) * 256
		again.DMALength -= uint32(i) * 256
		return again
	}
	p.inject(p.b, part(burst+5)) // not come as far
	first := p.b.sent.take()
	if first.PSN != psn(burst) || first.Opcode != wire.ReadResponseMiddle {
		t.Errorf("went on with %s", describe(first))
	}
	if rest := p.psns(p.b); len(rest) != 9 {
		t.Errorf("%d packets more", len(rest))
	}

	p, _ = answering(t, 1)
	p.b.said()
	p.inject(p.b, part(burst-2))
	first = p.b.sent.take()
	if first.PSN != psn(burst-2) || first.Opcode != wire.ReadResponseFirst {
		t.Errorf("started again with %s", describe(first))
	}
	if rest := p.psns(p.b); len(rest) != 11 {
		t.Errorf("%d packets more", len(rest))
	}
	checkInvariants(t, p.b)

	p, _ = answering(t, 1)
	p.b.said()
	forged := part(burst - 2) // reaches into what is under way
	forged.DMALength = 5 * 256
	p.inject(p.b, forged)
	checkInvariants(t, p.b)
	if rest := p.psns(p.b); len(rest) != 10 || rest[0] != psn(burst) {
		t.Errorf("went on with %v", rest)
	}
}

// Repeated Reads are answered in order of PSN, before new ones, as far as resources
// suffice.
func TestReadAgainInOrder(t *testing.T) {
	c := defaults()
	c.ReadsIn = 2
	p := connect(t, c)
	key := p.b.region(longRead, true, false)
	to := wire.RETH{VirtualAddress: p.b.regions[key].base, RKey: key, DMALength: 1}
	for i := range 5 {
		p.inject(p.b, access(wire.ReadRequest, psn(i), to, nil))
	}
	p.b.said()
	to.DMALength = longRead
	p.inject(p.b, access(wire.ReadRequest, psn(5), to, nil))
	p.psns(p.b)
	to.DMALength = 1
	conn := p.b.conn
	repeat := func(i int) {
		again := access(wire.ReadRequest, psn(i), to, nil)
		conn.readAgain(&again)
	}
	repeat(3)
	repeat(1)
	repeat(0) // no room
	repeat(5) // the start of what is under way, but not its end: forged
	conn.Continue(p.now)
	got := p.psns(p.b)
	if len(got) != 12 || got[0] != psn(1) || got[1] != psn(3) || got[2] != psn(5+burst) {
		t.Errorf("answered %v", got)
	}
	if n := conn.Stats().Dropped; n != 2 {
		t.Errorf("%d packets were dropped", n)
	}
}
