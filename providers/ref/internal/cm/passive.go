package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// Answer returns the passive side of a connection for the peer's req, and owns req.
// Accept or End follows, unless the peer gives up first: then Refused.
func Answer(h Host, t Timing, localID uint32, req *wire.REQ) *Conn {
	t.Retries = req.MaxCMRetries
	c := &Conn{
		host: h, timing: t, state: ReqReceived, passive: true, req: req,
		wait:    span(min(req.LocalCMResponseTimeout, longestResponse)),
		localID: localID, remoteID: req.LocalCommID, transaction: req.TransactionID,
	}
	c.last = c.mra(wire.MRAOfREQ)
	return c
}

// receiveREQ takes the connection's request when it is repeated.
func (c *Conn) receiveREQ(m *wire.REQ) {
	if c.passive && m.LocalCommID == c.remoteID {
		c.repeat()
	}
}

// Accept answers the request with rep, in ReqReceived only. It fills in the
// communication ids and the transaction; the connection owns rep from then on. Opened,
// TimedOut or Refused follows.
func (c *Conn) Accept(now Tick, rep *wire.REP) {
	if c.state != ReqReceived {
		return
	}
	rep.LocalCommID, rep.RemoteCommID, rep.TransactionID = c.localID, c.remoteID, c.transaction
	c.rep = rep
	c.become(RepSent)
	c.request(now, rep)
}

// receiveRTU establishes the connection, or is told that it comes too late.
func (c *Conn) receiveRTU(m *wire.RTU) {
	if !c.passive || !c.ours(m.RemoteCommID, m.LocalCommID) {
		return
	}
	c.CommunicationEstablished()
	c.repeat()
}

// CommunicationEstablished says that the peer's first packet has reached the queue
// pair, which counts as its RTU.
func (c *Conn) CommunicationEstablished() {
	if c.state == RepSent {
		c.become(Established)
		c.host.Event(c, Opened)
	}
}
