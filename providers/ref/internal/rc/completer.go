package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// response takes an acknowledgement or an answer to a Read. It acknowledges all packets
// before its PSN. Valid PSNs are from una to end: an earlier PSN is a duplicate's, a
// later one was never sent. Source: IBTA 9.7.6 (requester: receiving responses).
func (c *Conn) response(p *wire.Packet) {
	before := p.PSN.Sub(c.requester.una)
	if before < 0 || p.PSN.Sub(c.requester.end) >= 0 {
		c.stats.Dropped++
		return
	}
	ack := !p.Opcode.HasAETH() || p.Syndrome.IsAck()
	switch s := p.Syndrome; {
	case ack && p.Opcode == wire.Acknowledge:
		c.acknowledge(uint32(before) + 1)
	case ack:
		if c.acknowledge(uint32(before)) {
			c.readResponse(p)
		}
	case p.Opcode == wire.Acknowledge && s.IsRNRNak():
		if c.acknowledge(uint32(before)) {
			c.notReady(s.RNRTimer())
		}
	case p.Opcode == wire.Acknowledge && s.IsNak():
		if c.acknowledge(uint32(before)) {
			c.refused(s.NakCode())
		}
	default:
		c.stats.Dropped++
	}
}

// acknowledge retires the oldest n packets. It stops at a Read, which only its data
// acknowledges: the answer was lost, an implied NAK. Source: IBTA 9.7.6.1 (requester
// PSN verification, implied NAK).
func (c *Conn) acknowledge(n uint32) bool {
	for n > 0 {
		if c.requester.head.Kind == Read {
			c.answerLost()
			return false
		}
		k := min(n, c.requester.head.state.packets-c.requester.acked)
		c.advance(k)
		n -= k
	}
	return true
}

// advance retires the next k packets of the oldest request; the last packet completes
// the request.
func (c *Conn) advance(k uint32) {
	c.requester.una = c.requester.una.Add(int(k))
	c.requester.acked += k
	c.progress()
	if c.requester.next.Before(c.requester.una) {
		c.rewind()
	}
	if c.requester.acked == c.requester.head.state.packets {
		c.complete(OK)
		c.completeLocal()
	}
}

// completeLocal completes the Binds and Invalidates that were carried out and waited
// for the requests before them.
func (c *Conn) completeLocal() {
	for r := c.first(); r != nil && r.Kind.Local() && r.state.started && r.state.failure == OK; r = c.first() {
		c.passProbe()
		c.complete(OK)
	}
}

func (c *Conn) complete(o Outcome) {
	if r := c.pop(); !c.isProbe(r) {
		c.host.Complete(r, o)
	}
	if o == OK && c.cfg.EarlySuccess {
		c.succeedEarly()
	}
}

// readResponse takes the next packet of a Read. Source: IBTA 9.7.6.1 (validating
// inbound response packets), 9.9.2 (requester error behavior).
func (c *Conn) readResponse(p *wire.Packet) {
	r := c.requester.head
	ends := c.requester.acked+1 == c.readEnd(r, c.requester.acked)
	if r.Kind != Read || p.Opcode.Ends() != ends {
		c.stats.Dropped++
		return
	}
	offset, n := c.segment(r.Length, c.requester.acked)
	if len(p.Payload) != int(n) {
		c.fail(LocalLength, Flushed)
		return
	}
	if n > 0 {
		if o := c.host.Scatter(r, offset, p.Payload); o != OK {
			c.fail(o, Flushed)
			return
		}
	}
	if ends {
		c.requester.readsSent--
	}
	c.advance(1)
}

// refused handles a NAK of the oldest packet, and drops reserved codes. Source: IBTA
// 9.7.5.2.8 (NAK codes), 9.9.2.
func (c *Conn) refused(code wire.NakCode) {
	switch code {
	case wire.PSNSequenceError:
		c.outOfStep()
	case wire.InvalidRequest:
		c.fail(RemoteInvalid, RemoteOperation)
	case wire.RemoteAccessError:
		c.fail(RemoteAccess, RemoteOperation)
	case wire.RemoteOperationalError:
		c.fail(RemoteOperation, RemoteOperation)
	default:
		c.stats.Dropped++
	}
}
