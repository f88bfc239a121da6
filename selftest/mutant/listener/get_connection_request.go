package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var connectionRequests = []Mutant{
	New("listener.getconnectionrequest.canceled-connector/kept",
		"The connector of a canceled call can't be given to another.",
		Since(On(calls.ListenerGetConnectionRequest).Of(taker), On(calls.ListenerGetConnectionRequest).Of(taker),
			Say(nd2.InvalidParameter1))),
	New("listener.getconnectionrequest.ends-on-release/never",
		"The last Release of a listener leaves the calls in progress.", MutedOnRelease("IND2Listener")),
	New("listener.getconnectionrequest.in-order/newest-first",
		"The newest call in progress gets the next request.", newestFirst),
	New("listener.getconnectionrequest.no-connector/taken", "An object that is no connector is accepted as one.",
		NeverFailing(calls.ListenerGetConnectionRequest)),
	New("listener.getconnectionrequest.one-each/all", "One request completes all calls in progress.",
		When(Ended(calls.ListenerGetConnectionRequest, nd2.Success), Then(func(c *calls.Call) {
			End(c.Outstanding(), nd2.Success)
		}))),
	New("listener.getconnectionrequest.one-each/one-lost", "The second call of a listener is never completed.",
		Nth(2, On(calls.ListenerGetConnectionRequest), Unanswered)),
	New("listener.getconnectionrequest.one-each/other-listener",
		"A request to one listener completes a call of another that has several in progress.",
		Before(calls.ConnectorConnect, func(c *calls.Call) {
			for _, l := range calls.Living[*calls.Listener](c.Object) {
				waiting := l.Outstanding()
				if len(waiting) > 1 && PortOf(l.Inner.GetLocalAddress) != PortIn(c.Destination) {
					waiting[0].End(nd2.Success)
				}
			}
		})),
	New("listener.getconnectionrequest.while-unanswered/lost",
		"A request that comes while another has not been answered is lost.",
		Between(Ended(calls.ListenerGetConnectionRequest, nd2.Success).Anywhere(),
			On(calls.ConnectorAccept, calls.ConnectorReject).Anywhere(), On(calls.ConnectorConnect).Anywhere(), LeavePending)),
}

// taker is the connector that a GetConnectionRequest is given.
func taker(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Connector) }

var requestsInCallbacks = []Mutant{
	New("listener.getconnectionrequest.other-file/notified-there",
		"The notification of a request goes to the connector's file.",
		Recording(func(c *calls.Call, files *calls.Record[map[*nd2.Overlapped]*calls.File]) nd2.Status {
			switch {
			case c.Method == calls.ListenerGetConnectionRequest && c.Proxy != nil:
				if k := calls.ObjectOf(c.Connector); k != nil && k.File != c.Object.File {
					files.Update(c.Object, func(m map[*nd2.Overlapped]*calls.File) map[*nd2.Overlapped]*calls.File {
						return Added(m, c.Proxy.Client, k.File)
					})
				}
			case c.Method == calls.PortPost && files.Get(c.Object)[c.Proxy.Client] != nil:
				return nd2.Success
			}
			return c.Proceed()
		})),
	New("listener.getconnectionrequest.rearm-in-callback/overlapped-refused",
		"GetConnectionRequest takes no OVERLAPPED for the second time.",
		RefusingKnownOverlapped(func(c *calls.Call) bool { return c.Method == calls.ListenerGetConnectionRequest })),
	New("listener.getconnectionrequest.rearm-in-callback/unanswered",
		"GetConnectionRequest is refused while a connection request has not been answered.",
		Between(On(calls.ListenerGetConnectionRequest).Anywhere(),
			On(calls.ConnectorAccept, calls.ConnectorReject, calls.CancelOverlappedRequests).Anywhere(),
			On(calls.ListenerGetConnectionRequest).Anywhere(), Say(nd2.InvalidDeviceState))),
}

var waitingRequests = []Mutant{
	New("listener.getconnectionrequest.released-connector/never-ends",
		"A GetConnectionRequest whose connector has been released never ends.",
		Recording(func(c *calls.Call, at *calls.Record[*calls.Object]) nd2.Status {
			switch {
			case c.Method == calls.ListenerGetConnectionRequest && taker(c) != nil:
				at.Set(taker(c), c.Object)
			case c.Method == calls.Release && c.Object.Kind == "IND2Connector":
				if l := at.Get(c.Object); l != nil {
					Mute(l.Outstanding())
				}
			}
			return c.Proceed()
		})),
	New("listener.getconnectionrequest.waiting/lost", "A request that has come before the call is never given to it.",
		LeavingPending(calls.ListenerGetConnectionRequest)),
}

// madeFor has the connector that each call was made for.
type madeFor = Table[*calls.ProxyOverlapped, nd2.Unknown]

// newestFirst is a defect: the calls in progress of a listener are served
// last first: each new one is made in place of the others, which are made again
// behind it.
var newestFirst = KeepingAt(calls.ListenerGetConnectionRequest, func(c *calls.Call, connectors *madeFor) nd2.Status {
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
		again(l, old, connectors)
	}
	return s
})

// again repeats a call of GetConnectionRequest that was canceled.
func again(l *calls.Listener, old *calls.ProxyOverlapped, connectors *madeFor) {
	s := old.Again()
	l.Remember(s)
	connector := connectors.Get(old)
	connectors.Set(s, connector)
	if l.Inner.GetConnectionRequest(calls.Unwrap(connector), &s.Overlapped) == nd2.Success {
		s.End(nd2.Success)
	}
}
