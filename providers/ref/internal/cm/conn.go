package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Conn is one side of a connection. Its owner makes one call at a time, with a now that never
// decreases.
type Conn struct {
	host   Host
	timing Timing
	state  State

	passive           bool
	localID, remoteID uint32
	transaction       uint64

	// In ReqSent, RepSent and DreqSent, last awaits an answer: it is sent again at the deadline,
	// retries more times, wait apart. In other states last is the answer to a repeated message, or
	// nil. In RepReceived the deadline passes as often, while the peer may send its REP again. In
	// Established and TimeWait, retries > 0 only if the peer was told to be patient. deadline is 0
	// in ReqReceived and Closed; retries <= timing.Retries or insistence.
	last     wire.CMMessage
	deadline Tick // 0: none
	wait     Tick
	retries  uint8
	// patient says that an MRA has told the peer to be patient; over is when TimeWait ends.
	patient bool
	over    Tick

	req *wire.REQ
	rep *wire.REP
	rej *wire.REJ
}

// State returns the current state.
func (c *Conn) State() State { return c.state }

// LocalID returns this side's communication id.
func (c *Conn) LocalID() uint32 { return c.localID }

// RemoteID returns the peer's communication id, or 0 while it is unknown.
func (c *Conn) RemoteID() uint32 { return c.remoteID }

// Req returns the connection's request; do not change it.
func (c *Conn) Req() *wire.REQ { return c.req }

// Rep returns the REP sent or received, or nil; do not change it.
func (c *Conn) Rep() *wire.REP { return c.rep }

// Rej returns the peer's REJ, or nil; do not change it.
func (c *Conn) Rej() *wire.REJ { return c.rej }

// Deadline returns when Tick is due; ok is false if nothing depends on time.
func (c *Conn) Deadline() (t Tick, ok bool) { return c.deadline, c.deadline != 0 }

// Tick lets time pass: it sends unanswered messages again, or gives up.
func (c *Conn) Tick(now Tick) {
	if c.deadline == 0 || now < c.deadline {
		return
	}
	switch c.state {
	case Established:
		c.insistAgain(now)
	case TimeWait:
		switch {
		case c.retries > 0:
			c.insistAgain(now)
		case c.last != nil && now > c.deadline+c.wait:
			c.over = now + c.wholeWait()
			c.deadline = c.over
		default:
			c.become(Closed)
			c.host.Event(c, Gone)
		}
	case RepReceived, ReqSent, RepSent, DreqSent:
		if c.retries == 0 {
			c.giveUp(now)
			return
		}
		c.retries--
		c.deadline = now + c.wait
		if c.state != RepReceived {
			c.host.Send(c, c.last)
		}
	}
}

// Receive takes a message of the peer's and owns it. It drops messages for other connections, and
// those for which its state has no use.
func (c *Conn) Receive(now Tick, m wire.CMMessage) {
	switch m := m.(type) {
	case *wire.REQ:
		c.receiveREQ(m)
	case *wire.MRA:
		c.receiveMRA(now, m)
	case *wire.REP:
		c.receiveREP(now, m)
	case *wire.RTU:
		c.receiveRTU(m)
	case *wire.REJ:
		c.receiveREJ(now, m)
	case *wire.DREQ:
		c.receiveDREQ(now, m)
	case *wire.DREP:
		c.receiveDREP(now, m)
	}
}

func (c *Conn) become(s State) {
	c.state, c.deadline, c.last = s, 0, nil
}

// request sends m and waits for an answer to it.
func (c *Conn) request(now Tick, m wire.CMMessage) {
	c.last, c.retries, c.deadline = m, c.timing.Retries, now+c.wait
	c.host.Send(c, m)
}

// timeWait ends the connection. Until the peer must have given up, it answers repeated messages
// with last, if that is not nil. After a time without processor it waits anew: the peer may have
// been in the same process, and have sent nothing either.
func (c *Conn) timeWait(now Tick, last wire.CMMessage) {
	c.become(TimeWait)
	c.last, c.retries = last, 0
	c.over = now + span(c.timing.Service) + c.wholeWait()
	c.deadline = c.over
}

// insistence is how often the answer to a patient peer is repeated unasked.
const insistence = 3

// insist repeats the last answer unasked if the peer was told to be patient: the peer would repeat
// its message, and so ask for the answer, only long after the answer was lost.
func (c *Conn) insist(now Tick) {
	if c.patient {
		c.retries, c.deadline = insistence, now+c.wait
	}
}

func (c *Conn) insistAgain(now Tick) {
	c.retries--
	c.deadline = now + c.wait
	if c.retries == 0 {
		c.deadline = c.over
	}
	c.host.Send(c, c.last)
}

// wholeWait is how long a message is repeated before it is given up.
func (c *Conn) wholeWait() Tick { return c.wait * Tick(c.timing.Retries+1) }

// repeat answers a repeated message.
func (c *Conn) repeat() {
	if c.last != nil && c.state != ReqSent && c.state != DreqSent {
		_, c.patient = c.last.(*wire.MRA)
		c.host.Send(c, c.last)
	}
}

// ours reports whether a message with these ids is for this connection.
func (c *Conn) ours(local, remote uint32) bool {
	return local == c.localID && (remote == c.remoteID || c.remoteID == 0)
}

// mra answers a repeated message while this side waits for its client.
func (c *Conn) mra(of wire.MRAMessage) *wire.MRA {
	return &wire.MRA{
		TransactionID: c.transaction, LocalCommID: c.localID, RemoteCommID: c.remoteID,
		MessageMRAed: of, ServiceTimeout: c.timing.Service,
	}
}

// receiveMRA gives the peer the time that it asks for, and restores the retries.
func (c *Conn) receiveMRA(now Tick, m *wire.MRA) {
	if !c.ours(m.RemoteCommID, m.LocalCommID) {
		return
	}
	if c.state == ReqSent && m.MessageMRAed == wire.MRAOfREQ || c.state == RepSent && m.MessageMRAed == wire.MRAOfREP {
		c.remoteID = m.LocalCommID
		c.retries = c.timing.Retries
		c.deadline = now + span(m.ServiceTimeout) + c.wait
	}
}
