package overlapped

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var cancelOverlappedRequests = []Mutant{
	New("overlapped.canceloverlappedrequests.status-on-return/late",
		"A canceled request is pending still when it is asked for first.",
		KeepingAt(calls.GetOverlappedResult, func(c *calls.Call, asked *calls.Record[bool]) nd2.Status {
			s := c.Proceed()
			if s == nd2.Canceled && !c.Wait && !asked.Set(c.Object, true) {
				return nd2.Pending
			}
			return s
		})),
	New("overlapped.canceloverlappedrequests.completed-stay/canceled",
		"A request that has completed turns into a canceled one.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			for _, s := range c.Notified() {
				s.Force(nd2.Canceled)
			}
		})),
	New("overlapped.canceloverlappedrequests.nothing-pending/fails",
		"CancelOverlappedRequests fails when no request is in progress.",
		Refusing(calls.CancelOverlappedRequests, nd2.Unsuccessful, func(c *calls.Call) bool {
			return len(c.Outstanding()) == 0
		})),
	New("overlapped.canceloverlappedrequests.nothing-pending/notifies",
		"CancelOverlappedRequests posts a packet when no request is in progress.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			if c.Object.File != nil && len(c.Outstanding()) == 0 {
				c.Object.File.Post(new(nd2.Overlapped))
			}
		})),
	New("overlapped.canceloverlappedrequests.usable-again/deaf-at-last",
		"A listener whose requests have been canceled 256 times takes no more.",
		AfterMany(256, On(calls.CancelOverlappedRequests), On(calls.ListenerGetConnectionRequest), Unanswered)),
	New("overlapped.canceloverlappedrequests.usable-again/rejects",
		"CancelOverlappedRequests of a connector that holds a request rejects it.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			if k, ok := c.Object.Inner.(nd2.Connector); ok && len(c.Outstanding()) == 0 {
				k.Reject(nil)
			}
		})),
	New("overlapped.canceloverlappedrequests.usable-again/unusable",
		"After CancelOverlappedRequests every request is canceled at once.",
		Since(On(calls.CancelOverlappedRequests), Where(func(c *calls.Call) bool {
			return c.Proxy != nil && c.Method == c.Proxy.Method
		}), Say(nd2.Canceled))),
}

var canceledBesides = []Mutant{
	New("overlapped.canceloverlappedrequests.own-requests-only/idle-and-file",
		"CancelOverlappedRequests of an object without requests cancels those of its file.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			if len(c.Outstanding()) > 0 {
				return
			}
			for _, l := range calls.Living[*calls.Listener](c.Object) {
				if l.File == c.Object.File {
					End(Outstanding(&l.Object, calls.ListenerGetConnectionRequest), nd2.Canceled)
				}
			}
		})),
	New("overlapped.canceloverlappedrequests.own-requests-only/listener-and-connections",
		"CancelOverlappedRequests of a listener cancels the NotifyDisconnects of connections, too.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			if c.Object.Kind != "IND2Listener" {
				return
			}
			for _, k := range calls.Living[*calls.Connector](c.Object) {
				End(Outstanding(&k.Object, calls.ConnectorNotifyDisconnect), nd2.Canceled)
			}
		})),
	New("overlapped.canceloverlappedrequests.own-requests-only/same-file",
		"CancelOverlappedRequests cancels the requests of the other objects on the file, too.",
		After(calls.CancelOverlappedRequests, func(c *calls.Call) {
			for _, o := range calls.Others[nd2.Overlapping](c.Object) {
				if calls.ObjectOf(o).File == c.Object.File {
					calls.ObjectOf(o).Inner.(nd2.Overlapping).CancelOverlappedRequests()
				}
			}
		})),
}
