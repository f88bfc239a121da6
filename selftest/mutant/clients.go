package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// otherAdapters are mutants by which an adapter takes what is another's.
func otherAdapters() []Mutant {
	// own has a queue of the adapter in place of another's.
	own := func(u *nd2.Unknown, c *calls.Call) {
		q, ok := (*u).(*calls.CompletionQueue)
		if !ok || q.Parent == nil || q.Parent == c.Self {
			return
		}
		for _, other := range calls.Living[*calls.CompletionQueue](c.Object) {
			if other.Parent == c.Self {
				*u = other
				return
			}
		}
	}
	ownWindow := func(c *calls.Call) {
		if c.Parent == nil {
			return
		}
		for _, w := range calls.Living[*calls.MemoryWindow](c.Object) {
			if w.Parent == c.Parent {
				c.Window = w
			}
		}
	}
	return []Mutant{
		by("adapter.createqueuepair.nd-invalid-parameter-2", "foreign-taken", "A completion queue of another adapter for Receives is replaced by one of this adapter's.",
			before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.ReceiveCQ, c) })),
		by("adapter.createqueuepair.nd-invalid-parameter-3", "foreign-taken", "A completion queue of another adapter for initiator requests is replaced by one of this adapter's.",
			before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.InitiatorCQ, c) })),
		by("qp.bind.foreign-objects", "idle", "A Bind with what is another adapter's succeeds and does nothing.",
			at(calls.QPBind, func(c *calls.Call) nd2.Status {
				for _, u := range []nd2.Unknown{c.Region, c.Window} {
					if o := calls.ObjectOf(u); o != nil && o.Parent != c.Parent {
						return c.PostIdle()
					}
				}
				return c.Proceed()
			})),
		by("qp.bind.foreign-objects", "window-only", "A Bind of another adapter's window succeeds and does nothing.",
			at(calls.QPBind, func(c *calls.Call) nd2.Status {
				if o := calls.ObjectOf(c.Window); o != nil && o.Parent != c.Parent {
					ownWindow(c)
					return c.PostIdle()
				}
				return c.Proceed()
			})),
	}
}

// clients are mutants that get in the way of applications as they are written: with one
// completion port, one OVERLAPPED for everything, and many connections.
func clients() []Mutant {
	return slices.Concat(reuses(), storms())
}

func reuses() []Mutant {
	// known refuses an OVERLAPPED that has been given to a method before.
	known := func(which func(c *calls.Call) bool) defect {
		return keeping(func(c *calls.Call, given *calls.Record[map[*nd2.Overlapped]bool]) nd2.Status {
			if c.Shadow == nil || c.Method != c.Shadow.Method || !which(c) {
				return c.Proceed()
			}
			if given.Get(c.Object)[c.Shadow.Client] {
				return nd2.InvalidParameter1
			}
			given.Update(c.Object, func(m map[*nd2.Overlapped]bool) map[*nd2.Overlapped]bool { return with(m, c.Shadow.Client, true) })
			return c.Proceed()
		})
	}
	return []Mutant{
		by("listener.getconnectionrequest.rearm-in-callback", "overlapped-refused", "GetConnectionRequest takes no OVERLAPPED for the second time.",
			known(func(c *calls.Call) bool { return c.Method == calls.ListenerGetConnectionRequest })),
		by("listener.getconnectionrequest.rearm-in-callback", "unanswered", "GetConnectionRequest is refused while a connection request has not been answered.",
			keeping(func(c *calls.Call, unanswered *calls.Record[bool]) nd2.Status {
				switch c.Method {
				case calls.ListenerGetConnectionRequest:
					if unanswered.Get(nil) {
						return nd2.InvalidDeviceState
					}
					unanswered.Set(nil, true)
				case calls.ConnectorAccept, calls.ConnectorReject, calls.CancelOverlappedRequests:
					unanswered.Set(nil, false)
				}
				return c.Proceed()
			})),
		by("listener.getconnectionrequest.other-file", "refused", "A connector that is not on the listener's file is refused.",
			refusing(calls.ListenerGetConnectionRequest, nd2.InvalidParameter1, func(c *calls.Call) bool {
				k := calls.ObjectOf(c.Connector)
				return k != nil && k.File != c.Object.File
			})),
		by("listener.getconnectionrequest.other-file", "notified-there", "The notification of a request goes to the connector's file.",
			func() calls.Hooks {
				var files calls.Record[map[*nd2.Overlapped]*calls.File]
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					switch {
					case c.Method == calls.ListenerGetConnectionRequest && c.Shadow != nil:
						if k := calls.ObjectOf(c.Connector); k != nil && k.File != c.Object.File {
							files.Update(c.Object, func(m map[*nd2.Overlapped]*calls.File) map[*nd2.Overlapped]*calls.File {
								return with(m, c.Shadow.Client, k.File)
							})
						}
					case c.Method == calls.PortPost && files.Get(c.Object)[c.Shadow.Client] != nil:
						return nd2.Success
					}
					return c.Proceed()
				}}
			}),
		by("overlapped.getoverlappedresult.used-again-in-callback", "refused", "A connector takes no OVERLAPPED for the second time.",
			known(func(c *calls.Call) bool { return c.Object.Kind == "IND2Connector" })),
		by("overlapped.getoverlappedresult.used-again-in-callback", "needs-event", "A request without an event is not notified.",
			at(calls.PortPost, func(c *calls.Call) nd2.Status {
				if c.Shadow.Client.Event == nil && c.Object.Kind == "IND2Connector" {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("connector.connect.refused-in-callback", "queue-pair-spent", "A queue pair whose Connect was refused can't be connected.",
			func() calls.Hooks {
				var spent calls.Record[bool]
				return calls.Hooks{Call: calls.At(calls.ConnectorConnect, func(c *calls.Call) nd2.Status {
					if spent.Set(calls.ObjectOf(c.QueuePair), true) {
						return nd2.ConnectionActive
					}
					return c.Proceed()
				})}
			}),
		by("connector.connect.refused-in-callback", "release-forgets", "A connector that is released when it was refused takes its queue pair with it.",
			keeping(func(c *calls.Call, spent *calls.Record[bool]) nd2.Status {
				switch k, _ := c.Self.(*calls.Connector); {
				case k != nil && c.Method == calls.Release:
					for _, q := range calls.Living[*calls.QueuePair](c.Object) {
						if q.Connector() == k {
							spent.Set(&q.Object, true)
						}
					}
				case c.Method == calls.ConnectorConnect && spent.Get(calls.ObjectOf(c.QueuePair)):
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
	}
}

func storms() []Mutant {
	return []Mutant{
		by("connector.storm", "leaks-connectors", "No more than 512 connectors can be made in all.", counted(calls.AdapterCreateConnector, 512)),
		by("connector.storm", "leaks-queue-pairs", "No more than a thousand queue pairs can be made in all.", counted(calls.AdapterCreateQueuePair, 1000)),
		by("connector.connect.head-to-head", "busy", "A Connect is refused while one from the other adapter waits.",
			refusing(calls.ConnectorConnect, nd2.ConnectionRefused, func(c *calls.Call) bool {
				return slices.ContainsFunc(calls.Others[*calls.Connector](c.Object), func(k *calls.Connector) bool {
					return k.Parent != c.Parent && len(k.Outstanding()) > 0
				})
			})),
		by("connector.connect.head-to-head", "rejects-both", "A Reject ends every Connect that waits.",
			after(calls.ConnectorReject, func(c *calls.Call) {
				for _, k := range calls.Others[*calls.Connector](c.Object) {
					for _, s := range k.Outstanding() {
						if s.Method == calls.ConnectorConnect {
							s.End(nd2.ConnectionRefused)
						}
					}
				}
			})),
	}
}

// counted makes a defect by which a method can be called so many times.
func counted(method string, most int) defect {
	return keepingAt(method, func(c *calls.Call, made *calls.Record[int]) nd2.Status {
		if made.Update(nil, increment) > most {
			return nd2.InsufficientResources
		}
		return c.Proceed()
	})
}
