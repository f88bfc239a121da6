package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// shortDelay delays the end of a request or of a phase.
const shortDelay = time.Microsecond

// A phase is how far a request of two phases is.
type phase int

const (
	first    phase = iota
	notified       // of the first phase's end
	second
	over
)

// twoPhaseRequests end in two phases: the client is notified of the first, starts the second by
// asking for the result, and is notified again.
type twoPhaseRequests struct {
	timers
	mu    sync.Mutex
	ended sync.Cond
	of    perRequest[phase]
}

func twoPhases() calls.Hooks {
	p := &twoPhaseRequests{}
	p.ended.L = &p.mu
	return calls.Hooks{Call: p.call, Close: p.close}
}

func (p *twoPhaseRequests) at(s *calls.ProxyOverlapped) phase {
	at, _ := p.of.get(s)
	return at
}

// hasSecondPhase reports whether a request that has ended has a second phase: it succeeded, and is
// no Notify, which has nothing left to do in user mode.
func hasSecondPhase(s *calls.ProxyOverlapped) bool {
	return s.Method != calls.CQNotify && s.Method != calls.SRQNotify && s.Status() == nd2.Success
}

func (p *twoPhaseRequests) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil && c.Method == calls.CancelOverlappedRequests:
		return p.cancel(c)
	case c.Proxy == nil:
	case c.Method == calls.EventSet, c.Method == calls.PortPost:
		p.notify(c.Proxy)
	case c.Method == calls.GetOverlappedResult:
		if p.resume(c.Proxy, c.Wait) {
			return nd2.Pending
		}
		status := c.Proceed()
		if status != nd2.Pending {
			p.answered(c.Proxy)
		}
		return status
	}
	return c.Proceed()
}

// answered ends a request whose final status the client has got, maybe before the first notification.
func (p *twoPhaseRequests) answered(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.set(s, over)
}

// notify notes that the client is notified of the first phase.
func (p *twoPhaseRequests) notify(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at(s) == first && hasSecondPhase(s) {
		p.of.set(s, notified)
	}
}

// resume starts the second phase of a request whose result is asked for, and reports whether it
// is in it.
func (p *twoPhaseRequests) resume(s *calls.ProxyOverlapped, wait bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at(s) == notified {
		p.of.set(s, second)
		s.Reset()
		p.after(shortDelay, func() { p.end(s) })
	}
	for wait && p.at(s) == second {
		p.ended.Wait()
	}
	return p.at(s) == second
}

// end ends the second phase.
func (p *twoPhaseRequests) end(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.set(s, over)
	p.ended.Broadcast()
	s.SetEvent()
	s.PostPacket()
}

// cancel drops the second phase of requests whose first one has ended.
func (p *twoPhaseRequests) cancel(c *calls.Call) nd2.Status {
	status := c.Proceed()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.each(func(s *calls.ProxyOverlapped, at phase) {
		if s.Object == c.Object && at == notified {
			p.of.set(s, over)
		}
	})
	return status
}
