package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// leftListening break requests, and listeners, whose adapter, file or connector is gone.
func leftListening() []Mutant {
	return slices.Concat(leftAlone(), leftWithoutFile(), []Mutant{
		by("listener.getconnectionrequest.released-connector", "deaf", "A listener hands over no request any more once a connector has been released that waited for one.",
			func() interpose.Hooks {
				var deaf interpose.Record[bool]
				waiting := waitingConnectors()
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if l := waiting(c); l != nil {
						deaf.Set(l, true)
					}
					if c.Method == interpose.ListenerGetConnectionRequest && deaf.Get(c.Object) && c.Shadow != nil {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return c.Proceed()
				}}
			}),
		by("listener.getconnectionrequest.released-connector", "never-ends", "A GetConnectionRequest whose connector has been released never ends.",
			func() interpose.Hooks {
				waiting := waitingConnectors()
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if l := waiting(c); l != nil {
						l.Outstanding()[0].Mute()
					}
					return c.Proceed()
				}}
			}),
	})
}

// waitingConnectors returns a function that is to be told of every call: it returns the
// listener if one is the last Release of a connector that waits there for a request.
func waitingConnectors() func(c *interpose.Call) *interpose.Object {
	var at interpose.Record[*interpose.Object]
	return func(c *interpose.Call) *interpose.Object {
		if k := interpose.ObjectOf(c.Connector); c.Method == interpose.ListenerGetConnectionRequest && k != nil {
			at.Set(k, c.Object)
		}
		if c.Method != interpose.Release || c.Object.Kind != "IND2Connector" {
			return nil
		}
		l := at.Get(c.Object)
		if l == nil || len(l.Outstanding()) == 0 {
			return nil
		}
		return l
	}
}

// leftAlone break listeners of an adapter that has been released.
func leftAlone() []Mutant {
	// closing refuses Connects to the listeners of an adapter from its Release on, if it is such.
	closing := func(such func(a *interpose.Adapter) bool) defect {
		return keeping(func(c *interpose.Call, closed *interpose.Record[map[uint16]bool]) nd2.Status {
			switch a, ok := c.Self.(*interpose.Adapter); {
			case ok && c.Method == interpose.Release && such(a):
				for _, l := range interpose.Living[*interpose.Listener](c.Object) {
					if l.Parent == a {
						closed.Update(nil, func(m map[uint16]bool) map[uint16]bool { return with(m, portOf(l.Inner.GetLocalAddress), true) })
					}
				}
			case c.Method == interpose.ConnectorConnect && closed.Get(nil)[portIn(c.Destination)]:
				return nd2.ConnectionRefused
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("adapter.release.objects-remain", "listeners-close", "The Release of an adapter closes its listeners.", closing(func(*interpose.Adapter) bool { return true })),
		by("adapter.release.objects-remain", "listeners-alone-close", "The Release of an adapter closes its listeners if it has no connector and no queue.",
			closing(func(a *interpose.Adapter) bool {
				return !slices.ContainsFunc(interpose.Living[*interpose.Connector](&a.Object), func(k *interpose.Connector) bool { return k.Parent == a }) &&
					!slices.ContainsFunc(interpose.Living[*interpose.CompletionQueue](&a.Object), func(q *interpose.CompletionQueue) bool { return q.Parent == a })
			})),
	}
}

// leftWithoutFile break requests whose file was closed before their adapter was removed.
func leftWithoutFile() []Mutant {
	without := func(then func(c *interpose.Call) nd2.Status) defect {
		return keeping(func(c *interpose.Call, closed *interpose.Record[bool]) nd2.Status {
			switch {
			case c.Method == interpose.FileClose:
				closed.Set(c.Object, true)
			case c.Method == interpose.CancelOverlappedRequests && c.Object.File != nil && closed.Get(&c.Object.File.Object) && removed(c.Parent):
				return then(c)
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("adapter.removed.cleanup-succeeds", "not-canceled-without-file", "Requests whose file was closed can't be canceled once the adapter has been removed.",
			without(func(*interpose.Call) nd2.Status { return nd2.DeviceRemoved })),
		by("adapter.removed.cleanup-succeeds", "never-end-without-file", "Requests whose file was closed never end once the adapter has been removed.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.FileClose {
					for _, l := range interpose.Living[*interpose.Listener](c.Object) {
						muteOn(c.Self, &l.Object)
					}
					for _, q := range interpose.Living[*interpose.CompletionQueue](c.Object) {
						muteOn(c.Self, &q.Object)
					}
				}
				return c.Proceed()
			})),
	}
}

// muteOn has the requests of an object on a file never end.
func muteOn(file nd2.Unknown, o *interpose.Object) {
	if o.File == nil || nd2.Unknown(o.File) != file {
		return
	}
	for _, s := range o.Outstanding() {
		s.Mute()
	}
}
