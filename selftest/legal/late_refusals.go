package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lateRefusals makes hooks that return ND_PENDING where the engine refuses a request
// at once, and have it end with the code a little later. A Notify that can't be queued
// is refused by the call, says its page.
func lateRefusals() calls.Hooks {
	u := unhurried{newOpenRequests()}
	return calls.Hooks{Call: u.refuse, Close: u.close}
}

func (u unhurried) refuse(c *calls.Call) nd2.Status {
	if c.Method == calls.GetOverlappedResult && c.Proxy != nil && u.open(c.Proxy, c.Wait) {
		return nd2.Pending
	}
	status := c.Proceed()
	if !status.Failed() || !overlapped(c) || c.Method == calls.CQNotify || c.Method == calls.SRQNotify {
		return status
	}
	c.Proxy.Force(status)
	c.Proxy.Reset()
	u.add(c.Proxy)
	u.after(soon, func() { u.tellRefused(c.Proxy) })
	return nd2.Pending
}

// tellRefused tells the client of the end of a request that the engine never began.
func (u unhurried) tellRefused(s *calls.ProxyOverlapped) {
	u.drop(s, func() {
		s.SetEvent()
		s.PostPacket()
	})
}
