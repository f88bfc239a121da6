package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// posted counts the Receives that were ever posted to a queue pair.
type posted struct{ calls.Record[int] }

func (p *posted) note(c *calls.Call) {
	if c.Method == calls.QPReceive {
		p.Update(c.Object, increment)
	}
}

// lostReceives depend on how many Receives are posted.
func lostReceives() []Mutant {
	lone := func() calls.Hooks {
		var p posted
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				p.note(c)
				return c.Proceed()
			},
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
					return o.On != nil && o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled && p.Get(&o.On.Object) == 1
				})
			},
		}
	}
	return []Mutant{
		by("connector.disconnect.flushes", "lone-lost", "A Receive that is the only one is never flushed.", lone),
		by("connector.disconnect.after-peer", "lone-lost", "A Receive that is the only one is never flushed.", lone),
		by("connector.connect.receive-before", "last-lost", "The Receive that fills the queue before the queue pair is connected is lost.",
			func() calls.Hooks {
				var depth calls.Record[uint32]
				var p posted
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					p.note(c)
					if c.Method == calls.QPReceive && c.OnQP().Connector() == nil && p.Get(c.Object) == int(depth.Get(c.Object)) {
						return nd2.Success
					}
					s := c.Proceed()
					if c.Method == calls.AdapterCreateQueuePair && s == nd2.Success {
						depth.Set(calls.ObjectOf(*c.Out), c.ReceiveDepth)
					}
					return s
				}}
			}),
		by("connector.notifydisconnect.late", "receives-posted", "A request made after the peer has disconnected is never completed if there are Receives.",
			func() calls.Hooks {
				var p posted
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					p.note(c)
					s := c.Proceed()
					if c.Method == calls.ConnectorNotifyDisconnect && s == nd2.Success && p.Get(&c.OnConnector().QP().Object) > 1 {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return s
				}}
			}),
		by("connector.notifydisconnect.released-queue-pair", "receives-posted", "Nobody is told that the peer has released its queue pair if Receives were posted.",
			func() calls.Hooks {
				var p posted
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					p.note(c)
					if q, ok := c.Self.(*calls.QueuePair); ok && c.Method == calls.Release && p.Get(c.Object) > 1 && q.Connector() != nil && c.LastReference() {
						c.Inner.AddRef()
						q.Connector().Inner.AddRef()
					}
					return c.Proceed()
				}}
			}),
		by("connector.connect.failure-spares-queue-pair", "flushes-if-told-why", "A Connect that is rejected with private data flushes the queue pair.",
			keeping(func(c *calls.Call, why *calls.Record[int]) nd2.Status {
				switch {
				case c.Method == calls.ConnectorReject:
					why.Set(nil, len(c.Buffer))
				case c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) && why.Get(nil) > 0:
					c.OnConnector().QP().Inner.Flush()
				}
				return c.Proceed()
			})),
	}
}
