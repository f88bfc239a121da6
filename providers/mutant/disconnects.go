package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// disconnects break how connections end.
func disconnects() []Mutant {
	return slices.Concat(ownDisconnects(), disconnectNotifications())
}

// ownDisconnects break what Disconnect does.
func ownDisconnects() []Mutant {
	onceOnly := keepingAt(interpose.ConnectorDisconnect, func(c *interpose.Call, gone *interpose.Record[bool]) nd2.Status {
		if slices.ContainsFunc(interpose.Others[*interpose.Connector](c.Object), func(k *interpose.Connector) bool { return gone.Get(&k.Object) }) {
			return nd2.ConnectionInvalid
		}
		gone.Set(c.Object, true)
		return c.Proceed()
	})
	return []Mutant{
		by("connector.disconnect.after-peer", "refused", "The side that was disconnected from can't disconnect.", onceOnly),
		by("connector.disconnect.simultaneous", "second-refused", "Of two sides that disconnect at once, the second is refused.", onceOnly),
		by("connector.disconnect.queue-pair-used-up", "again", "Connect of a queue pair that was disconnected succeeds.", unnoticed(interpose.ConnectorConnect)),
	}
}

// disconnectNotifications break who is told that a connection has ended, and when.
func disconnectNotifications() []Mutant {
	return []Mutant{
		by("connector.notifydisconnect.late", "never", "A request made after the peer has disconnected is never completed.",
			at(interpose.ConnectorNotifyDisconnect, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("connector.notifydisconnect.nd-canceled", "disconnects", "CancelOverlappedRequests ends the connection, too.",
			after(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				if k, ok := c.Self.(*interpose.Connector); ok && k.QP() != nil {
					k.QP().Inner.Flush()
				}
			})),
		by("connector.notifydisconnect.nd-canceled", "success", "A request that is canceled says that the peer has disconnected.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == interpose.GetOverlappedResult && c.Shadow != nil && c.Shadow.Method == interpose.ConnectorNotifyDisconnect && s == nd2.Canceled {
					return nd2.Success
				}
				return s
			})),
		by("connector.notifydisconnect.own-disconnect", "never", "A request in progress when its own side disconnects never ends.",
			before(interpose.ConnectorDisconnect, func(c *interpose.Call) {
				for _, s := range c.Outstanding() {
					if s.Method == interpose.ConnectorNotifyDisconnect {
						s.Mute()
					}
				}
			})),
		by("connector.notifydisconnect.ends-once", "again", "A request that has ended when its own side disconnected is notified of again by CancelOverlappedRequests.",
			before(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				for _, s := range c.Notified() {
					if s.Method == interpose.ConnectorNotifyDisconnect {
						deliver([]*interpose.Shadow{s})
					}
				}
			})),
		by("connector.notifydisconnect.after-own-disconnect", "refused", "A request made after one's own Disconnect is refused, as if there had been no connection.",
			keeping(func(c *interpose.Call, gone *interpose.Record[bool]) nd2.Status {
				switch {
				case c.Method == interpose.ConnectorDisconnect:
					gone.Set(c.Object, true)
				case c.Method == interpose.ConnectorNotifyDisconnect && gone.Get(c.Object):
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
		by("connector.notifydisconnect.released-queue-pair", "never", "Nobody is told that the peer has released its queue pair.",
			withoutDisconnect((*interpose.Shadow).Mute)),
		by("connector.notifydisconnect.ended-by-error", "never", "Nobody is told that an error of the peer's has ended the connection.",
			withoutDisconnect((*interpose.Shadow).Mute)),
		by("connector.notifydisconnect.ended-by-error", "canceled", "Who is told that an error of the peer's has ended the connection takes it for a cancellation.",
			withoutDisconnect(func(s *interpose.Shadow) { s.Force(nd2.Canceled) })),
		by("connector.notifydisconnect.ended-by-error", "never-of-windows", "Nobody is told that a Bind or an Invalidate of the peer's that failed has ended the connection.",
			func() interpose.Hooks {
				var posted interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.QPBind, c.Method == interpose.QPInvalidate:
						posted.Set(nil, true)
					case c.Method == interpose.ConnectorDisconnect:
						posted.Set(nil, false)
					case c.Method == interpose.EventSet && c.Shadow.Method == interpose.ConnectorNotifyDisconnect && posted.Get(nil):
						c.Shadow.Mute()
					}
					return c.Proceed()
				}}
			}),
	}
}

// withoutDisconnect makes a defect of the notifications of NotifyDisconnect that come
// although nobody has disconnected.
func withoutDisconnect(do func(s *interpose.Shadow)) defect {
	return func() interpose.Hooks {
		var disconnected atomic.Bool
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if c.Method == interpose.ConnectorDisconnect {
				disconnected.Store(true)
			}
			if c.Method == interpose.EventSet && c.Shadow.Method == interpose.ConnectorNotifyDisconnect && !disconnected.Load() {
				do(c.Shadow)
			}
			return c.Proceed()
		}}
	}
}
