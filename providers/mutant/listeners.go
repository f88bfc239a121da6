package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// listeners break how connection requests are taken.
func listeners() []Mutant {
	return slices.Concat(listenerBinds(), backlogs(), connectionRequests())
}

// backlogs break which requests wait at a listener, and how long.
func backlogs() []Mutant {
	return []Mutant{
		by("listener.getconnectionrequest.waiting", "lost", "A request that has come before the call is never given to it.",
			at(interpose.ListenerGetConnectionRequest, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("listener.listen.again", "allowed", "A listener that listens can listen again.", unnoticed(interpose.ListenerListen)),
		by("listener.listen.backlog", "none-fits", "With a backlog of 1, every request is refused.",
			keeping(func(c *interpose.Call, backlog *interpose.Record[uint32]) nd2.Status {
				if c.Method == interpose.ConnectorConnect && slices.ContainsFunc(interpose.Living[*interpose.Listener](c.Object), func(l *interpose.Listener) bool { return backlog.Get(&l.Object) == 1 }) {
					return nd2.ConnectionRefused
				}
				if c.Method == interpose.ListenerListen {
					backlog.Set(c.Object, c.Backlog)
				}
				return c.Proceed()
			})),
		by("listener.listen.no-limit", "one", "With a backlog of 0, one request waits.", before(interpose.ListenerListen, func(c *interpose.Call) { c.Backlog = max(1, c.Backlog) })),
		by("listener.release.refuses", "waits", "Requests that nobody has taken wait on when the listener is released.", after(interpose.ListenerListen, func(c *interpose.Call) { c.Inner.AddRef() })),
		by("listener.release.spares-taken", "rejects", "Releasing a listener rejects the requests that connectors hold.",
			keeping(func(c *interpose.Call, given *interpose.Record[bool]) nd2.Status {
				switch {
				case c.Method == interpose.ListenerGetConnectionRequest:
					if k := interpose.ObjectOf(c.Connector); k != nil {
						given.Set(k, true)
					}
				case c.Method == interpose.Release && c.Object.Kind == "IND2Listener" && c.LastReference():
					for _, k := range interpose.Living[*interpose.Connector](c.Object) {
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
			keepingAt(interpose.ListenerGetConnectionRequest, func(c *interpose.Call, given *interpose.Record[bool]) nd2.Status {
				if k := interpose.ObjectOf(c.Connector); k != nil && given.Set(k, true) {
					return nd2.InvalidParameter1
				}
				return c.Proceed()
			})),
		by("listener.getconnectionrequest.ends-on-release", "never", "The last Release of a listener leaves the calls in progress.", forgottenOnRelease("IND2Listener")),
		by("listener.getconnectionrequest.in-order", "newest-first", "The newest call in progress gets the next request.", newestFirst),
		by("listener.getconnectionrequest.no-connector", "taken", "What is no connector is taken for one.", unnoticed(interpose.ListenerGetConnectionRequest)),
		by("listener.getconnectionrequest.one-each", "all", "One request completes all calls in progress.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(interpose.ListenerGetConnectionRequest, nd2.Success) {
					for _, other := range c.Outstanding() {
						other.End(nd2.Success)
					}
				}
				return s
			})),
		by("listener.getconnectionrequest.one-each", "one-lost", "The second call of a listener is never completed.",
			keepingAt(interpose.ListenerGetConnectionRequest, func(c *interpose.Call, asked *interpose.Record[int]) nd2.Status {
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
func newestFirst() interpose.Hooks {
	var connectors interpose.Record[map[*interpose.Shadow]nd2.Unknown]
	return interpose.Hooks{Call: interpose.At(interpose.ListenerGetConnectionRequest, func(c *interpose.Call) nd2.Status {
		l := c.Self.(*interpose.Listener)
		waiting := l.Outstanding()
		waiting = slices.DeleteFunc(waiting, func(s *interpose.Shadow) bool { return s == c.Shadow })
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
func again(l *interpose.Listener, old *interpose.Shadow, connector nd2.Unknown, connectors *interpose.Record[map[*interpose.Shadow]nd2.Unknown]) {
	s := old.Again()
	l.Remember(s)
	connectors.Set(&l.Object, with(connectors.Get(&l.Object), s, connector))
	if l.Inner.GetConnectionRequest(interpose.Unwrap(connector), &s.Overlapped) == nd2.Success {
		s.End(nd2.Success)
	}
}
