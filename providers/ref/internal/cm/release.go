package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// End ends the connection for this side. Before Established it sends a REJ with
// privateData (12.6.7); afterwards a DREQ, and Released follows.
func (c *Conn) End(now Tick, privateData []byte) {
	switch c.state {
	case ReqSent:
		c.reject(now, wire.RejectTimeout, c.guid(), nil)
	case RepReceived, ReqReceived, RepSent:
		c.reject(now, wire.RejectConsumer, nil, privateData)
	case Established:
		c.become(DreqSent)
		c.request(now, &wire.DREQ{
			TransactionID: c.transaction, LocalCommID: c.localID, RemoteCommID: c.remoteID,
			RemoteQPN: c.remoteQPN(),
		})
	}
}

// Abort ends an established connection that the peer has forgotten: the peer has sent a
// new request from the same queue pair (12.4.1, 12.9.8.3.1).
func (c *Conn) Abort(now Tick) {
	if c.state == Established {
		c.End(now, nil)
		c.host.Event(c, Disconnected)
	}
}

// giveUp ends a connection whose peer is silent. During a handshake it sends a REJ, in
// case only the peer's messages are lost.
func (c *Conn) giveUp(now Tick) {
	if c.state == DreqSent {
		c.released(now)
		return
	}
	c.reject(now, wire.RejectTimeout, c.guid(), nil)
	c.host.Event(c, TimedOut)
}

func (c *Conn) released(now Tick) {
	c.timeWait(now, nil)
	c.host.Event(c, Released)
}

// receiveDREQ ends the connection for the peer. If the RTU is still missing, it was
// lost.
func (c *Conn) receiveDREQ(now Tick, m *wire.DREQ) {
	if !c.ours(m.RemoteCommID, m.LocalCommID) || m.RemoteQPN != c.localQPN() {
		return
	}
	c.CommunicationEstablished()
	switch c.state {
	case Established:
		c.timeWait(now, nil)
		c.host.Event(c, Disconnected)
	case DreqSent:
		c.released(now)
	case TimeWait:
	default:
		return
	}
	c.host.Send(c, drep(m))
}

// receiveDREP notes that the peer knows of the end.
func (c *Conn) receiveDREP(now Tick, m *wire.DREP) {
	if c.state == DreqSent && c.ours(m.RemoteCommID, m.LocalCommID) {
		c.released(now)
	}
}

func drep(m *wire.DREQ) *wire.DREP {
	return &wire.DREP{TransactionID: m.TransactionID, LocalCommID: m.RemoteCommID, RemoteCommID: m.LocalCommID}
}

func (c *Conn) localQPN() uint32 {
	if !c.passive {
		return c.req.LocalQPN
	}
	if c.rep != nil {
		return c.rep.LocalQPN
	}
	return 0
}

func (c *Conn) remoteQPN() uint32 {
	if c.passive {
		return c.req.LocalQPN
	}
	return c.rep.LocalQPN
}
