package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// delayedEnds ends overlapped requests some time after the engine has.
type delayedEnds struct {
	timers
	// delay returns what delays the end of a request, nil for no delay.
	delay func(*calls.ProxyOverlapped) func(end func())

	mu    sync.Mutex
	ended sync.Cond
	// open are requests that have not ended for the client, with the notifications withheld.
	open map[*calls.ProxyOverlapped][]*calls.Call
}

// delayEnds delays the ends of requests by a time for each method.
func delayEnds(by func(method string) time.Duration) func() calls.Hooks {
	return func() calls.Hooks {
		l := newDelayedEnds()
		l.delay = func(s *calls.ProxyOverlapped) func(end func()) {
			d := by(s.Method)
			if d == 0 {
				return nil
			}
			return func(end func()) { l.after(d, end) }
		}
		return l.hooks()
	}
}

func newDelayedEnds() *delayedEnds {
	l := &delayedEnds{open: map[*calls.ProxyOverlapped][]*calls.Call{}}
	l.ended.L = &l.mu
	return l
}

func (l *delayedEnds) hooks() calls.Hooks { return calls.Hooks{Call: l.call, Close: l.close} }

// everyRequest delays each request by the same time.
func everyRequest(d time.Duration) func(string) time.Duration {
	return func(string) time.Duration { return d }
}

// requestsOf delays the requests of some methods.
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

func (l *delayedEnds) call(c *calls.Call) nd2.Status {
	switch {
	case overlapped(c):
		return l.request(c)
	case c.Proxy == nil:
		return c.Proceed()
	case c.Method == calls.GetOverlappedResult:
		return l.result(c)
	case c.Method != calls.EventReset && l.hold(c):
		return nd2.Success
	}
	return c.Proceed()
}

// request carries out a call that makes a request.
func (l *delayedEnds) request(c *calls.Call) nd2.Status {
	delay := l.delay(c.Proxy)
	if delay == nil {
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
		delay(func() { l.end(c.Proxy, true) })
		return nd2.Pending
	default:
		l.mu.Lock()
		delete(l.open, c.Proxy)
		l.mu.Unlock()
	}
	return status
}

// hold withholds a notification, and reports whether it did: none of a request that was canceled, which has ended when
// the cancellation returns. Source: IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests, Return Value.
func (l *delayedEnds) hold(c *calls.Call) bool {
	if c.Proxy.Status() == nd2.Canceled {
		l.end(c.Proxy, false)
		return false
	}
	l.mu.Lock()
	held, open := l.open[c.Proxy]
	if open {
		l.open[c.Proxy] = append(held, c)
	}
	l.mu.Unlock()
	if open && len(held) == 0 {
		l.delay(c.Proxy)(func() { l.end(c.Proxy, false) })
	}
	return open
}

// end notifies the client of a request's end before anything shows it, so that the client may
// reuse the OVERLAPPED at once.
func (l *delayedEnds) end(s *calls.ProxyOverlapped, inline bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	held := l.open[s]
	delete(l.open, s)
	for _, c := range held {
		c.Proceed()
	}
	if inline {
		s.SetEvent()
		s.PostPacket()
	}
	l.ended.Broadcast()
}

// result is GetOverlappedResult. A canceled request has its status at once, even if another variant keeps back the
// notification by which hold would hear of it.
func (l *delayedEnds) result(c *calls.Call) nd2.Status {
	if c.Wait {
		c.Proceed() // until the engine has ended it
	}
	if c.Proxy.Status() == nd2.Canceled {
		return c.Proceed()
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
