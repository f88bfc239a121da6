package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// wearing break when they have been used often.
func wearing() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.usable-again", "deaf-at-last", "A listener whose requests have been canceled 256 times takes no more.",
			keeping(func(c *interpose.Call, canceled *interpose.Record[int]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == interpose.CancelOverlappedRequests && c.Object.Kind == "IND2Listener":
					canceled.Update(c.Object, increment)
				case c.Method == interpose.ListenerGetConnectionRequest && s == nd2.Pending && canceled.Get(c.Object) >= 256:
					c.Shadow.Mute()
				}
				return s
			})),
		by("connector.storm", "rejections-count", "An adapter refuses requests once 100 have been rejected.", exhausted(func(c *interpose.Call) bool { return c.Method == interpose.ConnectorReject })),
		by("connector.storm", "cancellations-count", "An adapter refuses requests once 256 attempts to connect have been canceled.",
			exhausted(func(c *interpose.Call) bool { return c.Notifies(interpose.ConnectorConnect, nd2.Canceled) })),
		by("listener.listen.backlog", "abandoned-count", "A request that was canceled counts against the backlog forever.",
			filling(func(c *interpose.Call) bool { return c.Notifies(interpose.ConnectorConnect, nd2.Canceled) })),
		by("listener.listen.backlog", "rejected-count", "A request that was refused counts against the backlog forever.",
			filling(func(c *interpose.Call) bool { return c.Notifies(interpose.ConnectorConnect, nd2.ConnectionRefused) })),
		by("adapter.release.many-references", "byte", "A queue pair ends when a multiple of 256 references is left.",
			at(interpose.Release, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if q, ok := c.Self.(*interpose.QueuePair); ok && c.Count > 0 && c.Count%256 == 0 {
					q.Inner.Flush()
				}
				return s
			})),
		by("adapter.release.many-references", "most", "Beyond 255 the references to a connector are not counted.",
			at(interpose.AddRef, func(c *interpose.Call) nd2.Status {
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
func exhausted(counts func(c *interpose.Call) bool) defect {
	return keeping(func(c *interpose.Call, n *interpose.Record[int]) nd2.Status {
		if c.Method == interpose.ConnectorConnect && n.Get(nil) >= 100 {
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
func filling(ends func(c *interpose.Call) bool) defect {
	return func() interpose.Hooks {
		var small, full interpose.Record[bool] // of a listener
		var to interpose.Record[*interpose.Object]
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			switch {
			case c.Method == interpose.ListenerListen:
				small.Set(c.Object, c.Backlog == 1)
			case c.Method == interpose.ConnectorConnect:
				for _, l := range interpose.Living[*interpose.Listener](c.Object) {
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
