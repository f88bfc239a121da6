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

// unhurried are requests that have succeeded and are to end later.
type unhurried struct{ *openRequests }

// allPending makes hooks that return ND_PENDING where the engine succeeds at once.
func allPending() calls.Hooks {
	u := unhurried{newOpenRequests()}
	return calls.Hooks{Call: u.call, Close: u.close}
}

func (u unhurried) call(c *calls.Call) nd2.Status {
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

func (u unhurried) begin(s *calls.ProxyOverlapped) {
	u.add(s)
	s.Reset()
	u.after(soon, func() { u.end(s) })
}

// end notifies the client before anybody else can see that the request has ended, so
// that its OVERLAPPED can be used again by whoever has.
func (u unhurried) end(s *calls.ProxyOverlapped) {
	u.drop(s, func() {
		s.Set()
		s.Post()
	})
}
