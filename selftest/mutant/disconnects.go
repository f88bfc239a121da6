package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// disconnects break how connections end.
func disconnects() []Mutant {
	return slices.Concat(ownDisconnects(), disconnectNotifications())
}

// ownDisconnects break what Disconnect does.
func ownDisconnects() []Mutant {
	onceOnly := keepingAt(calls.ConnectorDisconnect, func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
		if slices.ContainsFunc(calls.Others[*calls.Connector](c.Object), func(k *calls.Connector) bool { return gone.Get(&k.Object) }) {
			return nd2.ConnectionInvalid
		}
		gone.Set(c.Object, true)
		return c.Proceed()
	})
	return []Mutant{
		by("connector.disconnect.after-peer", "refused", "The side that was disconnected from can't disconnect.", onceOnly),
		by("connector.disconnect.simultaneous", "second-refused", "Of two sides that disconnect at once, the second is refused.", onceOnly),
		by("connector.disconnect.queue-pair-used-up", "again", "Connect of a queue pair that was disconnected succeeds.", unnoticed(calls.ConnectorConnect)),
	}
}

// disconnectNotifications break who is told that a connection has ended, and when.
func disconnectNotifications() []Mutant {
	return []Mutant{
		by("connector.notifydisconnect.late", "never", "A request made after the peer has disconnected is never completed.",
			at(calls.ConnectorNotifyDisconnect, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("connector.notifydisconnect.nd-canceled", "disconnects", "CancelOverlappedRequests ends the connection, too.",
			after(calls.CancelOverlappedRequests, func(c *calls.Call) {
				if k, ok := c.Self.(*calls.Connector); ok && k.QP() != nil {
					k.QP().Inner.Flush()
				}
			})),
		by("connector.notifydisconnect.nd-canceled", "success", "A request that is canceled says that the peer has disconnected.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.GetOverlappedResult && c.Shadow != nil && c.Shadow.Method == calls.ConnectorNotifyDisconnect && s == nd2.Canceled {
					return nd2.Success
				}
				return s
			})),
		by("connector.notifydisconnect.own-disconnect", "never", "A request in progress when its own side disconnects never ends.",
			before(calls.ConnectorDisconnect, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					if s.Method == calls.ConnectorNotifyDisconnect {
						s.Mute()
					}
				}
			})),
		by("connector.notifydisconnect.ends-once", "again", "A request that has ended when its own side disconnected is notified of again by CancelOverlappedRequests.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, s := range c.Notified() {
					if s.Method == calls.ConnectorNotifyDisconnect {
						deliver([]*calls.Shadow{s})
					}
				}
			})),
		by("connector.notifydisconnect.after-own-disconnect", "refused", "A request made after one's own Disconnect is refused, as if there had been no connection.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.ConnectorDisconnect:
					gone.Set(c.Object, true)
				case c.Method == calls.ConnectorNotifyDisconnect && gone.Get(c.Object):
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
		by("connector.notifydisconnect.released-queue-pair", "never", "Nobody is told that the peer has released its queue pair.",
			withoutDisconnect((*calls.Shadow).Mute)),
		by("connector.notifydisconnect.ended-by-error", "never", "Nobody is told that an error of the peer's has ended the connection.",
			withoutDisconnect((*calls.Shadow).Mute)),
		by("connector.notifydisconnect.ended-by-error", "canceled", "Who is told that an error of the peer's has ended the connection takes it for a cancellation.",
			withoutDisconnect(func(s *calls.Shadow) { s.Force(nd2.Canceled) })),
		by("connector.notifydisconnect.ended-by-error", "never-of-windows", "Nobody is told that a Bind or an Invalidate of the peer's that failed has ended the connection.",
			func() calls.Hooks {
				var posted calls.Record[bool]
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					switch {
					case c.Method == calls.QPBind, c.Method == calls.QPInvalidate:
						posted.Set(nil, true)
					case c.Method == calls.ConnectorDisconnect:
						posted.Set(nil, false)
					case c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorNotifyDisconnect && posted.Get(nil):
						c.Shadow.Mute()
					}
					return c.Proceed()
				}}
			}),
	}
}

// withoutDisconnect makes a defect of the notifications of NotifyDisconnect that come
// although nobody has disconnected.
func withoutDisconnect(do func(s *calls.Shadow)) defect {
	return func() calls.Hooks {
		var disconnected atomic.Bool
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Method == calls.ConnectorDisconnect {
				disconnected.Store(true)
			}
			if c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorNotifyDisconnect && !disconnected.Load() {
				do(c.Shadow)
			}
			return c.Proceed()
		}}
	}
}
