package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// overlapped reports whether a call makes an overlapped request.
func overlapped(c *calls.Call) bool {
	switch c.Method {
	case calls.EventSet, calls.EventReset, calls.PortPost, calls.GetOverlappedResult:
		return false
	}
	return c.Proxy != nil
}

// pendingRequests are requests that end later than the engine ended them.
type pendingRequests struct{ *openRequests }

// allPending makes hooks that return ND_PENDING where the engine succeeds at once.
func allPending() calls.Hooks {
	u := pendingRequests{newOpenRequests()}
	return calls.Hooks{Call: u.call, Close: u.close}
}

func (u pendingRequests) call(c *calls.Call) nd2.Status {
	if c.Method == calls.GetOverlappedResult && c.Proxy != nil && u.open(c.Proxy, c.Wait) {
		return nd2.Pending
	}
	status := c.Proceed()
	if status == nd2.Success && overlapped(c) {
		u.begin(c.Proxy)
		return nd2.Pending
	}
	return status
}

func (u pendingRequests) begin(s *calls.ProxyOverlapped) {
	u.add(s)
	s.Reset()
	u.after(shortDelay, func() { u.end(s) })
}

func (u pendingRequests) end(s *calls.ProxyOverlapped) {
	u.drop(s, func() {
		s.Set()
		s.Post()
	})
}

// pendingRefusals makes hooks that return ND_PENDING where the engine refuses a request, and
// end it with that status a little later. By its page, a Notify is refused by the call.
func pendingRefusals() calls.Hooks {
	u := pendingRequests{newOpenRequests()}
	return calls.Hooks{Call: u.refuse, Close: u.close}
}

func (u pendingRequests) refuse(c *calls.Call) nd2.Status {
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
	u.after(shortDelay, func() { u.endRefused(c.Proxy) })
	return nd2.Pending
}

// endRefused ends a request that the engine never began.
func (u pendingRequests) endRefused(s *calls.ProxyOverlapped) {
	u.drop(s, func() {
		s.SetEvent()
		s.PostPacket()
	})
}
