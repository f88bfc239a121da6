package cm

import (
	"encoding/binary"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// reject ends a handshake with a REJ, which is sent again whenever the peer
// sends again (12.6.7).
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

// rejected returns which message of the peer a REJ in this state answers.
func (c *Conn) rejected() wire.RejectedMessage {
	switch c.state {
	case ReqReceived:
		return wire.RejectedREQ
	case RepReceived:
		return wire.RejectedREP
	}
	return wire.RejectedOther
}

// guid returns the additional information of a REJ for a timeout: the sender's CA
// GUID, by which a peer finds the connection whose other id the sender never
// learned (12.6.7.2).
func (c *Conn) guid() []byte {
	guid := c.req.LocalCAGUID
	if c.passive {
		guid = c.rep.LocalCAGUID
	}
	return binary.BigEndian.AppendUint64(nil, guid)
}

// receiveREJ ends a handshake. It also ends an active side that has sent its
// RTU to a peer that had just given up waiting for it.
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

// rejectedBy reports whether m is for this connection. A peer that gives up its REQ
// may not know this side's id, and one that refuses a REQ out of hand has none of
// its own.
func (c *Conn) rejectedBy(m *wire.REJ) bool {
	if c.passive && m.RemoteCommID == 0 {
		return m.LocalCommID == c.remoteID
	}
	return c.ours(m.RemoteCommID, m.LocalCommID) || m.RemoteCommID == c.localID && m.LocalCommID == 0
}

// Stray returns the answer to a message that belongs to no connection, or nil: the
// REP to a forgotten request is rejected, and a DREQ is answered as if its
// connection were still known, so that the peer need not wait.
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

// Decline returns the refusal of a request for which no connection is begun. info
// is the additional information, at most ARISize bytes.
func Decline(m *wire.REQ, reason wire.RejectReason, info ...byte) *wire.REJ {
	rej := &wire.REJ{
		TransactionID: m.TransactionID, RemoteCommID: m.LocalCommID,
		MessageRejected: wire.RejectedREQ, Reason: reason,
	}
	rej.SetARI(info)
	return rej
}
