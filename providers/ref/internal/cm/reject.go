package cm

import (
	"encoding/binary"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// reject ends a handshake with a REJ, and repeats it for each repeated message
// (12.6.7).
func (c *Conn) reject(now Tick, reason wire.RejectReason, info, privateData []byte) {
	m := &wire.REJ{
		TransactionID: c.transaction, LocalCommID: c.localID, RemoteCommID: c.remoteID,
		MessageRejected: c.rejected(), Reason: reason,
	}
	m.SetARI(info)
	copy(m.PrivateData[:], privateData)
	c.timeWait(now, m)
	c.host.Send(c, m)
	c.insist(now)
}

// rejected returns the peer's message that a REJ in this state answers.
func (c *Conn) rejected() wire.RejectedMessage {
	switch c.state {
	case ReqReceived:
		return wire.RejectedREQ
	case RepReceived:
		return wire.RejectedREP
	}
	return wire.RejectedOther
}

// guid returns a timeout REJ's additional information: the sender's CA GUID, by which a
// peer finds the connection if the sender never learned the peer's id (12.6.7.2).
func (c *Conn) guid() []byte {
	guid := c.req.LocalCAGUID
	if c.passive {
		guid = c.rep.LocalCAGUID
	}
	return binary.BigEndian.AppendUint64(nil, guid)
}

// receiveREJ ends a handshake. It also ends an active side whose RTU has crossed the
// peer's REJ.
func (c *Conn) receiveREJ(now Tick, m *wire.REJ) {
	if !c.rejectedBy(m) {
		return
	}
	switch c.state {
	case ReqSent, RepReceived, ReqReceived, RepSent:
		c.rej = m
		c.timeWait(now, nil)
		c.host.Event(c, Refused)
	case Established:
		if !c.passive {
			c.timeWait(now, nil)
			c.host.Event(c, Disconnected)
		}
	case DreqSent:
		c.released(now)
	}
}

// rejectedBy reports whether m is for this connection. A peer that gives up its REQ may
// not know this side's id; a peer that refuses a REQ at once has no id.
func (c *Conn) rejectedBy(m *wire.REJ) bool {
	if c.passive && m.RemoteCommID == 0 {
		return m.LocalCommID == c.remoteID
	}
	return c.ours(m.RemoteCommID, m.LocalCommID) || m.RemoteCommID == c.localID && m.LocalCommID == 0
}

// Stray answers a message without a connection, or returns nil. It rejects the REP to a
// forgotten request, and answers a DREQ as if its connection were known, so that the
// peer need not wait.
func Stray(m wire.CMMessage) wire.CMMessage {
	switch m := m.(type) {
	case *wire.REP:
		return &wire.REJ{
			TransactionID: m.TransactionID, LocalCommID: m.RemoteCommID, RemoteCommID: m.LocalCommID,
			MessageRejected: wire.RejectedREP, Reason: wire.RejectInvalidCommID,
		}
	case *wire.DREQ:
		return drep(m)
	}
	return nil
}

// Decline returns the refusal of a request before a connection is made. info is the
// additional information, at most ARISize bytes.
func Decline(m *wire.REQ, reason wire.RejectReason, info ...byte) *wire.REJ {
	rej := &wire.REJ{
		TransactionID: m.TransactionID, RemoteCommID: m.LocalCommID,
		MessageRejected: wire.RejectedREQ, Reason: reason,
	}
	rej.SetARI(info)
	return rej
}
