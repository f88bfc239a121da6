package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func connectionRequests() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("listener.getconnectionrequest.canceled-connector/kept",
			"The connector of a canceled call can't be given to another.",
			mutant.RecordingAt(calls.ListenerGetConnectionRequest, func(c *calls.Call, given *calls.Record[bool]) nd2.Status {
				if k := calls.ObjectOf(c.Connector); k != nil && given.Set(k, true) {
					return nd2.InvalidParameter1
				}
				return c.Proceed()
			})),
		mutant.New("listener.getconnectionrequest.ends-on-release/never",
			"The last Release of a listener leaves the calls in progress.", mutant.MutedOnRelease("IND2Listener")),
		mutant.New("listener.getconnectionrequest.in-order/newest-first",
			"The newest call in progress gets the next request.", newestFirst),
		mutant.New("listener.getconnectionrequest.no-connector/taken", "An object that is no connector is accepted as one.",
			mutant.NeverFailing(calls.ListenerGetConnectionRequest)),
		mutant.New("listener.getconnectionrequest.one-each/all", "One request completes all calls in progress.",
			mutant.OnCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.ListenerGetConnectionRequest, nd2.Success) {
					for _, other := range c.Outstanding() {
						other.End(nd2.Success)
					}
				}
				return s
			})),
		mutant.New("listener.getconnectionrequest.one-each/one-lost",
			"The second call of a listener is never completed.",
			mutant.RecordingAt(calls.ListenerGetConnectionRequest, func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if asked.Update(c.Object, mutant.Increment) == 2 && c.Proxy != nil && (s == nd2.Pending || s == nd2.Success) {
					return mutant.LeavePending(c)
				}
				return s
			})),
		mutant.New("listener.getconnectionrequest.one-each/other-listener",
			"A request to one listener completes a call of another that has several in progress.",
			mutant.Before(calls.ConnectorConnect, func(c *calls.Call) {
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					waiting := l.Outstanding()
					if len(waiting) > 1 && mutant.PortOf(l.Inner.GetLocalAddress) != mutant.PortIn(c.Destination) {
						waiting[0].End(nd2.Success)
					}
				}
			})),
		mutant.New("listener.getconnectionrequest.while-unanswered/lost",
			"A request that comes while another has not been answered is lost.",
			mutant.Recording(func(c *calls.Call, unanswered *calls.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(calls.ListenerGetConnectionRequest, nd2.Success):
					unanswered.Set(nil, true)
				case c.Method == calls.ConnectorAccept, c.Method == calls.ConnectorReject:
					unanswered.Set(nil, false)
				case c.Method == calls.ConnectorConnect && unanswered.Get(nil) && c.Proxy != nil:
					return mutant.LeavePending(c)
				}
				return c.Proceed()
			})),
	}
}

func requestsInCallbacks() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("listener.getconnectionrequest.other-file/notified-there",
			"The notification of a request goes to the connector's file.",
			mutant.Recording(func(c *calls.Call, files *calls.Record[map[*nd2.Overlapped]*calls.File]) nd2.Status {
				switch {
				case c.Method == calls.ListenerGetConnectionRequest && c.Proxy != nil:
					if k := calls.ObjectOf(c.Connector); k != nil && k.File != c.Object.File {
						files.Update(c.Object, func(m map[*nd2.Overlapped]*calls.File) map[*nd2.Overlapped]*calls.File {
							return mutant.Added(m, c.Proxy.Client, k.File)
						})
					}
				case c.Method == calls.PortPost && files.Get(c.Object)[c.Proxy.Client] != nil:
					return nd2.Success
				}
				return c.Proceed()
			})),
		mutant.New("listener.getconnectionrequest.other-file/refused",
			"A connector that is not on the listener's file is refused.",
			mutant.Refusing(calls.ListenerGetConnectionRequest, nd2.InvalidParameter1, func(c *calls.Call) bool {
				k := calls.ObjectOf(c.Connector)
				return k != nil && k.File != c.Object.File
			})),
		mutant.New("listener.getconnectionrequest.rearm-in-callback/overlapped-refused",
			"GetConnectionRequest takes no OVERLAPPED for the second time.",
			mutant.RefusingKnownOverlapped(func(c *calls.Call) bool { return c.Method == calls.ListenerGetConnectionRequest })),
		mutant.New("listener.getconnectionrequest.rearm-in-callback/unanswered",
			"GetConnectionRequest is refused while a connection request has not been answered.",
			mutant.Recording(func(c *calls.Call, unanswered *calls.Record[bool]) nd2.Status {
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
	}
}

func waitingRequests() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("listener.getconnectionrequest.released-connector/deaf",
			"A listener hands over no request any more once a connector has been released that waited for one.",
			func() calls.Hooks {
				var deaf calls.Record[bool]
				waiting := waitingConnectors()
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					if l := waiting(c); l != nil {
						deaf.Set(l, true)
					}
					if c.Method == calls.ListenerGetConnectionRequest && deaf.Get(c.Object) && c.Proxy != nil {
						return mutant.LeavePending(c)
					}
					return c.Proceed()
				}}
			}),
		mutant.New("listener.getconnectionrequest.released-connector/never-ends",
			"A GetConnectionRequest whose connector has been released never ends.", func() calls.Hooks {
				waiting := waitingConnectors()
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					if l := waiting(c); l != nil {
						l.Outstanding()[0].Mute()
					}
					return c.Proceed()
				}}
			}),
		mutant.New("listener.getconnectionrequest.waiting/lost",
			"A request that has come before the call is never given to it.",
			mutant.LeavingPending(calls.ListenerGetConnectionRequest)),
	}
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

// newestFirst is a defect: the calls in progress of a listener are served
// last first: each new one is made in place of the others, which are made again
// behind it.
func newestFirst() calls.Hooks {
	var connectors mutant.Table[*calls.ProxyOverlapped, nd2.Unknown]
	return calls.Hooks{Call: calls.At(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
		l := c.Self.(*calls.Listener)
		waiting := l.Outstanding()
		waiting = slices.DeleteFunc(waiting, func(s *calls.ProxyOverlapped) bool { return s == c.Proxy })
		for _, s := range waiting {
			s.Mute()
		}
		if len(waiting) > 0 {
			l.Inner.CancelOverlappedRequests()
		}
		s := c.Proceed()
		if s == nd2.Pending {
			connectors.Set(c.Proxy, c.Connector)
		}
		for _, old := range waiting {
			again(l, old, &connectors)
		}
		return s
	})}
}

// again repeats a call of GetConnectionRequest that was canceled.
func again(l *calls.Listener, old *calls.ProxyOverlapped,
	connectors *mutant.Table[*calls.ProxyOverlapped, nd2.Unknown],
) {
	s := old.Again()
	l.Remember(s)
	connector := connectors.Get(old)
	connectors.Set(s, connector)
	if l.Inner.GetConnectionRequest(calls.Unwrap(connector), &s.Overlapped) == nd2.Success {
		s.End(nd2.Success)
	}
}
