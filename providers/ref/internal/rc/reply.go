package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// A reply is an acknowledgement to send. It waits behind the answers to Reads, since it
// would acknowledge them. Source: IBTA 9.7.5.1 (order of responses).
type reply struct {
	owed     bool
	syndrome wire.Syndrome
	psn      wire.PSN
	// verdict is how the connection ends after the reply, a NAK. Until then nothing is
	// accepted. verdict != OK implies owed.
	verdict Outcome
}

// ack schedules an ACK of everything received. A scheduled NAK does as well. Source:
// IBTA 9.7.5.1 (coalesced acknowledge messages).
func (c *Conn) ack() {
	if c.responder.reply.owed && !c.responder.reply.syndrome.IsAck() {
		return
	}
	c.owe(c.responder.expected.Add(-1), wire.Ack(wire.NoCredits))
}

// nak schedules a NAK of the expected packet; packets ahead of it are dropped from now
// on.
func (c *Conn) nak(s wire.Syndrome) {
	c.responder.nakked = true
	c.owe(c.responder.expected, s)
}

// recovered withdraws the NAK, since the expected packet has come.
func (c *Conn) recovered() {
	c.responder.nakked = false
	c.responder.reply.owed = c.responder.reply.owed && c.responder.reply.syndrome.IsAck()
}

// reject schedules the NAK that ends the connection. Source: IBTA 9.9.3 (responder
// error behavior).
func (c *Conn) reject(psn wire.PSN, o Outcome) {
	c.responder.reply.verdict = o
	c.owe(psn, wire.Nak(nakCodeFor(o)))
}

func nakCodeFor(o Outcome) wire.NakCode {
	switch o {
	case RemoteInvalid, LocalLength:
		return wire.InvalidRequest
	case RemoteAccess:
		return wire.RemoteAccessError
	}
	return wire.RemoteOperationalError
}

func (c *Conn) owe(psn wire.PSN, s wire.Syndrome) {
	c.responder.reply.owed, c.responder.reply.psn, c.responder.reply.syndrome = true, psn, s
}

// respond transmits answers to Reads, a burst at most, then the reply.
func (c *Conn) respond() {
	for n := 0; len(c.responder.reads) > 0; n++ {
		if n == burst {
			return
		}
		c.answer()
	}
	if !c.responder.reply.owed {
		return
	}
	c.responder.reply.owed = false
	p := c.out
	p.Opcode = wire.Acknowledge
	p.PSN, p.AckReq, p.Solicited, p.Payload = c.responder.reply.psn, false, false, nil
	p.AETH = wire.AETH{Syndrome: c.responder.reply.syndrome, MSN: c.responder.msn}
	c.send()
	if c.responder.reply.verdict != OK {
		c.terminate(c.responder.reply.verdict, Flushed)
	}
}
