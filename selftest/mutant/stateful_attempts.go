package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// attemptsEnded are faults of connecting that show after an attempt has come to nothing, or in what the
// passive end is told.
func attemptsEnded() []Stateful {
	return []Stateful{
		stateful(Data, "private-data-over-56", "Of private data what is beyond 56 bytes is lost.", func() calls.Hooks {
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if (c.Method == calls.ConnectorConnect || c.Method == calls.ConnectorAccept || c.Method == calls.ConnectorReject) && len(c.Buffer) > 56 {
					c.Buffer = c.Buffer[:56]
				}
				return c.Proceed()
			}}
		}, "connector.connect.private-data"),
		stateful(Data, "passive-limits-of-before", "From the third request on, the read limits that the passive end is told are those of the one before.", func() calls.Hooks {
			type limits struct{ in, out uint32 }
			var told calls.Record[limits]
			var count nth
			return calls.Hooks{Call: calls.After(calls.ConnectorGetReadLimits, func(c *calls.Call) {
				if c.OnConnector().Active() {
					return
				}
				before := told.Set(nil, limits{*c.InboundLimit, *c.OutboundLimit})
				if count.passed(2) {
					*c.InboundLimit, *c.OutboundLimit = before.in, before.out
				}
			})}
		}, "connector.getreadlimits.passive"),
		stateful(Lifetime, "refused-spoils-pair", "A queue pair whose Connect was rejected can't be connected any more.", func() calls.Hooks {
			var spoiled, of calls.Record[*calls.Object]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.ConnectorConnect {
					if q := calls.ObjectOf(c.QueuePair); q != nil {
						if spoiled.Get(q) != nil {
							return nd2.ConnectionActive
						}
						of.Set(c.Object, q)
					}
				}
				if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
					if q := of.Get(c.Object); q != nil {
						spoiled.Set(q, q)
					}
				}
				return c.Proceed()
			}}
		}, "connector.connect.failure-spares-queue-pair"),
		stateful(Lifetime, "uncompleted-accept-deafens", "After a connection that was accepted and given up before CompleteConnect, the next Accept never ends.", func() calls.Hooks {
			var connected calls.Record[bool]
			var due atomic.Bool
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				switch {
				case c.Notifies(calls.ConnectorConnect, nd2.Success):
					connected.Set(c.Object, true)
				case c.Method == calls.ConnectorCompleteConnect:
					connected.Set(c.Object, false)
				case c.Method == calls.Release && c.Object.Kind == "IND2Connector" && connected.Set(c.Object, false):
					due.Store(true)
				}
				s := c.Proceed()
				if c.Method == calls.ConnectorAccept && s == nd2.Pending && due.Swap(false) {
					c.Shadow.Mute()
				}
				return s
			}}
		}, "connector.accept.nd-success"),
	}
}
