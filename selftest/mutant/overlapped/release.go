package overlapped

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
