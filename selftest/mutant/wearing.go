package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// wearing break when they have been used often.
func wearing() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.usable-again", "deaf-at-last", "A listener whose requests have been canceled 256 times takes no more.",
			keeping(func(c *calls.Call, canceled *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.CancelOverlappedRequests && c.Object.Kind == "IND2Listener":
					canceled.Update(c.Object, increment)
				case c.Method == calls.ListenerGetConnectionRequest && s == nd2.Pending && canceled.Get(c.Object) >= 256:
					c.Shadow.Mute()
				}
				return s
			})),
		by("connector.storm", "rejections-count", "An adapter refuses requests once 100 have been rejected.", exhausted(func(c *calls.Call) bool { return c.Method == calls.ConnectorReject })),
		by("connector.storm", "cancellations-count", "An adapter refuses requests once 256 attempts to connect have been canceled.",
			exhausted(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Canceled) })),
		by("listener.listen.backlog", "abandoned-count", "A request that was canceled counts against the backlog forever.",
			filling(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Canceled) })),
		by("listener.listen.backlog", "rejected-count", "A request that was refused counts against the backlog forever.",
			filling(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) })),
		by("adapter.release.many-references", "byte", "A queue pair ends when a multiple of 256 references is left.",
			at(calls.Release, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if q, ok := c.Self.(*calls.QueuePair); ok && c.Count > 0 && c.Count%256 == 0 {
					q.Inner.Flush()
				}
				return s
			})),
		by("adapter.release.many-references", "most", "Beyond 255 the references to a connector are not counted.",
			at(calls.AddRef, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Object.Kind == "IND2Connector" && c.Count > 255 {
					c.Count = c.Inner.Release()
				}
				return s
			})),
	}
}

// exhausted makes a defect by which every Connect is refused once some calls have been
// made 100 times.
func exhausted(counts func(c *calls.Call) bool) defect {
	return keeping(func(c *calls.Call, n *calls.Record[int]) nd2.Status {
		if c.Method == calls.ConnectorConnect && n.Get(nil) >= 100 {
			return nd2.ConnectionRefused
		}
		if counts(c) {
			n.Update(nil, increment)
		}
		return c.Proceed()
	})
}

// filling makes a defect by which Connect is refused, of a listener whose backlog is 1, once
// a request to it has ended in a way.
func filling(ends func(c *calls.Call) bool) defect {
	return func() calls.Hooks {
		var small, full calls.Record[bool] // of a listener
		var to calls.Record[*calls.Object]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.ListenerListen:
				small.Set(c.Object, c.Backlog == 1)
			case c.Method == calls.ConnectorConnect:
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					if !small.Get(&l.Object) || portOf(l.Inner.GetLocalAddress) != portIn(c.Destination) {
						continue
					}
					to.Set(c.Object, &l.Object)
					if full.Get(&l.Object) && len(l.Outstanding()) == 0 {
						return nd2.ConnectionRefused
					}
				}
			case ends(c):
				if l := to.Get(c.Object); l != nil {
					full.Set(l, true)
				}
			}
			return c.Proceed()
		}}
	}
}
