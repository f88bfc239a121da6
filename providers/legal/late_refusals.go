package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// lateRefusals makes hooks that return ND_PENDING where the engine refuses a request
// at once, and have it end with the code a little later. A Notify that can't be queued
// is refused by the call, says its page.
func lateRefusals() interpose.Hooks {
	u := unhurried{newOpenRequests()}
	return interpose.Hooks{Call: u.refuse, Close: u.close}
}

func (u unhurried) refuse(c *interpose.Call) nd2.Status {
	if c.Method == interpose.GetOverlappedResult && c.Shadow != nil && u.open(c.Shadow, c.Wait) {
		return nd2.Pending
	}
	status := c.Proceed()
	if !status.Failed() || !overlapped(c) || c.Method == interpose.CQNotify || c.Method == interpose.SRQNotify {
		return status
	}
	c.Shadow.Force(status)
	c.Shadow.Reset()
	u.add(c.Shadow)
	u.after(soon, func() { u.tellRefused(c.Shadow) })
	return nd2.Pending
}

// tellRefused tells the client of the end of a request that the engine never began.
func (u unhurried) tellRefused(s *interpose.Shadow) {
	u.drop(s, func() {
		s.SetEvent()
		s.PostPacket()
	})
}
