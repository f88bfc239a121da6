package overlapped

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
