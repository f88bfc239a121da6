package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// adapterLifetimes break how long an adapter is there, what it does when it has been
// removed, and what a closed file leaves behind.
func adapterLifetimes() []Mutant {
	return slices.Concat(adapterEnds(), removals(), fileEnds(), filesOfObjects(), placement(), otherAdapters(), clients(), fencedWindows(), whole())
}

func adapterEnds() []Mutant {
	return []Mutant{
		by("adapter.interfaces", "no-unknown", "The adapter says that it has no interface IUnknown.", refusingInterface("IND2Adapter", nd2.IIDUnknown)),
		by("adapter.interfaces", "no-reference", "QueryInterface returns the adapter without a reference of its own.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				_, ok := c.Self.(*calls.Adapter)
				switch {
				case ok && c.Method == calls.Release:
					gone.Set(c.Object, true)
				case ok && gone.Get(c.Object):
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("adapter.release.objects-remain", "connections-end", "The last Release of an adapter ends its connections.",
			endingWithAdapter(func(q *calls.QueuePair) { q.Inner.Flush() })),
		by("adapter.release.objects-remain", "memory-goes", "The last Release of an adapter ends its registrations.",
			before(calls.Release, func(c *calls.Call) {
				if a, ok := c.Self.(*calls.Adapter); ok {
					for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
						if m.Parent == a {
							m.Inner.Deregister(new(nd2.Overlapped))
						}
					}
				}
			})),
		by("adapter.addresses.share-resources", "queue-of-one-address", "A completion queue serves the address of its first connection only.",
			perAddress(func(c *calls.Call) *calls.Object {
				if q, ok := c.QueuePair.(*calls.QueuePair); ok {
					return &q.ReceiveCQ.Object
				}
				return nil
			})),
		by("adapter.addresses.share-resources", "ipv4-only", "Only connections from IPv4 addresses use what others use.",
			refusing(calls.ConnectorConnect, nd2.InvalidParameter1, func(c *calls.Call) bool {
				q, ok := c.QueuePair.(*calls.QueuePair)
				return ok && len(c.Destination) == nd2.SockaddrIn6Size && shares(q)
			})),
	}
}

// shares reports whether a queue pair shares its completion queue with another one.
func shares(q *calls.QueuePair) bool {
	return slices.ContainsFunc(calls.Others[*calls.QueuePair](&q.Object), func(other *calls.QueuePair) bool { return other.ReceiveCQ == q.ReceiveCQ })
}

// perAddress makes a defect by which an object of a connection serves one family of
// addresses only.
func perAddress(of func(c *calls.Call) *calls.Object) defect {
	return keepingAt(calls.ConnectorConnect, func(c *calls.Call, family *calls.Record[int]) nd2.Status {
		o := of(c)
		if o != nil && family.Keep(o, len(c.Destination)) != len(c.Destination) {
			return nd2.InvalidParameter1
		}
		return c.Proceed()
	})
}

// endingWithAdapter makes a defect by which a Release of an adapter
// does something to each of its queue pairs.
func endingWithAdapter(end func(q *calls.QueuePair)) defect {
	return before(calls.Release, func(c *calls.Call) {
		if a, ok := c.Self.(*calls.Adapter); ok {
			for _, q := range calls.Living[*calls.QueuePair](c.Object) {
				if q.Parent == a {
					end(q)
				}
			}
		}
	})
}

func removals() []Mutant { return slices.Concat(removedAdapters(), doneAfterRemoval()) }

// removedAdapters break what can still be called.
func removedAdapters() []Mutant {
	return []Mutant{
		by("adapter.removed.only-cleanup", "queried", "An adapter that has been removed can still be asked what it can.",
			func() calls.Hooks {
				var told calls.Record[nd2.AdapterInfo]
				return calls.Hooks{Call: calls.At(calls.AdapterQuery, func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					switch s {
					case nd2.DeviceRemoved:
						*c.Info = told.Get(nil)
						return nd2.Success
					case nd2.Success:
						told.Set(nil, *c.Info)
					}
					return s
				})}
			}),
		by("adapter.removed.only-cleanup", "lists", "An adapter that has been removed says that it has no addresses.",
			forgiving(calls.AdapterQueryAddressList, nd2.DeviceRemoved)),
		by("adapter.removed.only-cleanup", "listens", "A listener of an adapter that has been removed says that it listens.", forgiving(calls.ListenerListen, nd2.DeviceRemoved)),
		by("adapter.removed.cleanup-succeeds", "not-canceled", "Requests can't be canceled once the adapter has been removed.",
			at(calls.CancelOverlappedRequests, func(c *calls.Call) nd2.Status {
				if c.Parent != nil && removed(c.Parent) {
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("adapter.removed.cleanup-succeeds", "not-closed", "A file can't be closed once the adapter has been removed.",
			at(calls.FileClose, func(c *calls.Call) nd2.Status {
				if c.Parent != nil && removed(c.Parent) {
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
	}
}

// doneAfterRemoval say that a request has been carried out by an adapter that has been
// removed, or do so and say nothing.
func doneAfterRemoval() (list []Mutant) {
	late := func(t nd2.RequestType, then func(c *calls.Call) nd2.Status) defect {
		return at("IND2QueuePair::"+t.String(), func(c *calls.Call) nd2.Status {
			if s := c.Proceed(); s != nd2.DeviceRemoved {
				return s
			}
			return then(c)
		})
	}
	for _, t := range everyRequest {
		list = append(list, by("adapter.removed.only-cleanup", strings.ToLower(t.String())+"-done", "A request to an adapter that has been removed is reported as done.",
			late(t, func(c *calls.Call) nd2.Status {
				c.Self.(*calls.QueuePair).Report(calls.Outcome{Of: &calls.Ticket{Call: *c}, Result: nd2.Result{RequestType: t, RequestContext: c.Context}})
				return nd2.Success
			})))
	}
	return append(list,
		by("adapter.removed.only-cleanup", "read-arrives", "A Read of an adapter that has been removed fails, and changes memory.",
			late(nd2.RequestRead, func(c *calls.Call) nd2.Status {
				flip(c.SGE, 0)
				return nd2.DeviceRemoved
			})))
}

// forgiving makes a defect by which a method says that all is well in place of a status.
func forgiving(method string, status nd2.Status) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if s := c.Proceed(); s != status {
			return s
		}
		return nd2.Success
	})
}

func fileEnds() []Mutant {
	// kept has objects stay that are released when their file has been closed.
	kept := func(which func(o *calls.Object) bool) defect {
		return keeping(func(c *calls.Call, closed *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.FileClose:
				closed.Set(c.Object, true)
			case c.Method == calls.Release && c.Object.File != nil && closed.Get(&c.Object.File.Object) && which(c.Object):
				c.Object.Inner.AddRef()
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("adapter.createoverlappedfile.closed-early-leaks-nothing", "listener", "A listener whose file has been closed keeps its port forever.",
			kept(func(o *calls.Object) bool { return o.Kind == "IND2Listener" })),
		by("adapter.createoverlappedfile.closed-early-leaks-nothing", "connector", "A connector whose file has been closed keeps its port forever.",
			kept(func(o *calls.Object) bool { return o.Kind == "IND2Connector" })),
	}
}

func filesOfObjects() (list []Mutant) {
	for _, m := range []struct{ entry, kind, method string }{
		{"adapter.creatememoryregion", "IND2MemoryRegion", calls.AdapterCreateMemoryRegion},
		{"adapter.createlistener", "IND2Listener", calls.AdapterCreateListener},
		{"adapter.createconnector", "IND2Connector", calls.AdapterCreateConnector},
	} {
		list = append(list,
			by(m.entry+".overlapped-file", "first", "Notifications go to the adapter's first overlapped file.", onFirstFile(m.method)),
			by(m.entry+".overlapped-file", "events-only", "Requests are notified by their events, and by no packet.",
				at(calls.PortPost, func(c *calls.Call) nd2.Status {
					if c.Object.Kind == m.kind {
						return nd2.Success
					}
					return c.Proceed()
				})))
	}
	return list
}
