package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// A reply is the acknowledgement that is owed to the peer. It has to wait behind
// the answers to Reads, since it would acknowledge them.
// Source: IBTA 9.7.5.1 (order of responses).
type reply struct {
	owed     bool
	syndrome wire.Syndrome
	psn      wire.PSN
	// verdict is how the connection ends once the reply, a NAK, is transmitted.
	// Nothing is accepted from the peer meanwhile.
	verdict Outcome
}

// ack owes the peer an ACK of all that came. A NAK that is owed does as well.
// Source: IBTA 9.7.5.1 (coalesced acknowledge messages).
func (c *Conn) ack() {
	if c.owed && !c.syndrome.IsAck() {
		return
	}
	c.owe(c.expected.Add(-1), wire.Ack(wire.NoCredits))
}

// nak owes the peer a NAK of the packet that is due, and drops what comes ahead of
// it from now on.
func (c *Conn) nak(s wire.Syndrome) {
	c.nakked = true
	c.owe(c.expected, s)
}

// recovered takes back the NAK of a packet that is there now.
func (c *Conn) recovered() {
	c.nakked = false
	c.owed = c.owed && c.syndrome.IsAck()
}

// reject owes the peer the NAK that ends the connection.
// Source: IBTA 9.9.3 (responder error behavior).
func (c *Conn) reject(psn wire.PSN, o Outcome) {
	c.verdict = o
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

func (c *Conn) owe(psn wire.PSN, s wire.Syndrome) { c.owed, c.psn, c.syndrome = true, psn, s }

// respond transmits answers to Reads, a burst at most, then what is owed.
func (c *Conn) respond() {
	for n := 0; len(c.reads) > 0; n++ {
		if n == burst {
			return
		}
		c.answer()
	}
	if !c.owed {
		return
	}
	c.owed = false
	p := c.out
	p.Opcode = wire.Acknowledge
	p.PSN, p.AckReq, p.Solicited, p.Payload = c.psn, false, false, nil
	p.AETH = wire.AETH{Syndrome: c.syndrome, MSN: c.msn}
	c.send()
	if c.verdict != OK {
		c.terminate(c.verdict, Flushed)
	}
}
