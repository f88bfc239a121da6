package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// leftListening break requests, and listeners, whose adapter, file or connector is gone.
func leftListening() []Mutant {
	return slices.Concat(leftAlone(), leftWithoutFile(), []Mutant{
		by("listener.getconnectionrequest.released-connector", "deaf", "A listener hands over no request any more once a connector has been released that waited for one.",
			func() calls.Hooks {
				var deaf calls.Record[bool]
				waiting := waitingConnectors()
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					if l := waiting(c); l != nil {
						deaf.Set(l, true)
					}
					if c.Method == calls.ListenerGetConnectionRequest && deaf.Get(c.Object) && c.Shadow != nil {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return c.Proceed()
				}}
			}),
		by("listener.getconnectionrequest.released-connector", "never-ends", "A GetConnectionRequest whose connector has been released never ends.",
			func() calls.Hooks {
				waiting := waitingConnectors()
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
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
func waitingConnectors() func(c *calls.Call) *calls.Object {
	var at calls.Record[*calls.Object]
	return func(c *calls.Call) *calls.Object {
		if k := calls.ObjectOf(c.Connector); c.Method == calls.ListenerGetConnectionRequest && k != nil {
			at.Set(k, c.Object)
		}
		if c.Method != calls.Release || c.Object.Kind != "IND2Connector" {
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
	closing := func(such func(a *calls.Adapter) bool) defect {
		return keeping(func(c *calls.Call, closed *calls.Record[map[uint16]bool]) nd2.Status {
			switch a, ok := c.Self.(*calls.Adapter); {
			case ok && c.Method == calls.Release && such(a):
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					if l.Parent == a {
						closed.Update(nil, func(m map[uint16]bool) map[uint16]bool { return with(m, portOf(l.Inner.GetLocalAddress), true) })
					}
				}
			case c.Method == calls.ConnectorConnect && closed.Get(nil)[portIn(c.Destination)]:
				return nd2.ConnectionRefused
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("adapter.release.objects-remain", "listeners-close", "The Release of an adapter closes its listeners.", closing(func(*calls.Adapter) bool { return true })),
		by("adapter.release.objects-remain", "listeners-alone-close", "The Release of an adapter closes its listeners if it has no connector and no queue.",
			closing(func(a *calls.Adapter) bool {
				return !slices.ContainsFunc(calls.Living[*calls.Connector](&a.Object), func(k *calls.Connector) bool { return k.Parent == a }) &&
					!slices.ContainsFunc(calls.Living[*calls.CompletionQueue](&a.Object), func(q *calls.CompletionQueue) bool { return q.Parent == a })
			})),
	}
}

// leftWithoutFile break requests whose file was closed before their adapter was removed.
func leftWithoutFile() []Mutant {
	without := func(then func(c *calls.Call) nd2.Status) defect {
		return keeping(func(c *calls.Call, closed *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.FileClose:
				closed.Set(c.Object, true)
			case c.Method == calls.CancelOverlappedRequests && c.Object.File != nil && closed.Get(&c.Object.File.Object) && removed(c.Parent):
				return then(c)
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("adapter.removed.cleanup-succeeds", "not-canceled-without-file", "Requests whose file was closed can't be canceled once the adapter has been removed.",
			without(func(*calls.Call) nd2.Status { return nd2.DeviceRemoved })),
		by("adapter.removed.cleanup-succeeds", "never-end-without-file", "Requests whose file was closed never end once the adapter has been removed.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.FileClose {
					for _, l := range calls.Living[*calls.Listener](c.Object) {
						muteOn(c.Self, &l.Object)
					}
					for _, q := range calls.Living[*calls.CompletionQueue](c.Object) {
						muteOn(c.Self, &q.Object)
					}
				}
				return c.Proceed()
			})),
	}
}

// muteOn has the requests of an object on a file never end.
func muteOn(file any, o *calls.Object) {
	if o.File == nil || any(o.File) != file {
		return
	}
	for _, s := range o.Outstanding() {
		s.Mute()
	}
}
