package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// unset are requests that have ended, and whose events are to be set.
type unset struct{ *openRequests }

func lateEvents() calls.Hooks {
	u := unset{newOpenRequests()}
	return calls.Hooks{Call: u.call, Close: u.close}
}

func (u unset) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil:
	case c.Method == calls.EventSet:
		u.add(c.Proxy)
		u.after(lateness, func() { u.deliver(c) })
		return nd2.Success
	case c.Method == calls.GetOverlappedResult && c.Wait:
		status := c.Proceed()
		u.open(c.Proxy, true) // as a call does that waits for the event
		return status
	}
	return c.Proceed()
}

func (u unset) deliver(c *calls.Call) {
	c.Proceed()
	u.drop(c.Proxy, func() {})
}
