package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

const (
	bindListener         = "IND2Listener::Bind"
	listen               = "IND2Listener::Listen"
	listenerAddress      = "IND2Listener::GetLocalAddress"
	getConnectionRequest = "IND2Listener::GetConnectionRequest"
)

// listeners break how connection requests are taken.
func listeners() []Mutant {
	return []Mutant{
		by("listener.bind.ephemeral-port", "low", "Port 0 gives a port below 49152.", lowPorts(bindListener)),
		by("listener.bind.unique-port", "none", "Port 0 is told as port 0.", portless(listenerAddress)),
		by("listener.bind.unique-port", "same", "Every listener says that it has the same port.", samePort(listenerAddress)),
		by("listener.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(bindListener)),
		by("listener.bind.every-address", "none", "A listener bound to the unspecified address takes no requests.",
			func() defect {
				var ports record[uint16]
				return defect{call: func(c *call) nd2.Status {
					to, _ := nd2.ParseSockaddr(c.destination)
					if c.method == connect && ports.any(func(p uint16) bool { return p == to.Port() }) {
						return nd2.ConnectionRefused
					}
					s := c.proceed()
					if c.method == listenerAddress && s == nd2.Success {
						if a, _ := nd2.ParseSockaddr(c.buffer); a.Addr().IsUnspecified() {
							ports.set(c.object, a.Port())
						}
					}
					return s
				}}
			}),
		by("listener.bind.own-adapter", "shared", "A port that is listened at on one adapter can't be on another.",
			func() defect {
				var ports record[uint16]
				return defect{call: func(c *call) nd2.Status {
					a, _ := nd2.ParseSockaddr(c.buffer)
					if c.method == bindListener && a.Port() != 0 && ports.any(func(p uint16) bool { return p == a.Port() }) {
						return nd2.SharingViolation
					}
					s := c.proceed()
					if c.method == listenerAddress && s == nd2.Success {
						a, _ := nd2.ParseSockaddr(c.buffer)
						ports.set(c.object, a.Port())
					}
					return s
				}}
			}),
		by("listener.bind.released-port", "kept", "A listener's port is not free after its release.", after(bindListener, func(c *call) { c.inner.AddRef() })),
		by("listener.getconnectionrequest.canceled-connector", "kept", "The connector of a canceled call can't be given to another.",
			func() defect {
				var given record[bool]
				return defect{call: only(getConnectionRequest, func(c *call) nd2.Status {
					if k := objectOf(c.connector); k != nil && given.set(k, true) {
						return nd2.InvalidParameter1
					}
					return c.proceed()
				})}
			}),
		by("listener.getconnectionrequest.ends-on-release", "never", "The last Release of a listener leaves the calls in progress.", forgottenOnRelease("IND2Listener")),
		by("listener.getconnectionrequest.in-order", "newest-first", "The newest call in progress gets the next request.", newestFirst),
		by("listener.getconnectionrequest.no-connector", "taken", "What is no connector is taken for one.", unnoticed(getConnectionRequest)),
		by("listener.getconnectionrequest.one-each", "all", "One request completes all calls in progress.",
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if c.notifies(getConnectionRequest, nd2.Success) {
					for _, other := range c.outstanding() {
						other.end(nd2.Success)
					}
				}
				return s
			})),
		by("listener.getconnectionrequest.one-each", "one-lost", "The second call of a listener is never completed.",
			func() defect {
				var asked record[int]
				return defect{call: only(getConnectionRequest, func(c *call) nd2.Status {
					s := c.proceed()
					if asked.update(c.object, increment) == 2 && c.shadow != nil && (s == nd2.Pending || s == nd2.Success) {
						c.shadow.mute()
						return nd2.Pending
					}
					return s
				})}
			}),
		by("listener.listen.again", "allowed", "A listener that listens can listen again.", unnoticed(listen)),
		by("listener.listen.backlog", "none-fits", "With a backlog of 1, every request is refused.",
			calls(func(c *call) nd2.Status {
				if c.method == connect && slices.ContainsFunc(others[*listener](c.world, nil), func(l *listener) bool { return l.backlog.Load() == 1 }) {
					return nd2.ConnectionRefused
				}
				if l, ok := c.self.(*listener); ok && c.method == listen {
					l.backlog.Store(c.backlog)
				}
				return c.proceed()
			})),
		by("listener.listen.no-limit", "one", "With a backlog of 0, one request waits.", before(listen, func(c *call) { c.backlog = max(1, c.backlog) })),
		by("listener.release.refuses", "waits", "Requests that nobody has taken wait on when the listener is released.", after(listen, func(c *call) { c.inner.AddRef() })),
		by("listener.release.spares-taken", "rejects", "Releasing a listener rejects the requests that connectors hold.",
			func() defect {
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == getConnectionRequest:
						if k, ok := c.connector.(*connector); ok {
							k.given.Store(true)
						}
					case c.method == release && c.object.kind == "IND2Listener" && c.last():
						for _, k := range others[*connector](c.world, nil) {
							if k.given.Load() {
								k.inner.Reject(nil)
							}
						}
					}
					return c.proceed()
				}}
			}),
	}
}

// newestFirst is a defect by which the calls in progress of a listener are served
// last first: each new one is made in place of the others, which are made again
// behind it.
func newestFirst() defect {
	var connectors record[map[*shadow]nd2.Unknown]
	return defect{call: only(getConnectionRequest, func(c *call) nd2.Status {
		l := c.self.(*listener)
		waiting := l.inOrder()
		waiting = slices.DeleteFunc(waiting, func(s *shadow) bool { return s == c.shadow })
		for _, s := range waiting {
			s.mute()
		}
		if len(waiting) > 0 {
			l.inner.CancelOverlappedRequests()
		}
		given := connectors.get(c.object)
		s := c.proceed()
		if s == nd2.Pending {
			connectors.set(c.object, with(given, c.shadow, c.connector))
		}
		for _, old := range waiting {
			l.again(old, given[old], &connectors)
		}
		return s
	})}
}

// again makes a call of GetConnectionRequest again that was canceled.
func (l *listener) again(old *shadow, connector nd2.Unknown, connectors *record[map[*shadow]nd2.Unknown]) {
	s := &shadow{object: l.base(), number: l.world.number(), method: old.method, client: old.client}
	s.Event = s
	l.remember(s)
	connectors.set(l.base(), with(connectors.get(l.base()), s, connector))
	if l.inner.GetConnectionRequest(unwrap(connector), &s.Overlapped) == nd2.Success {
		s.Internal = uintptr(nd2.Success)
		s.end(nd2.Success)
	}
}
