package rc

import (
	"slices"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A readAnswer is the rest of the answer to a Read.
type readAnswer struct {
	psn  wire.PSN // of the next packet
	end  wire.PSN // one past the last
	rest wire.RETH
	msn  uint32
	// begun says that its first packet was transmitted.
	begun bool
	// again says that the Read was answered before: the requester may not need it any
	// more, and the memory may not allow it any more.
	again bool
}

// burst limits the answer packets of one call.
const burst = 64

func (c *Conn) newAnswer(p *wire.Packet, again bool) readAnswer {
	n := packetsFor(p.DMALength, c.cfg.MTU)
	return readAnswer{psn: p.PSN, end: p.PSN.Add(int(n)), rest: p.RETH, msn: c.responder.msn, again: again}
}

// receiveRead queues the answer to a Read; at most ReadsIn may be in progress. Source:
// IBTA 9.4.4 (RDMA READ), 9.7.4.1 (too many RDMA READ requests).
func (c *Conn) receiveRead(p *wire.Packet) (span int, o Outcome) {
	if c.responder.fresh >= c.cfg.ReadsIn {
		return 0, RemoteInvalid
	}
	if o := c.check(&p.RETH, false); o != OK {
		return 0, o
	}
	c.carriedOut()
	c.responder.reads = append(c.responder.reads, c.newAnswer(p, false))
	c.responder.fresh++
	return int(packetsFor(p.DMALength, c.cfg.MTU)), OK
}

// readAgain queues the answer to a duplicate Read in order of PSN. If the answer is
// under way, it starts again where the duplicate asks. A Read that the peer may not
// make any more, or never sent, is dropped. Source: IBTA 9.7.5.1 (duplicate requests).
func (c *Conn) readAgain(p *wire.Packet) {
	a := c.newAnswer(p, true)
	if p.DMALength > maxMessage || a.end.After(c.responder.expected) || c.check(&p.RETH, false) != OK {
		c.stats.Dropped++
		return
	}
	i := 0
	for i < len(c.responder.reads) && !c.responder.reads[i].end.After(a.psn) {
		i++
	}
	if i < len(c.responder.reads) && c.responder.reads[i].end == a.end {
		c.startAgain(&c.responder.reads[i], a)
		return
	}
	overlaps := i < len(c.responder.reads) && a.end.After(c.responder.reads[i].psn)
	if overlaps || len(c.responder.reads)-c.responder.fresh >= c.cfg.ReadsIn {
		c.stats.Dropped++
		return
	}
	c.responder.reads = slices.Insert(c.responder.reads, i, a)
}

// startAgain moves the answer under way back to the start of a duplicate, if it is past
// that.
func (c *Conn) startAgain(under *readAnswer, a readAnswer) {
	if a.psn.Before(under.psn) {
		a.again, a.msn = under.again, under.msn
		*under = a
	}
}

// answer transmits the next packet of the first answer. Source: IBTA 9.7.5.1
// (responder side behavior: RDMA READ responses).
func (c *Conn) answer() {
	a, p := &c.responder.reads[0], c.out
	n := min(a.rest.DMALength, uint32(c.cfg.MTU))
	p.Payload = nil
	if n > 0 {
		var o Outcome
		p.Payload, o = c.host.Load(a.rest.RKey, a.rest.VirtualAddress, n)
		if o != OK {
			c.unanswerable(o)
			return
		}
	}
	ends := n == a.rest.DMALength
	p.Opcode = readResponseOpcodes[placeOf(!a.begun, ends)]
	p.PSN, p.AckReq, p.Solicited = a.psn, false, false
	p.AETH = wire.AETH{Syndrome: wire.Ack(wire.NoCredits), MSN: a.msn}
	a.begun = true
	a.psn = a.psn.Add(1)
	a.rest.VirtualAddress += uint64(n)
	a.rest.DMALength -= n
	if ends {
		c.answered()
	}
	c.send()
}

// unanswerable gives up the first answer, since its memory is gone.
func (c *Conn) unanswerable(o Outcome) {
	if c.responder.reads[0].again {
		c.stats.Dropped++
		c.answered()
		return
	}
	c.reject(c.responder.reads[0].psn, o)
	c.responder.reads, c.responder.fresh = c.responder.reads[:0], 0
}

// answered removes the first answer from the queue.
func (c *Conn) answered() {
	if !c.responder.reads[0].again {
		c.responder.fresh--
	}
	c.responder.reads = slices.Delete(c.responder.reads, 0, 1)
}
