package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// A responder is the receiving half of a connection.
type responder struct {
	expected wire.PSN
	// msn counts the messages carried out, 24 bits. Source: IBTA 9.7.7.1.
	msn uint32
	// nakked says that expected was NAKed; nothing more is said until it comes. Source:
	// IBTA 9.7.5.1 (one NAK for a sequence error).
	nakked bool

	// message is the message in progress: its First came, its Last did not.
	message message
	// receive is the Receive of the Send in progress, filled how many bytes of it are
	// filled, at most receive.Length. receive is not nil while message is sending,
	// unless reply.verdict ends the connection.
	filled  uint32
	receive *Receive
	// target is the rest of a Write's memory.
	target wire.RETH

	// reads are the Reads to answer, fresh how many of them are answered for the first
	// time. Their PSNs ascend, don't overlap, and are before expected. fresh <=
	// ReadsIn, len(reads) - fresh <= ReadsIn.
	reads []readAnswer
	fresh int

	reply reply
}

type message uint8

const (
	none message = iota
	sending
	writing
)

func (q *responder) init(c *Config) {
	q.expected = c.ReceivePSN
	// A peer may ask again for each answered Read.
	q.reads = make([]readAnswer, 0, 2*c.ReadsIn)
}

// request takes a packet of the peer's requester. Source: IBTA 9.7.4.1
// (responder PSN verification).
func (c *Conn) request(p *wire.Packet) {
	if c.responder.reply.verdict != OK {
		c.stats.Dropped++
		return
	}
	switch ahead := p.PSN.Sub(c.responder.expected); {
	case ahead == 0:
		c.inSequence(p)
	case ahead < 0:
		c.duplicate(p)
	case c.responder.nakked:
		c.stats.Dropped++
	default:
		c.stats.OutOfSequence++
		c.nak(wire.Nak(wire.PSNSequenceError))
	}
}

// inSequence carries out the expected packet.
func (c *Conn) inSequence(p *wire.Packet) {
	c.recovered()
	if !c.valid(p) {
		c.reject(c.responder.expected, RemoteInvalid)
		return
	}
	if p.Opcode.IsSend() && p.Opcode.Begins() && !c.takeReceive() {
		c.notReadyFor()
		return
	}
	span, o := c.execute(p)
	if o != OK {
		c.reject(c.responder.expected, o)
		return
	}
	c.responder.expected = c.responder.expected.Add(span)
	if p.AckReq && p.Opcode != wire.ReadRequest {
		c.ack()
	}
}

// notReadyFor answers a Send without a Receive.
func (c *Conn) notReadyFor() {
	if c.cfg.NoRNR {
		c.reject(c.responder.expected, RemoteOperation)
		return
	}
	c.nak(wire.RNRNak(wire.RNRTimerFor(uint64(c.cfg.RNRTimer))))
}

// duplicate answers a duplicate packet: its answer may be lost. Only Reads are carried
// out again. Source: IBTA 9.7.5.1 (duplicate requests).
func (c *Conn) duplicate(p *wire.Packet) {
	c.stats.Duplicates++
	if p.Opcode == wire.ReadRequest {
		c.readAgain(p)
		return
	}
	c.ack()
}

// valid checks the sequence of opcodes and the packet's length. NetworkDirect has no
// immediate data. Source: IBTA 9.7.4.1 (inbound packet validation: opcode sequence,
// opcode, length).
func (c *Conn) valid(p *wire.Packet) bool {
	op, n := p.Opcode, len(p.Payload)
	switch {
	case op.HasImmDt():
		return false
	case op.Begins() && c.responder.message != none,
		!op.Begins() && c.responder.message != messageOf(op):
		return false
	case op == wire.ReadRequest:
		return n == 0
	case !op.Ends():
		return n == c.cfg.MTU
	}
	return n <= c.cfg.MTU && (n > 0 || op.IsOnly())
}

func messageOf(op wire.Opcode) message {
	if op.IsSend() {
		return sending
	}
	return writing
}

// execute carries out a valid packet and returns how many PSNs it takes.
func (c *Conn) execute(p *wire.Packet) (span int, o Outcome) {
	switch op := p.Opcode; {
	case op.IsSend():
		return 1, c.receiveSend(p)
	case op.IsWrite():
		return 1, c.receiveWrite(p)
	default:
		return c.receiveRead(p)
	}
}

// carriedOut counts a message.
func (c *Conn) carriedOut() { c.responder.msn = (c.responder.msn + 1) & (1<<24 - 1) }
