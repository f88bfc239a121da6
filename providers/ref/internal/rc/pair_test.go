package rc

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A pair is two ends of a connection, with a shared clock.
type pair struct {
	t    testing.TB
	now  Tick
	a, b end
}

type end struct {
	*testHost
	conn *Conn
}

const (
	qpnA, qpnB = 0x11, 0x22
	psnA, psnB = 0xfffffe, 100 // A's wrap around at once
)

func defaults() Config {
	return Config{
		MTU: 256, Retries: 7, RNRRetries: 7, AckTimeout: 1000, RNRTimer: 100,
		ReadsOut: 4, ReadsIn: 4, Window: 16,
	}
}

// connect makes a pair; both sides are configured as c, but for what identifies
// them.
func connect(t testing.TB, c Config) *pair {
	p := &pair{t: t}
	p.a = end{testHost: &testHost{t: t, name: "A"}}
	p.b = end{testHost: &testHost{t: t, name: "B"}}
	c.RemoteQPN, c.SendPSN, c.ReceivePSN = qpnB, psnA, psnB
	p.a.conn = New(p.a, c, new(wire.Packet))
	c.RemoteQPN, c.SendPSN, c.ReceivePSN = qpnA, psnB, psnA
	p.b.conn = New(p.b, c, new(wire.Packet))
	return p
}

// post posts a request over data on a side.
func (p *pair) post(e end, r Request, data []byte) {
	e.conn.Post(e.request(r, data), p.now)
}

// deliver hands the oldest packet of from to its peer, and reports whether there was
// one.
func (p *pair) deliver(from end) bool {
	if from.sent.size == 0 {
		return false
	}
	p.peer(from).conn.Handle(from.sent.take(), p.now)
	return true
}

// drop loses the oldest packet of from.
func (p *pair) drop(from end) { from.sent.take() }

func (p *pair) peer(e end) end {
	if e == p.a {
		return p.b
	}
	return p.a
}

// settle delivers everything, and what follows from it, without letting time pass.
func (p *pair) settle() {
	for p.deliver(p.a) || p.deliver(p.b) || p.tickDue() {
	}
}

// tickDue continues the unfinished sides, and ticks the due ones.
func (p *pair) tickDue() (ticked bool) {
	for _, e := range []end{p.a, p.b} {
		if e.conn.Unfinished() {
			e.conn.Continue(p.now)
			ticked = true
		}
		if at, ok := e.conn.Deadline(); ok && at <= p.now {
			e.conn.Tick(p.now)
			ticked = true
		}
	}
	return ticked
}

// wait moves the clock to the next deadline, if there is one, and ticks.
func (p *pair) wait() bool {
	at, ok := p.a.conn.Deadline()
	if b, okB := p.b.conn.Deadline(); okB && (!ok || b < at) {
		at, ok = b, okB
	}
	if ok {
		p.now = max(p.now, at)
		p.tickDue()
	}
	return ok
}

// finish runs until nothing is left to happen.
func (p *pair) finish() {
	for range 100000 {
		p.settle()
		if !p.wait() {
			return
		}
	}
	p.t.Fatal("the connection does not come to rest")
}

// inject hands a side a packet made by the test.
func (p *pair) inject(to end, packet wire.Packet) { to.conn.Handle(&packet, p.now) }

// pattern is n bytes that differ from those of other seeds and offsets.
func pattern(seed, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(seed*131 + i*7 + i>>8)
	}
	return b
}

// expectOutcomes checks how a side's requests have ended.
func expectOutcomes(t testing.TB, e end, want string) {
	t.Helper()
	if got := e.outcomes(); got != want {
		t.Errorf("%s's requests ended %s, want %s", e.name, got, want)
	}
}

// said takes a side's undelivered packets, one line per packet.
func (e end) said() (lines []string) {
	for e.sent.size > 0 {
		lines = append(lines, describe(e.sent.take()))
	}
	return lines
}

// expectSaid checks what a side has transmitted.
func expectSaid(t testing.TB, e end, want ...string) {
	t.Helper()
	if got := e.said(); !slices.Equal(got, want) {
		t.Errorf("%s said\n\t%s\nwant\n\t%s", e.name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// expectFailed checks how a side's connection has failed: at most once.
func expectFailed(t testing.TB, e end, want ...Outcome) {
	t.Helper()
	if !slices.Equal(e.failed, want) {
		t.Errorf("%s failed %v, want %v", e.name, e.failed, want)
	}
}

// ack and the like are packets from B to A, answer one to a Read.
func ack(psn wire.PSN) wire.Packet { return acknowledge(psn, wire.Ack(wire.NoCredits)) }

func nak(psn wire.PSN, code wire.NakCode) wire.Packet { return acknowledge(psn, wire.Nak(code)) }

func rnrNak(psn wire.PSN, t wire.RNRTimer) wire.Packet { return acknowledge(psn, wire.RNRNak(t)) }

func acknowledge(psn wire.PSN, s wire.Syndrome) (p wire.Packet) {
	p.Opcode, p.PSN, p.Syndrome = wire.Acknowledge, psn, s
	return p
}

func answer(op wire.Opcode, psn wire.PSN, payload []byte) wire.Packet {
	p := ack(psn)
	p.Opcode, p.Payload = op, payload
	return p
}

// request is a packet from A to B.
func request(op wire.Opcode, psn wire.PSN, payload []byte) (p wire.Packet) {
	p.Opcode, p.PSN, p.Payload, p.AckReq = op, psn, payload, true
	return p
}

// access is a packet from A to B with an RETH.
func access(op wire.Opcode, psn wire.PSN, to wire.RETH, payload []byte) wire.Packet {
	p := request(op, psn, payload)
	p.RETH = to
	return p
}
