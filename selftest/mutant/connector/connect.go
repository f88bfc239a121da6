package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var connect = []Mutant{
	New("connector.connect.active-sends-first/refused",
		"The active side cannot Send before it has received.",
		UntilResult(Received, On(calls.QPSend).If(func(c *calls.Call) bool {
			k := c.OnQP().Connector()
			return k != nil && k.Active()
		}), Say(nd2.ConnectionInvalid))),
	New("connector.connect.every-address/ipv4-only", "A connector can't be bound to an IPv6 address.",
		Refusing(calls.ConnectorBind, nd2.InvalidAddress, func(c *calls.Call) bool {
			return len(c.Buffer) > 0 && c.Buffer[0] == nd2.AFInet6
		})),
	New("connector.connect.every-address/ipv6-unreachable", "No IPv6 address is within reach, not even of itself.",
		Refusing(calls.ConnectorConnect, nd2.NetworkUnreachable, func(c *calls.Call) bool {
			return len(c.Destination) > 0 && c.Destination[0] == nd2.AFInet6
		})),
	New("connector.connect.every-address/peer-unknown", "GetPeerAddress returns the local address.",
		At(calls.ConnectorGetPeerAddress, func(c *calls.Call) nd2.Status {
			if s := c.Proceed(); s != nd2.Success {
				return s
			}
			return c.OnConnector().Inner.GetLocalAddress(c.Buffer, c.Size)
		})),
	New("connector.connect.foreign-queue-pair/taken", "An object that is no queue pair is accepted as one.",
		NeverFailing(calls.ConnectorConnect)),
	New("connector.connect.head-to-head/busy", "A Connect is refused while one from the other adapter waits.",
		Refusing(calls.ConnectorConnect, nd2.ConnectionRefused, func(c *calls.Call) bool {
			return slices.ContainsFunc(calls.Others[*calls.Connector](c.Object), func(k *calls.Connector) bool {
				return k.Parent != c.Parent && len(k.Outstanding()) > 0
			})
		})),
	New("connector.connect.head-to-head/rejects-both", "A Reject ends every Connect that waits.",
		After(calls.ConnectorReject, func(c *calls.Call) {
			for _, k := range calls.Others[*calls.Connector](c.Object) {
				End(Outstanding(&k.Object, calls.ConnectorConnect), nd2.ConnectionRefused)
			}
		})),
	New("connector.connect.one-queue-pair/ends-the-first",
		"A Connect on a connector that is connected fails, and ends the connection.",
		Before(calls.ConnectorConnect, func(c *calls.Call) {
			if q := connected(c); q != nil {
				q.Inner.Flush()
			}
		})),
	New("connector.connect.one-queue-pair/said",
		"Connect of a second queue pair on a connected connector returns ND_SUCCESS.",
		Refusing(calls.ConnectorConnect, nd2.Success, func(c *calls.Call) bool { return connected(c) != nil })),
}

var requestsWhileConnecting = []Mutant{
	New("connector.connect.patient/gives-up",
		"A request that nobody accepts while a Send times out is rejected.", rejectingOnTimeout),
	New("connector.connect.reads-limited/as-asked-for",
		"A connection has as many Reads in progress as were asked for, not as the peer takes.", readsAsAskedFor),
	New("connector.connect.reads-limited/refused",
		"A Read beyond the number that may be in progress is refused.", RefusingReads),
	New("connector.connect.receive-before/last-lost",
		"The Receive that fills the queue before the queue pair is connected is lost.", func() calls.Hooks {
			var depth, posted calls.Record[int]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				early := c.Method == calls.QPReceive && c.OnQP().Connector() == nil
				if early && posted.Update(c.Object, Increment) == depth.Get(c.Object) {
					return nd2.Success
				}
				s := c.Proceed()
				if c.Method == calls.AdapterCreateQueuePair && s == nd2.Success {
					depth.Set(calls.ObjectOf(*c.Out), int(c.ReceiveDepth))
				}
				return s
			}}
		}),
	New("connector.connect.receive-before/refused", "Receives are refused until the queue pair is being connected.",
		Refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
}

// rejectingOnTimeout rejects the requests that connectors hold when any Send times out.
func rejectingOnTimeout() calls.Hooks {
	var given calls.Record[bool] // to a listener
	return calls.Hooks{
		Call: calls.At(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
			if k := calls.ObjectOf(c.Connector); k != nil {
				given.Set(k, true)
			}
			return c.Proceed()
		}),
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.Status == nd2.IOTimeout }) {
				for _, k := range calls.Living[*calls.Connector](&q.Object) {
					if given.Get(&k.Object) && k.QP() == nil {
						k.Inner.Reject(nil)
					}
				}
			}
			return fresh
		},
	}
}

// connected reports whether a Connect is on a connector that connects another queue
// pair already.
func connected(c *calls.Call) *calls.QueuePair {
	for _, q := range calls.Living[*calls.QueuePair](c.Object) {
		if q.Connector() == c.Self && nd2.Unknown(q) != c.QueuePair {
			return q
		}
	}
	return nil
}
