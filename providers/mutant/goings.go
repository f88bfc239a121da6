package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// goings break how connections end.
func goings() []Mutant {
	onceOnly := func() defect {
		var gone record[bool]
		return defect{call: only(disconnect, func(c *call) nd2.Status {
			if slices.ContainsFunc(others[*connector](c.world, c.object), func(k *connector) bool { return gone.get(k.base()) }) {
				return nd2.ConnectionInvalid
			}
			gone.set(c.object, true)
			return c.proceed()
		})}
	}
	return []Mutant{
		by("connector.disconnect.after-peer", "refused", "The side that was disconnected from can't disconnect.", onceOnly),
		by("connector.disconnect.simultaneous", "second-refused", "Of two sides that disconnect at once, the second is refused.", onceOnly),
		by("connector.disconnect.queue-pair-used-up", "again", "Connect of a queue pair that was disconnected succeeds.", unnoticed(connect)),
		by("connector.notifydisconnect.flushes-nothing", "flushes", "When the peer disconnects, the requests that are posted here are canceled.",
			calls(func(c *call) nd2.Status {
				if c.method == setEvent && c.shadow.method == notifyDisconnect {
					if q := c.self.(*connector).pair(); q != nil {
						q.inner.Flush()
					}
				}
				return c.proceed()
			})),
		by("connector.notifydisconnect.late", "never", "A request made after the peer has disconnected is never completed.",
			at(notifyDisconnect, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.Success {
					c.shadow.mute()
					return nd2.Pending
				}
				return s
			})),
		by("connector.notifydisconnect.nd-canceled", "disconnects", "CancelOverlappedRequests ends the connection, too.",
			after(cancel, func(c *call) {
				if k, ok := c.self.(*connector); ok && k.pair() != nil {
					k.pair().inner.Flush()
				}
			})),
		by("connector.notifydisconnect.nd-canceled", "success", "A request that is canceled says that the peer has disconnected.",
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if c.method == getResult && c.shadow != nil && c.shadow.method == notifyDisconnect && s == nd2.Canceled {
					return nd2.Success
				}
				return s
			})),
		by("connector.notifydisconnect.own-disconnect", "never", "A request in progress when its own side disconnects never ends.",
			before(disconnect, func(c *call) {
				for _, s := range c.outstanding() {
					if s.method == notifyDisconnect {
						s.mute()
					}
				}
			})),
		by("connector.notifydisconnect.own-disconnect", "twice", "A request in progress when its own side disconnects ends then, and by CancelOverlappedRequests again.",
			before(cancel, func(c *call) {
				for _, s := range c.over() {
					if s.method == notifyDisconnect {
						deliver([]*shadow{s})
					}
				}
			})),
		by("connector.notifydisconnect.after-own-disconnect", "refused", "A request made after one's own Disconnect is refused, as if there had been no connection.",
			func() defect {
				var gone record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == disconnect:
						gone.set(c.object, true)
					case c.method == notifyDisconnect && gone.get(c.object):
						return nd2.ConnectionInvalid
					}
					return c.proceed()
				}}
			}),
		by("connector.notifydisconnect.released-queue-pair", "never", "Nobody is told that the peer has released its queue pair.",
			func() defect {
				var disconnected atomic.Bool
				return defect{call: func(c *call) nd2.Status {
					if c.method == disconnect {
						disconnected.Store(true)
					}
					if c.method == setEvent && c.shadow.method == notifyDisconnect && !disconnected.Load() {
						c.shadow.mute()
					}
					return c.proceed()
				}}
			}),
	}
}
