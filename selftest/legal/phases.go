package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// soon is how long what is put off takes.
const soon = time.Microsecond

// A phase is how far a request of two phases is.
type phase int

const (
	first    phase = iota
	notified       // of the first phase's end
	second
	over
)

// phases are the requests that have been notified of, and are not over then: the
// client hears of the first phase, asks for the result, which starts the second, and
// hears again.
type phases struct {
	later
	mu    sync.Mutex
	ended sync.Cond
	of    perRequest[phase]
}

func twoPhases() calls.Hooks {
	p := &phases{}
	p.ended.L = &p.mu
	return calls.Hooks{Call: p.call, Close: p.close}
}

func (p *phases) at(s *calls.ProxyOverlapped) phase {
	at, _ := p.of.get(s)
	return at
}

// inPhases reports whether a request has two phases, now that it has ended: an
// error ends it at once, and a Notify has nothing to be done in user mode.
func inPhases(s *calls.ProxyOverlapped) bool {
	return s.Method != calls.CQNotify && s.Method != calls.SRQNotify && s.Status() == nd2.Success
}

func (p *phases) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil && c.Method == calls.CancelOverlappedRequests:
		return p.cancel(c)
	case c.Proxy == nil:
	case c.Method == calls.EventSet, c.Method == calls.PortPost:
		p.notify(c.Proxy)
	case c.Method == calls.GetOverlappedResult:
		if p.goOn(c.Proxy, c.Wait) {
			return nd2.Pending
		}
		status := c.Proceed()
		if status != nd2.Pending {
			p.told(c.Proxy)
		}
		return status
	}
	return c.Proceed()
}

// told ends a request whose result the client has been told, which it may ask for before
// the notification of the first phase: what was told is not taken back.
func (p *phases) told(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.set(s, over)
}

// notify notes that the client hears of the end of the first phase.
func (p *phases) notify(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at(s) == first && inPhases(s) {
		p.of.set(s, notified)
	}
}

// goOn reports whether a request whose result is asked for goes on.
func (p *phases) goOn(s *calls.ProxyOverlapped, wait bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at(s) == notified {
		p.of.set(s, second)
		s.Reset()
		p.after(soon, func() { p.end(s) })
	}
	for wait && p.at(s) == second {
		p.ended.Wait()
	}
	return p.at(s) == second
}

// end ends the second phase.
func (p *phases) end(s *calls.ProxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of.set(s, over)
	p.ended.Broadcast()
	s.SetEvent()
	s.PostPacket()
}

// cancel spares requests whose first phase has ended the second one.
func (p *phases) cancel(c *calls.Call) nd2.Status {
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
