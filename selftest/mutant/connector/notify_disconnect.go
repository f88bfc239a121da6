package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var ownDisconnects = []Mutant{
	New("connector.notifydisconnect.after-own-disconnect/refused",
		"A request made after one's own Disconnect is refused, as if there had been no connection.",
		Since(On(calls.ConnectorDisconnect), On(calls.ConnectorNotifyDisconnect), Say(nd2.ConnectionInvalid))),
	New("connector.notifydisconnect.canceled-only-by-cancel/by-disconnect",
		"Disconnect cancels its connector's NotifyDisconnect.", Before(calls.ConnectorDisconnect, func(c *calls.Call) {
			End(Outstanding(c.Object, calls.ConnectorNotifyDisconnect), nd2.Canceled)
		})),
	New("connector.notifydisconnect.canceled-only-by-cancel/passive",
		"Disconnect by the side that was connected to cancels its NotifyDisconnect.",
		Before(calls.ConnectorDisconnect, func(c *calls.Call) {
			if !calling(c) {
				End(Outstanding(c.Object, calls.ConnectorNotifyDisconnect), nd2.Canceled)
			}
		})),
}

var endedConnections = []Mutant{
	New("connector.notifydisconnect.ended-by-error/never",
		"NotifyDisconnect never ends when an error at the peer ends the connection.",
		withoutDisconnect((*calls.ProxyOverlapped).Mute)),
	New("connector.notifydisconnect.ended-by-error/passive",
		"NotifyDisconnect never ends when an error at the passive side ends the connection.",
		withoutDisconnect(muteOnActiveSide)),
	New("connector.notifydisconnect.ended-by-error/never-of-windows",
		"NotifyDisconnect never ends when a failed Bind or Invalidate at the peer ends the connection.",
		Recording(func(c *calls.Call, posted *calls.Record[bool]) nd2.Status { // the call itself may end the connection
			switch {
			case c.Method == calls.QPBind, c.Method == calls.QPInvalidate:
				posted.Set(nil, true)
			case c.Method == calls.ConnectorDisconnect:
				posted.Set(nil, false)
			case tellsOfDisconnect(c) && posted.Get(nil):
				c.Proxy.Mute()
			}
			return c.Proceed()
		})),
	New("connector.notifydisconnect.ends-once/again",
		"CancelOverlappedRequests notifies again of a NotifyDisconnect that its own side's Disconnect has ended.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			for _, s := range c.Notified() {
				if s.Method == calls.ConnectorNotifyDisconnect {
					Deliver([]*calls.ProxyOverlapped{s})
				}
			}
		})),
}

var notifyDisconnect = []Mutant{
	New("connector.notifydisconnect.late/never", "A request made after the peer has disconnected is never completed.",
		LeavingPending(calls.ConnectorNotifyDisconnect)),
	New("connector.notifydisconnect.nd-canceled/active-only",
		"CancelOverlappedRequests leaves a NotifyDisconnect of the side that was connected to.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			k, ok := c.Self.(*calls.Connector)
			if !ok || k.Active() {
				return
			}
			Mute(Outstanding(c.Object, calls.ConnectorNotifyDisconnect))
		})),
	New("connector.notifydisconnect.nd-canceled/disconnects", "CancelOverlappedRequests ends the connection, too.",
		After(calls.CancelOverlappedRequests, func(c *calls.Call) {
			if k, ok := c.Self.(*calls.Connector); ok && k.QP() != nil {
				k.QP().Inner.Flush()
			}
		})),
	New("connector.notifydisconnect.nd-canceled/success",
		"A request that is canceled says that the peer has disconnected.", OnCall(func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.GetOverlappedResult && s == nd2.Canceled &&
				c.Proxy != nil && c.Proxy.Method == calls.ConnectorNotifyDisconnect {
				return nd2.Success
			}
			return s
		})),
	New("connector.notifydisconnect.nd-success/first-only", "Only the first of several NotifyDisconnects is completed.",
		When(Where(tellsOfDisconnect), First(func(c *calls.Call) { MuteOthers(c, calls.ConnectorNotifyDisconnect) }))),
	New("connector.notifydisconnect.own-disconnect/never",
		"A request in progress when its own side disconnects never ends.",
		Before(calls.ConnectorDisconnect, func(c *calls.Call) {
			Mute(Outstanding(c.Object, calls.ConnectorNotifyDisconnect))
		})),
	New("connector.notifydisconnect.abandoned-accept/never",
		"NotifyDisconnect never ends when the peer has canceled its Accept.",
		withoutDisconnect((*calls.ProxyOverlapped).Mute)),
	New("connector.notifydisconnect.released-queue-pair/flushed",
		"NotifyDisconnect never ends when the peer releases a queue pair that it has flushed.",
		Since(On(calls.QPFlush), releasedConnected, First(keepBoth))),
	New("connector.notifydisconnect.released-queue-pair/never",
		"NotifyDisconnect never ends when the peer releases its queue pair.",
		withoutDisconnect((*calls.ProxyOverlapped).Mute)),
	New("connector.notifydisconnect.released-queue-pair/passive",
		"NotifyDisconnect never ends when the passive side releases its queue pair.", withoutDisconnect(muteOnActiveSide)),
	New("connector.notifydisconnect.released-queue-pair/receives-posted",
		"NotifyDisconnect never ends when the peer releases a queue pair to which Receives were posted.",
		AfterMany(2, On(calls.QPReceive), releasedConnected, First(keepBoth))),
}

// withoutDisconnect makes a defect of the notifications of NotifyDisconnect that come
// although nobody has disconnected.
func withoutDisconnect(do func(s *calls.ProxyOverlapped)) Defect {
	return Until(On(calls.ConnectorDisconnect).Anywhere(), Where(tellsOfDisconnect).Anywhere(),
		First(func(c *calls.Call) { do(c.Proxy) }))
}

// muteOnActiveSide drops the notification of a request of the active side's.
func muteOnActiveSide(s *calls.ProxyOverlapped) {
	if k, ok := s.Object.Self.(*calls.Connector); ok && k.Active() {
		s.Mute()
	}
}

// beforeEstablished are mutants of a request that is made while the connection is being established.
func beforeEstablished() []Mutant {
	const rule = "connector.notifydisconnect.not-before-established"
	return []Mutant{
		New(rule+"/active-side", "NotifyDisconnect succeeds at once after the peer's Accept.",
			Between(Ended(calls.ConnectorConnect, nd2.Success), On(calls.ConnectorCompleteConnect),
				On(calls.ConnectorNotifyDisconnect), Nothing)),
		New(rule+"/passive-side", "NotifyDisconnect succeeds at once while its side's Accept pends.",
			Between(On(calls.ConnectorAccept), Ended(calls.ConnectorAccept, nd2.Success),
				On(calls.ConnectorNotifyDisconnect), Nothing)),
	}
}
