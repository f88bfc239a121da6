package listener

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func release() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("listener.release.refuses/waits",
			"Requests that nobody has taken wait on when the listener is released.",
			mutant.After(calls.ListenerListen, func(c *calls.Call) { c.Inner.AddRef() })),
		mutant.New("listener.release.spares-taken/accepts-canceled",
			"Releasing a listener cancels the Accepts in progress.",
			mutant.Before(calls.Release, func(c *calls.Call) {
				if c.Object.Kind != "IND2Listener" || !c.LastReference() {
					return
				}
				for _, k := range calls.Living[*calls.Connector](c.Object) {
					if slices.ContainsFunc(k.Outstanding(), func(s *calls.Shadow) bool { return s.Method == calls.ConnectorAccept }) {
						k.Inner.CancelOverlappedRequests()
					}
				}
			})),
		mutant.New("listener.release.spares-taken/rejects",
			"Releasing a listener rejects the requests that connectors hold.",
			mutant.Recording(func(c *calls.Call, given *calls.Record[bool]) nd2.Status {
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
