package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// A responder is the receiving half of a connection.
type responder struct {
	expected wire.PSN
	// msn counts the messages carried out, 24 bits. Source: IBTA 9.7.7.1.
	msn uint32
	// nakked says that expected has been NAKed, and nothing more is said until it
	// comes. Source: IBTA 9.7.5.1 (one NAK for a sequence error).
	nakked bool

	// message is the message that the packets from a First on belong to.
	message message
	// filled is how many bytes of receive a Send has filled.
	filled  uint32
	receive *Receive
	// target is what is left of a Write's memory.
	target wire.RETH

	// reads have to be answered, in order of PSN; fresh counts those that are answered
	// for the first time.
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
	// As many again may be duplicates of answered ones.
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

// inSequence carries out the packet that is due.
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

// notReadyFor answers a Send for which there is no Receive.
func (c *Conn) notReadyFor() {
	if c.cfg.NoRNR {
		c.reject(c.responder.expected, RemoteOperation)
		return
	}
	c.nak(wire.RNRNak(wire.RNRTimerFor(uint64(c.cfg.RNRTimer))))
}

// duplicate answers a packet that was carried out before: its answer may have been
// lost. Only Reads are carried out again. Source: IBTA 9.7.5.1 (duplicate
// requests).
func (c *Conn) duplicate(p *wire.Packet) {
	c.stats.Duplicates++
	if p.Opcode == wire.ReadRequest {
		c.readAgain(p)
		return
	}
	c.ack()
}

// valid checks that the packet fits into the sequence of opcodes and has the length
// that its place asks for. NetworkDirect has no place for immediate data. Source:
// IBTA 9.7.4.1 (inbound packet validation: opcode sequence, opcode, length).
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
