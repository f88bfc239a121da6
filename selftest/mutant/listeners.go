package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// listeners break how connection requests are taken.
func listeners() []Mutant {
	return slices.Concat(listenerBinds(), backlogs(), connectionRequests())
}

// backlogs break which requests wait at a listener, and how long.
func backlogs() []Mutant {
	return []Mutant{
		by("listener.getconnectionrequest.waiting", "lost", "A request that has come before the call is never given to it.",
			at(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("listener.listen.again", "allowed", "A listener that listens can listen again.", unnoticed(calls.ListenerListen)),
		by("listener.listen.backlog", "none-fits", "With a backlog of 1, every request is refused.",
			keeping(func(c *calls.Call, backlog *calls.Record[uint32]) nd2.Status {
				if c.Method == calls.ConnectorConnect && slices.ContainsFunc(calls.Living[*calls.Listener](c.Object), func(l *calls.Listener) bool { return backlog.Get(&l.Object) == 1 }) {
					return nd2.ConnectionRefused
				}
				if c.Method == calls.ListenerListen {
					backlog.Set(c.Object, c.Backlog)
				}
				return c.Proceed()
			})),
		by("listener.listen.no-limit", "one", "With a backlog of 0, one request waits.", before(calls.ListenerListen, func(c *calls.Call) { c.Backlog = max(1, c.Backlog) })),
		by("listener.release.refuses", "waits", "Requests that nobody has taken wait on when the listener is released.", after(calls.ListenerListen, func(c *calls.Call) { c.Inner.AddRef() })),
		by("listener.release.spares-taken", "rejects", "Releasing a listener rejects the requests that connectors hold.",
			keeping(func(c *calls.Call, given *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.ListenerGetConnectionRequest:
					if k := calls.ObjectOf(c.Connector); k != nil {
						given.Set(k, true)
					}
				case c.Method == calls.Release && c.Object.Kind == "IND2Listener" && c.LastReference():
					for _, k := range calls.Living[*calls.Connector](c.Object) {
						if given.Get(&k.Object) {
							k.Inner.Reject(nil)
						}
					}
				}
				return c.Proceed()
			})),
	}
}

// connectionRequests break which request goes to which connector.
func connectionRequests() []Mutant {
	return []Mutant{
		by("listener.getconnectionrequest.canceled-connector", "kept", "The connector of a canceled call can't be given to another.",
			keepingAt(calls.ListenerGetConnectionRequest, func(c *calls.Call, given *calls.Record[bool]) nd2.Status {
				if k := calls.ObjectOf(c.Connector); k != nil && given.Set(k, true) {
					return nd2.InvalidParameter1
				}
				return c.Proceed()
			})),
		by("listener.getconnectionrequest.ends-on-release", "never", "The last Release of a listener leaves the calls in progress.", forgottenOnRelease("IND2Listener")),
		by("listener.getconnectionrequest.in-order", "newest-first", "The newest call in progress gets the next request.", newestFirst),
		by("listener.getconnectionrequest.no-connector", "taken", "What is no connector is taken for one.", unnoticed(calls.ListenerGetConnectionRequest)),
		by("listener.getconnectionrequest.one-each", "all", "One request completes all calls in progress.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.ListenerGetConnectionRequest, nd2.Success) {
					for _, other := range c.Outstanding() {
						other.End(nd2.Success)
					}
				}
				return s
			})),
		by("listener.getconnectionrequest.one-each", "one-lost", "The second call of a listener is never completed.",
			keepingAt(calls.ListenerGetConnectionRequest, func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if asked.Update(c.Object, increment) == 2 && c.Shadow != nil && (s == nd2.Pending || s == nd2.Success) {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
	}
}

// newestFirst is a defect by which the calls in progress of a listener are served
// last first: each new one is made in place of the others, which are made again
// behind it.
func newestFirst() calls.Hooks {
	var connectors calls.Record[map[*calls.Shadow]nd2.Unknown]
	return calls.Hooks{Call: calls.At(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
		l := c.Self.(*calls.Listener)
		waiting := l.Outstanding()
		waiting = slices.DeleteFunc(waiting, func(s *calls.Shadow) bool { return s == c.Shadow })
		for _, s := range waiting {
			s.Mute()
		}
		if len(waiting) > 0 {
			l.Inner.CancelOverlappedRequests()
		}
		given := connectors.Get(c.Object)
		s := c.Proceed()
		if s == nd2.Pending {
			connectors.Set(c.Object, with(given, c.Shadow, c.Connector))
		}
		for _, old := range waiting {
			again(l, old, given[old], &connectors)
		}
		return s
	})}
}

// again repeats a call of GetConnectionRequest that was canceled.
func again(l *calls.Listener, old *calls.Shadow, connector nd2.Unknown, connectors *calls.Record[map[*calls.Shadow]nd2.Unknown]) {
	s := old.Again()
	l.Remember(s)
	connectors.Set(&l.Object, with(connectors.Get(&l.Object), s, connector))
	if l.Inner.GetConnectionRequest(calls.Unwrap(connector), &s.Overlapped) == nd2.Success {
		s.End(nd2.Success)
	}
}
