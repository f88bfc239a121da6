package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// attemptsEnded are faults of connecting that show after an attempt has come to nothing, or in what the
// passive end is told.
func attemptsEnded() []Stateful {
	return []Stateful{
		stateful(Data, "private-data-over-56", "Of private data what is beyond 56 bytes is lost.", func() interpose.Hooks {
			return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
				if (c.Method == interpose.ConnectorConnect || c.Method == interpose.ConnectorAccept || c.Method == interpose.ConnectorReject) && len(c.Buffer) > 56 {
					c.Buffer = c.Buffer[:56]
				}
				return c.Proceed()
			}}
		}, "connector.connect.private-data"),
		stateful(Data, "passive-limits-of-before", "From the third request on, the read limits that the passive end is told are those of the one before.", func() interpose.Hooks {
			type limits struct{ in, out uint32 }
			var told interpose.Record[limits]
			var count nth
			return interpose.Hooks{Call: interpose.After(interpose.ConnectorGetReadLimits, func(c *interpose.Call) {
				if c.OnConnector().Active() {
					return
				}
				before := told.Set(nil, limits{*c.InboundLimit, *c.OutboundLimit})
				if count.passed(2) {
					*c.InboundLimit, *c.OutboundLimit = before.in, before.out
				}
			})}
		}, "connector.getreadlimits.passive"),
		stateful(Lifetime, "refused-spoils-pair", "A queue pair whose Connect was rejected can't be connected any more.", func() interpose.Hooks {
			var spoiled, of interpose.Record[*interpose.Object]
			return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.ConnectorConnect {
					if q := interpose.ObjectOf(c.QueuePair); q != nil {
						if spoiled.Get(q) != nil {
							return nd2.ConnectionActive
						}
						of.Set(c.Object, q)
					}
				}
				if c.Notifies(interpose.ConnectorConnect, nd2.ConnectionRefused) {
					if q := of.Get(c.Object); q != nil {
						spoiled.Set(q, q)
					}
				}
				return c.Proceed()
			}}
		}, "connector.connect.failure-spares-queue-pair"),
		stateful(Lifetime, "uncompleted-accept-deafens", "After a connection that was accepted and given up before CompleteConnect, the next Accept never ends.", func() interpose.Hooks {
			var connected interpose.Record[bool]
			var due atomic.Bool
			return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
				switch {
				case c.Notifies(interpose.ConnectorConnect, nd2.Success):
					connected.Set(c.Object, true)
				case c.Method == interpose.ConnectorCompleteConnect:
					connected.Set(c.Object, false)
				case c.Method == interpose.Release && c.Object.Kind == "IND2Connector" && connected.Set(c.Object, false):
					due.Store(true)
				}
				s := c.Proceed()
				if c.Method == interpose.ConnectorAccept && s == nd2.Pending && due.Swap(false) {
					c.Shadow.Mute()
				}
				return s
			}}
		}, "connector.accept.nd-success"),
	}
}
