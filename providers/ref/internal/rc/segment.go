package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// place is a packet's place in its message.
type place uint8

const (
	middle place = iota
	first
	last
	only = first | last
)

func placeOf(begins, ends bool) (p place) {
	if begins {
		p |= first
	}
	if ends {
		p |= last
	}
	return p
}

// The opcodes by place. Source: IBTA 9.7.3 (requester: generating opcodes),
// 9.7.5.1 (responder side behavior).
var (
	sendOpcodes           = [4]wire.Opcode{wire.SendMiddle, wire.SendFirst, wire.SendLast, wire.SendOnly}
	sendInvalidateOpcodes = [4]wire.Opcode{
		wire.SendMiddle, wire.SendFirst, wire.SendLastInvalidate,
		wire.SendOnlyInvalidate,
	}
	writeOpcodes        = [4]wire.Opcode{wire.WriteMiddle, wire.WriteFirst, wire.WriteLast, wire.WriteOnly}
	readResponseOpcodes = [4]wire.Opcode{
		wire.ReadResponseMiddle, wire.ReadResponseFirst, wire.ReadResponseLast,
		wire.ReadResponseOnly,
	}
)

// transmitData transmits the next packet of a Send or Write.
func (c *Conn) transmitData(r *Request) {
	offset, n := c.segment(r.Length, c.requester.sent)
	if !c.gather(r, offset, n) {
		return
	}
	ends := c.requester.sent+1 == r.state.packets
	at, p := placeOf(c.requester.sent == 0, ends), c.out
	switch r.Kind {
	case Write:
		p.Opcode = writeOpcodes[at]
		p.RETH = wire.RETH{VirtualAddress: r.RemoteAddress, RKey: r.RemoteKey, DMALength: r.Length}
	case SendInvalidate:
		p.Opcode = sendInvalidateOpcodes[at]
		p.InvalidateKey = r.InvalidateKey
	default:
		p.Opcode = sendOpcodes[at]
	}
	c.requester.sinceAckReq++
	p.AckReq = ends || c.requester.sinceAckReq >= c.requester.ackEvery
	if p.AckReq {
		c.requester.sinceAckReq = 0
	}
	p.Solicited = r.Solicited && ends && r.Kind != Write
	c.transmitRequest(r, 1)
}

// transmitRead transmits a Read request for all remaining packets, or for half the
// window: then the responder can't overrun this side, and both halves are used. A
// retransmitted request asks for the rest of what it asked for before. Source: IBTA
// 9.7.3, 9.4.4.
func (c *Conn) transmitRead(r *Request) {
	offset, _ := c.segment(r.Length, c.requester.sent)
	span := c.span(r)
	p := c.out
	p.Opcode = wire.ReadRequest
	p.RETH = wire.RETH{
		VirtualAddress: r.RemoteAddress + uint64(offset),
		RKey:           r.RemoteKey,
		DMALength:      min(r.Length-offset, span*uint32(c.cfg.MTU)),
	}
	p.AckReq, p.Solicited, p.Payload = false, false, nil
	c.requester.readsSent++
	c.transmitRequest(r, span)
}

// segment returns the part of a message in its i-th packet.
func (c *Conn) segment(length, i uint32) (offset, n uint32) {
	offset = i * uint32(c.cfg.MTU)
	return offset, min(length-offset, uint32(c.cfg.MTU))
}

// readEnd returns the end of the request that asks for a Read's i-th packet.
func (c *Conn) readEnd(r *Request, i uint32) uint32 {
	return min(r.state.packets, (i/c.requester.readSpan+1)*c.requester.readSpan)
}

// gather makes n bytes of r the payload, and reports success.
func (c *Conn) gather(r *Request, offset, n uint32) bool {
	c.out.Payload = nil
	if n > 0 {
		c.out.Payload, r.state.failure = c.host.Gather(r, offset, n)
	}
	return r.state.failure == OK
}

// transmitRequest transmits the packet made from r, and takes its PSNs.
func (c *Conn) transmitRequest(r *Request, span uint32) {
	c.out.PSN = c.requester.next
	if c.requester.next != c.requester.end {
		c.stats.Resent++
	}
	c.requester.next = c.requester.next.Add(int(span))
	if c.requester.next.After(c.requester.end) {
		c.requester.end = c.requester.next
	}
	c.requester.sent += span
	if c.requester.sent == r.state.packets {
		c.endTurn()
	}
	if !c.requester.retry.ackTimer.armed {
		c.armAckTimer()
	}
	c.send()
}

func (c *Conn) send() {
	c.stats.Sent++
	p := c.out
	p.PKey, p.DestQP = wire.DefaultPKey, c.cfg.RemoteQPN
	p.MigReq = true // path migration is in its initial state: IBTA chapter 17
	c.host.Transmit(p)
}
