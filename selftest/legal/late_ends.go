package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lateEnds has overlapped requests end some time after the engine has ended them.
type lateEnds struct {
	later
	// put returns what puts off the end of a request, nil if nothing does.
	put func(*calls.ProxyOverlapped) func(end func())

	mu    sync.Mutex
	ended sync.Cond
	// open are requests that have not ended for the client, with what the engine has
	// told it meanwhile.
	open map[*calls.ProxyOverlapped][]*calls.Call
}

// endLater makes hooks that put off the ends of requests, each by a time that its method
// says; 0 is not at all.
func endLater(by func(method string) time.Duration) func() calls.Hooks {
	return func() calls.Hooks {
		l := newLateEnds()
		l.put = func(s *calls.ProxyOverlapped) func(end func()) {
			d := by(s.Method)
			if d == 0 {
				return nil
			}
			return func(end func()) { l.after(d, end) }
		}
		return l.hooks()
	}
}

func newLateEnds() *lateEnds {
	l := &lateEnds{open: map[*calls.ProxyOverlapped][]*calls.Call{}}
	l.ended.L = &l.mu
	return l
}

func (l *lateEnds) hooks() calls.Hooks { return calls.Hooks{Call: l.call, Close: l.close} }

// everyRequest puts off each request by the same time.
func everyRequest(d time.Duration) func(string) time.Duration {
	return func(string) time.Duration { return d }
}

// requestsOf puts off the requests of some methods.
func requestsOf(d time.Duration, methods ...string) func(string) time.Duration {
	return func(method string) time.Duration {
		for _, m := range methods {
			if m == method {
				return d
			}
		}
		return 0
	}
}

func (l *lateEnds) call(c *calls.Call) nd2.Status {
	switch {
	case overlapped(c):
		return l.request(c)
	case c.Proxy == nil:
		return c.Proceed()
	case c.Method == calls.GetOverlappedResult:
		return l.result(c)
	case c.Method != calls.EventReset && l.keep(c):
		return nd2.Success
	}
	return c.Proceed()
}

// request carries out a call that makes a request.
func (l *lateEnds) request(c *calls.Call) nd2.Status {
	put := l.put(c.Proxy)
	if put == nil {
		return c.Proceed()
	}
	l.mu.Lock()
	l.open[c.Proxy] = nil
	l.mu.Unlock()
	status := c.Proceed()
	switch status {
	case nd2.Pending:
	case nd2.Success:
		c.Proxy.Reset()
		put(func() { l.end(c.Proxy, true) })
		return nd2.Pending
	default:
		l.mu.Lock()
		delete(l.open, c.Proxy)
		l.mu.Unlock()
	}
	return status
}

// keep reports whether what the engine tells is for later.
func (l *lateEnds) keep(c *calls.Call) bool {
	l.mu.Lock()
	told, open := l.open[c.Proxy]
	if open {
		l.open[c.Proxy] = append(told, c)
	}
	l.mu.Unlock()
	if open && len(told) == 0 {
		l.put(c.Proxy)(func() { l.end(c.Proxy, false) })
	}
	return open
}

// end tells the client of a request's end, before anybody else can see it, so that
// its OVERLAPPED can be used again by whoever has.
func (l *lateEnds) end(s *calls.ProxyOverlapped, inline bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	told := l.open[s]
	delete(l.open, s)
	for _, c := range told {
		c.Proceed()
	}
	if inline {
		s.SetEvent()
		s.PostPacket()
	}
	l.ended.Broadcast()
}

// result is GetOverlappedResult.
func (l *lateEnds) result(c *calls.Call) nd2.Status {
	if c.Wait {
		c.Proceed() // until the engine has ended it
	}
	l.mu.Lock()
	for {
		_, open := l.open[c.Proxy]
		if !open {
			break
		}
		if !c.Wait {
			l.mu.Unlock()
			return nd2.Pending
		}
		l.ended.Wait()
	}
	l.mu.Unlock()
	return c.Proceed()
}
