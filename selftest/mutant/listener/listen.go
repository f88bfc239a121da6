package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var listen = []Mutant{
	New("listener.listen.again/allowed", "A listener that listens can listen again.", NeverFailing(calls.ListenerListen)),
	New("listener.listen.backlog/abandoned-count", "A request that was canceled counts against the backlog forever.",
		filling(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Canceled) })),
	New("listener.listen.backlog/none-fits", "With a backlog of 1, every request is refused.",
		Recording(func(c *calls.Call, backlog *calls.Record[uint32]) nd2.Status {
			small := func(l *calls.Listener) bool { return backlog.Get(&l.Object) == 1 }
			if c.Method == calls.ConnectorConnect && slices.ContainsFunc(calls.Living[*calls.Listener](c.Object), small) {
				return nd2.ConnectionRefused
			}
			if c.Method == calls.ListenerListen {
				backlog.Set(c.Object, c.Backlog)
			}
			return c.Proceed()
		})),
	New("listener.listen.backlog/rejected-count", "A request that was refused counts against the backlog forever.",
		filling(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) })),
	New("listener.listen.no-limit/one", "With a backlog of 0, one request waits.",
		Before(calls.ListenerListen, func(c *calls.Call) { c.Backlog = max(1, c.Backlog) })),
	New("listener.listen.within-backlog/one", "With a backlog of several requests, one waits.",
		Before(calls.ListenerListen, func(c *calls.Call) { c.Backlog = min(1, c.Backlog) })),
	New("listener.release.refuses/waits", "Requests that nobody has taken wait on when the listener is released.",
		After(calls.ListenerListen, func(c *calls.Call) { c.Inner.AddRef() })),
}

var backlogs = []Mutant{
	New("listener.release.spares-taken/accepts-canceled",
		"Releasing a listener cancels the Accepts in progress.", Before(calls.Release, func(c *calls.Call) {
			if c.Object.Kind != "IND2Listener" || !c.LastReference() {
				return
			}
			for _, k := range calls.Living[*calls.Connector](c.Object) {
				if slices.ContainsFunc(k.Outstanding(), func(s *calls.ProxyOverlapped) bool {
					return s.Method == calls.ConnectorAccept
				}) {
					k.Inner.CancelOverlappedRequests()
				}
			}
		})),
	New("listener.release.spares-taken/rejects", "Releasing a listener rejects the requests that connectors hold.",
		Recording(func(c *calls.Call, given *calls.Record[bool]) nd2.Status {
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

// filling makes a defect: Connect is refused, of a listener whose backlog is 1, once
// a request to it has ended in a way.
func filling(ends func(c *calls.Call) bool) Defect {
	return func() calls.Hooks {
		var small, full calls.Record[bool] // of a listener
		var to calls.Record[*calls.Object]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.ListenerListen:
				small.Set(c.Object, c.Backlog == 1)
			case c.Method == calls.ConnectorConnect:
				l := listenerAt(c, &small)
				to.Set(c.Object, l)
				if l != nil && full.Get(l) && len(l.Outstanding()) == 0 {
					return nd2.ConnectionRefused
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

// listenerAt returns the listener at the port that a Connect goes to, of those that are noted.
func listenerAt(c *calls.Call, noted *calls.Record[bool]) *calls.Object {
	for _, l := range calls.Living[*calls.Listener](c.Object) {
		if noted.Get(&l.Object) && PortOf(l.Inner.GetLocalAddress) == PortIn(c.Destination) {
			return &l.Object
		}
	}
	return nil
}
