package overlapped

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// methods are those whose requests pend.
var methods = []string{
	calls.CQNotify, calls.SRQNotify, calls.ConnectorConnect, calls.ConnectorAccept, calls.ConnectorDisconnect,
	calls.ConnectorNotifyDisconnect, calls.ListenerGetConnectionRequest,
}

// halves breaks what is said of every overlapped request for those of one method at a time.
func halves() (list []Mutant) {
	for _, method := range methods {
		name := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(method, "IND2"), "::", "-"))
		mine := func(c *calls.Call, what string) bool {
			return c.Method == what && c.Proxy != nil && c.Proxy.Method == method
		}
		never := func(what string) Defect {
			return When(Where(func(c *calls.Call) bool { return mine(c, what) }), Say(nd2.Success))
		}
		list = append(list,
			New("overlapped.notification.pending/no-event-of-"+name, "The event of a request of "+method+" is not set.",
				never(calls.EventSet)),
			New("overlapped.notification.pending/no-packet-of-"+name,
				"A request of "+method+" that pends has no packet posted.", never(calls.PortPost)))
		list = append(list, statusesOf(method, name)...)
		if method == calls.ConnectorDisconnect {
			continue
		}
		list = append(list, New("overlapped.canceloverlappedrequests.nd-success/not-"+name,
			"CancelOverlappedRequests leaves requests of "+method+" in progress.", NeverEnding(method, nd2.Canceled)))
	}
	return list
}

// statusesOf breaks what GetOverlappedResult says of the requests of one method.
func statusesOf(method, name string) []Mutant {
	saying := func(where, to nd2.Status) Defect {
		return At(calls.GetOverlappedResult, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if s == where && c.Proxy != nil && c.Proxy.Method == method {
				return to
			}
			return s
		})
	}
	const page = "overlapped.getoverlappedresult."
	list := []Mutant{
		New(page+"nd-success/"+name, "A request of "+method+" that has succeeded is said to be in progress.",
			saying(nd2.Success, nd2.Pending)),
	}
	if method == calls.ConnectorDisconnect {
		return list
	}
	return append(list,
		New(page+"nd-pending/"+name, "A request of "+method+" that is in progress is said to have succeeded.",
			saying(nd2.Pending, nd2.Success)),
		New(page+"nd-canceled/"+name, "A request of "+method+" that was canceled is said to have succeeded.",
			saying(nd2.Canceled, nd2.Success)))
}

// kinds breaks what holds of every object for shared receive queues alone, and what holds of every call that fails at
// once for one method.
func kinds() (list []Mutant) {
	const shared = "IND2SharedReceiveQueue"
	for _, m := range []struct{ name, method, what string }{
		{"accept-too-much", calls.ConnectorAccept, "An Accept"},
		{"connect-active", calls.ConnectorConnect, "A Connect"},
		{"deregister", calls.MRDeregister, "A Deregister"},
		{"get-connection-request", calls.ListenerGetConnectionRequest, "A GetConnectionRequest"},
		{"register", calls.MRRegister, "A Register"},
	} {
		of := func(do func(s *calls.ProxyOverlapped)) Defect {
			return inline(failed, func(s *calls.ProxyOverlapped) {
				if s.Method == m.method {
					do(s)
				}
			})
		}
		list = append(list,
			New("overlapped.notification.inline-error/"+m.name, m.what+" that fails at once has a packet posted.",
				of((*calls.ProxyOverlapped).PostPacket)),
			New("overlapped.notification.inline-event/"+m.name, m.what+" that fails at once has its event set.", of(setClient)))
	}
	return slices.Concat(list, []Mutant{
		New("overlapped.release.ends-requests/shared",
			"The last Release of a shared receive queue leaves its requests pending.",
			Before(calls.Release, func(c *calls.Call) {
				if c.Object.Kind == shared && len(c.Outstanding()) > 0 && c.LastReference() {
					Mute(c.Outstanding())
				}
			})),
	})
}
