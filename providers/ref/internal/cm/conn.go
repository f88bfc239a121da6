package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Conn is one side of a connection. Its owner calls it from one goroutine at a
// time, with a now that does not go back.
type Conn struct {
	host   Host
	timing Timing
	state  State

	passive           bool
	localID, remoteID uint32
	transaction       uint64

	// While an answer is awaited (ReqSent, RepSent, DreqSent), last is sent again
	// at the deadline, retries more times, wait apart. In other states last is the
	// answer to what the peer sends again, or nil; in RepReceived, where the peer
	// may send its REP again, the deadline passes as often. In Established and
	// TimeWait there are retries if the peer may not send again soon.
	last     wire.CMMessage
	deadline Tick // 0: none
	wait     Tick
	retries  uint8
	// patient says that an MRA has asked the peer not to send again soon; over is when
	// TimeWait will end.
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

// RemoteID returns the peer's communication id, or 0 as long as it is not known.
func (c *Conn) RemoteID() uint32 { return c.remoteID }

// Req returns the request that the connection began with, not to be changed.
func (c *Conn) Req() *wire.REQ { return c.req }

// Rep returns the REP that was sent or received, or nil; not to be changed.
func (c *Conn) Rep() *wire.REP { return c.rep }

// Rej returns the REJ that the peer sent, or nil; not to be changed.
func (c *Conn) Rej() *wire.REJ { return c.rej }

// Deadline says when Tick is due; ok is false if nothing depends on time.
func (c *Conn) Deadline() (t Tick, ok bool) { return c.deadline, c.deadline != 0 }

// Tick lets time pass: what has not been answered is sent again, or given up.
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

// Receive takes a message of the peer, which belongs to the connection from then
// on. A message that is not for this connection, or for which its state has no use,
// is dropped.
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

// timeWait ends the connection. Until the peer has certainly lost its longestResponse and
// stopped sending, whatever it sends again is answered with last, if that is not
// nil. A process that got no processor for so long may have the peer in it, which
// could send nothing again either: then the connection waits anew.
func (c *Conn) timeWait(now Tick, last wire.CMMessage) {
	c.become(TimeWait)
	c.last, c.retries = last, 0
	c.over = now + span(c.timing.Service) + c.wholeWait()
	c.deadline = c.over
}

// insistence is how often the answer is sent again unasked to a peer that was told to be
// patient.
const insistence = 3

// insist makes what has just been sent be sent again, unasked, if the peer was told to be patient:
// the peer would ask by sending its own message again, which may be long after the answer was lost.
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

// wholeWait is how long a message is sent again before it is given up.
func (c *Conn) wholeWait() Tick { return c.wait * Tick(c.timing.Retries+1) }

// repeat answers what the peer has sent again.
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

// mra returns the answer of a side that waits for its client to what the peer sends
// again.
func (c *Conn) mra(of wire.MRAMessage) *wire.MRA {
	return &wire.MRA{
		TransactionID: c.transaction, LocalCommID: c.localID, RemoteCommID: c.remoteID,
		MessageMRAed: of, ServiceTimeout: c.timing.Service,
	}
}

// receiveMRA gives the peer the time that it asks for, and the retries back.
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
