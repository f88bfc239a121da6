package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// secondLives are mutants that show at the other end, or at the second use, of what others break.
var secondLives = []Mutant{
	New("connector.notifydisconnect.ended-by-own-error/never",
		"NotifyDisconnect never ends at the end whose own request or Receive has failed.",
		neverAtOwnEnd(func(c *calls.Call) bool { return Initiates(c) || c.Method == calls.QPReceive })),
	New("connector.notifydisconnect.ended-by-silence/never",
		"NotifyDisconnect never ends at the end of a Read that nobody has answered.",
		neverAtOwnEnd(func(c *calls.Call) bool { return c.Method == calls.QPRead })),
	New("connector.notifydisconnect.released-queue-pair/connector-first",
		"NotifyDisconnect never ends when the peer releases its connector before its queue pair.",
		Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
			if c.Method != calls.Release || !c.LastReference() {
				return c.Proceed()
			}
			switch k := c.Self.(type) {
			case *calls.QueuePair:
				gone.Set(c.Object, true)
			case *calls.Connector:
				if q := k.QP(); q != nil && !gone.Get(&q.Object) {
					c.Inner.AddRef()
					q.Inner.AddRef()
				}
			}
			return c.Proceed()
		})),
	New("connector.getprivatedata.nd-success/of-rejection",
		"GetPrivateData returns the data of an earlier rejection, although the peer has accepted.",
		Recording(func(c *calls.Call, rejection *calls.Record[[]byte]) nd2.Status {
			if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
				data := make([]byte, 512)
				size := uint32(len(data))
				c.OnConnector().Inner.GetPrivateData(data, &size)
				rejection.Keep(c.Object, data[:min(size, uint32(len(data)))])
			}
			s := c.Proceed()
			if c.Method == calls.ConnectorGetPrivateData && s == nd2.Success {
				copy(c.Buffer, rejection.Get(c.Object))
			}
			return s
		})),
}

// neverAtOwnEnd mutes a NotifyDisconnect that ends before anybody has disconnected while its own queue pair
// has a request of some kind, or a Receive, whose result has not been taken.
func neverAtOwnEnd(counts func(c *calls.Call) bool) Defect {
	return func() calls.Hooks {
		var open calls.Record[int]
		var disconnected calls.Record[bool]
		count := func(q *calls.QueuePair, change func(int) int) { open.Update(&q.Object, change) }
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				q, ok := c.Self.(*calls.QueuePair)
				switch {
				case ok && counts(c):
					count(q, Increment)
				case c.Method == calls.ConnectorDisconnect:
					disconnected.Set(nil, true)
				case c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorNotifyDisconnect && !disconnected.Get(nil):
					k, is := c.Proxy.Object.Self.(*calls.Connector)
					if is && k.QP() != nil && open.Get(&k.QP().Object) > 0 {
						c.Proxy.Mute()
					}
				}
				return c.Proceed()
			},
			Results: calls.Each(func(o *calls.Outcome) {
				if o.On != nil && o.Of != nil && counts(&o.Of.Call) {
					count(o.On, Decrement)
				}
			}),
		}
	}
}
