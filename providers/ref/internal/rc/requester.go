package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// requestState is the connection's part of a Request.
type requestState struct {
	after *Request
	// packets is how many PSNs the request takes: 0 for Bind and Invalidate.
	packets uint32
	started bool
	// turned says that the request had its turn, succeeded that the host was told of
	// its success.
	turned, succeeded bool
	// failure is the request's outcome once all before it have completed.
	failure Outcome
}

// A requester is the initiator queue and its place in the sequence of PSNs:
//
//	       head                      turn
//	        │                         │
//	───┬────┴────┬─────────┬──────────┴──────┬────────►  requests
//	   │    ▲    │         │          ▲      │
//	   │  acked  │         │        sent     │           packets within a request
//	        │                         │            │
//	        una ◄──── the window ───► next         end   PSNs
//
// A retry moves turn, sent and next back to head, acked and una; end stays.
//
// una <= next <= end <= una + Window, modulo 2^24; all three are equal while nothing is
// queued.
type requester struct {
	head, tail *Request // posted and not completed; both nil if there are none
	turn       *Request // the request to transmit from; nil if none; never before head
	acked      uint32   // acknowledged packets of head; <= head's packets
	sent       uint32   // transmitted packets of turn; < turn's packets, or 0 for a local request

	una  wire.PSN // the oldest unacknowledged packet
	next wire.PSN // the next packet to transmit
	end  wire.PSN // one past the latest packet ever transmitted

	// readSpan limits the packets that one Read request packet asks for.
	readSpan uint32
	// ackEvery is after how many packets an acknowledge request is due, and sinceAckReq
	// counts towards it. sinceAckReq < ackEvery between two packets.
	ackEvery, sinceAckReq int
	// readsOpen counts the Reads started and not completed. readsSent counts the Read
	// request packets between una and next without a full answer; readsSent <= max(1,
	// ReadsOut).
	readsOpen, readsSent int

	retry retry
}

func (q *requester) init(c *Config) {
	q.una, q.next, q.end = c.SendPSN, c.SendPSN, c.SendPSN
	q.ackEvery = max(1, c.Window/4)
	q.readSpan = uint32(c.Window+1) / 2
	q.retry.reset(c)
}

// Local reports whether a request sends nothing to the peer.
func (k Kind) Local() bool { return k == Bind || k == Invalidate }

func (c *Conn) push(r *Request) {
	r.state = requestState{}
	if !r.Kind.Local() {
		r.state.packets = packetsFor(r.Length, c.cfg.MTU)
	}
	if c.requester.tail == nil {
		c.requester.head = r
	} else {
		c.requester.tail.state.after = r
	}
	c.requester.tail = r
	if c.requester.turn == nil {
		c.requester.turn, c.requester.sent = r, 0
	}
}

// pop removes the oldest request from the queue; the host owns it from then on.
func (c *Conn) pop() *Request {
	r := c.requester.head
	c.requester.head, c.requester.acked = r.state.after, 0
	if c.requester.head == nil {
		c.requester.tail = nil
	}
	if c.requester.turn == r {
		c.requester.turn, c.requester.sent = c.requester.head, 0
	}
	if r.Kind == Read && r.state.started {
		c.requester.readsOpen--
	}
	r.state = requestState{}
	return r
}

// rewind makes the oldest unacknowledged packet the next to transmit.
func (c *Conn) rewind() {
	c.requester.turn, c.requester.sent, c.requester.next = c.requester.head, c.requester.acked, c.requester.una
	c.requester.readsSent = 0
}

// transmit takes requests in turn, as far as the window, fences and the Read limit
// allow. Source: IBTA 9.7.3 (requester: generating request packets).
func (c *Conn) transmit() {
	for c.state == Connected && c.requester.turn != nil && !c.requester.retry.rnrTimer.armed && c.step() {
	}
}

// step transmits one packet, or carries out a local request, and reports whether there
// may be more.
func (c *Conn) step() bool {
	r := c.requester.turn
	if r.state.failure == OK {
		if !c.mayProceed(r) {
			return false
		}
		c.start(r)
	}
	switch {
	case r.state.failure != OK:
		return c.failInTurn(r)
	case r.Kind.Local():
		c.endTurn()
		c.completeLocal()
	case r.Kind == Read:
		c.transmitRead(r)
	default:
		c.transmitData(r)
	}
	return true
}

// mayProceed reports whether the next packet of r may be transmitted now.
func (c *Conn) mayProceed(r *Request) bool {
	if c.cfg.AwaitPeer && !c.heard && !r.Kind.Local() {
		return false
	}
	if r.Fence && !r.state.started && c.requester.readsOpen > 0 {
		return false
	}
	if r.Kind == Read && c.requester.readsSent >= max(1, c.cfg.ReadsOut) {
		return false
	}
	return int(c.requester.next.Sub(c.requester.una))+int(c.span(r)) <= c.cfg.Window
}

// span returns how many PSNs r's next packet takes.
func (c *Conn) span(r *Request) uint32 {
	switch {
	case r.Kind.Local():
		return 0
	case r.Kind == Read:
		return c.readEnd(r, c.requester.sent) - c.requester.sent
	}
	return 1
}

// start makes the host start r on its first turn.
func (c *Conn) start(r *Request) {
	if r.state.started {
		return
	}
	r.state.started = true
	if r.Kind == Read {
		c.requester.readsOpen++
	}
	if !c.isProbe(r) {
		r.state.failure = c.host.Start(r)
	}
	tooLong := !r.Kind.Local() && r.Length > maxMessage
	noReads := r.Kind == Read && c.cfg.ReadsOut == 0
	if r.state.failure == OK && (tooLong || noReads) {
		r.state.failure = LocalOperation
	}
}

func (c *Conn) endTurn() {
	r := c.requester.turn
	r.state.turned = true
	c.requester.turn, c.requester.sent = r.state.after, 0
	if c.cfg.EarlySuccess {
		c.succeedEarly()
	}
}

// failInTurn ends the connection with r's failure once every earlier request has
// completed. Source: IBTA chapter 10 (order of completion), 9.9.2.
func (c *Conn) failInTurn(r *Request) bool {
	if r == c.first() {
		c.fail(r.state.failure, Flushed)
	}
	return false
}
