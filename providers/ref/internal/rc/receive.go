package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// takeReceive takes the Receive that a new Send fills.
func (c *Conn) takeReceive() bool {
	c.responder.receive, c.responder.filled = c.host.TakeReceive(), 0
	return c.responder.receive != nil
}

// receiveSend puts a packet of a Send into the Receive. Source: IBTA 9.4.1 (SEND),
// 9.7.4.1 (length validation), 9.9.3 (responder error behavior).
func (c *Conn) receiveSend(p *wire.Packet) Outcome {
	n := uint32(len(p.Payload))
	if n > c.responder.receive.Length-c.responder.filled {
		c.giveBack(LocalLength)
		return LocalLength
	}
	if n > 0 {
		if o := c.host.Fill(c.responder.receive, c.responder.filled, p.Payload); o != OK {
			c.giveBack(o)
			return o
		}
	}
	c.responder.filled += n
	if !p.Opcode.Ends() {
		c.responder.message = sending
		return OK
	}
	c.responder.message = none
	if p.Opcode.HasIETH() {
		if o := c.host.InvalidateWindow(p.InvalidateKey); o != OK {
			return o
		}
	}
	c.carriedOut()
	v := c.responder.receive
	c.responder.receive = nil
	c.host.Received(v, c.responder.filled, p.Solicited, OK)
	return OK
}

// giveBack returns the Receive in progress, if any, to the host with an error.
func (c *Conn) giveBack(o Outcome) {
	if v := c.responder.receive; v != nil {
		c.responder.receive = nil
		c.host.Received(v, c.responder.filled, false, o)
	}
}

// receiveWrite stores a packet of a Write. The first packet checks all of the memory,
// so a Write that does not fit stores nothing. Source: IBTA 9.4.3 (RDMA WRITE), 9.7.4.1
// (remote access validation).
func (c *Conn) receiveWrite(p *wire.Packet) Outcome {
	t := &c.responder.target
	if p.Opcode.Begins() {
		if o := c.check(&p.RETH, true); o != OK {
			return o
		}
		*t = p.RETH
	}
	n := uint32(len(p.Payload))
	if n > t.DMALength || p.Opcode.Ends() != (n == t.DMALength) {
		return RemoteInvalid
	}
	if n > 0 {
		if o := c.host.Store(t.RKey, t.VirtualAddress, p.Payload); o != OK {
			return o
		}
	}
	t.VirtualAddress += uint64(n)
	t.DMALength -= n
	if !p.Opcode.Ends() {
		c.responder.message = writing
		return OK
	}
	c.responder.message = none
	c.carriedOut()
	return OK
}

// check asks whether the peer may access the memory; an empty range is always allowed.
func (c *Conn) check(t *wire.RETH, write bool) Outcome {
	switch {
	case t.DMALength > maxMessage:
		return RemoteInvalid
	case t.DMALength == 0:
		return OK
	}
	return c.host.Check(t.RKey, t.VirtualAddress, t.DMALength, write)
}
