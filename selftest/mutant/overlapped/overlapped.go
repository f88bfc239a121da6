// Package overlapped has mutants that break the rules of overlapped requests, whatever object they are on.
package overlapped

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(
		cancelOverlappedRequests, canceledBesides, afterRelease(), concurrentResults,
		resultStatuses, endedAtOnce(), notification, released, otherEvents, kinds(), halves(),
	)
}

var released = []Mutant{
	New("overlapped.release.ends-requests/never", "The last Release of an object leaves its requests pending.",
		Before(calls.Release, func(c *calls.Call) {
			if len(c.Outstanding()) > 0 && c.LastReference() {
				Mute(c.Outstanding())
			}
		})),
}

// afterRelease are mutants of requests whose object has been released.
func afterRelease() []Mutant {
	succeeding := func(method string) Defect {
		return Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.Release && c.LastReference():
				gone.Set(c.Object, true)
			case c.Method == calls.EventSet && c.Proxy.Method == method && gone.Get(c.Proxy.Object):
				c.Proxy.HideStatus()
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		New("cq.notify.release-status/success", "A Notify of a released completion queue ends with ND_SUCCESS.",
			succeeding(calls.CQNotify)),
		New("listener.getconnectionrequest.release-status/success",
			"A GetConnectionRequest of a released listener ends with ND_SUCCESS.",
			succeeding(calls.ListenerGetConnectionRequest)),
	}
}
