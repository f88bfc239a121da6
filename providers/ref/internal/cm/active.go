package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Dial is the active side. It sends req after filling in the communication id, the
// transaction and the timing; the connection owns req from then on. Replied, Refused or
// TimedOut follows.
func Dial(h Host, t Timing, now Tick, localID uint32, req *wire.REQ) *Conn {
	req.LocalCommID = localID
	req.TransactionID = uint64(localID)
	req.RemoteCMResponseTimeout, req.LocalCMResponseTimeout = t.Response, t.Response
	req.MaxCMRetries = t.Retries
	c := &Conn{
		host: h, timing: t, state: ReqSent, req: req, wait: span(t.Response),
		localID: localID, transaction: req.TransactionID,
	}
	c.request(now, req)
	return c
}

// receiveREP takes the peer's acceptance.
func (c *Conn) receiveREP(now Tick, m *wire.REP) {
	if c.passive || !c.ours(m.RemoteCommID, m.LocalCommID) {
		return
	}
	if c.state != ReqSent {
		c.repeatedREP(now, m)
		return
	}
	c.become(RepReceived)
	c.remoteID, c.rep = m.LocalCommID, m
	c.last = c.mra(wire.MRAOfREP)
	c.expectRepeat(now)
	c.host.Event(c, Replied)
}

// repeatedREP answers a REP again, since the peer has not got the answer.
func (c *Conn) repeatedREP(now Tick, m *wire.REP) {
	switch {
	case c.state == RepReceived:
		c.expectRepeat(now)
		c.repeat()
	case c.state == TimeWait && c.rep == nil: // given up before it came
		c.host.Send(c, Stray(m))
	default:
		c.repeat()
	}
}

// expectRepeat waits for a peer that waits for RTU and sends its REP again after each
// longestResponse. It waits twice as long, since a REP may be lost, in as many steps as
// a message is sent again: so a process without processor time still receives the REP
// before it gives up.
func (c *Conn) expectRepeat(now Tick) {
	c.retries, c.deadline = c.timing.Retries, now+2*span(c.timing.Service)+c.wait
}

// Complete establishes the connection that the peer has accepted, in RepReceived only.
// The RTU gets no answer: if it is lost, the peer sends its REP again, or takes the
// first packet for it.
func (c *Conn) Complete(now Tick) {
	if c.state != RepReceived {
		return
	}
	c.become(Established)
	c.last = &wire.RTU{TransactionID: c.transaction, LocalCommID: c.localID, RemoteCommID: c.remoteID}
	c.host.Send(c, c.last)
	c.insist(now)
}
