package legal

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A requestLimit refuses overlapped requests of some methods while as many are in progress.
type requestLimit struct {
	methods []string // empty for all
	most    int
	scope   func(*calls.ProxyOverlapped) any

	mu   sync.Mutex
	open map[any]map[*calls.ProxyOverlapped]bool
}

// What the requests of a limit are counted by.
func perObject(p *calls.ProxyOverlapped) any  { return p.Object }
func perAdapter(p *calls.ProxyOverlapped) any { return p.Object.Parent }
func perInstance(*calls.ProxyOverlapped) any  { return nil }

// requestsAtATime makes the hooks of a [requestLimit].
func requestsAtATime(most int, scope func(*calls.ProxyOverlapped) any, methods ...string) func() calls.Hooks {
	return func() calls.Hooks {
		l := &requestLimit{methods: methods, most: most, scope: scope, open: map[any]map[*calls.ProxyOverlapped]bool{}}
		return calls.Hooks{Call: l.call}
	}
}

func (l *requestLimit) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil || c.Method == calls.GetOverlappedResult:
		return c.Proceed()
	case c.Method == calls.EventSet:
		l.drop(c.Proxy)
		return c.Proceed()
	case c.Method != c.Proxy.Method || len(l.methods) > 0 && !slices.Contains(l.methods, c.Method):
		return c.Proceed()
	case !l.take(c.Proxy):
		return nd2.InsufficientResources
	}
	s := c.Proceed()
	if s != nd2.Pending {
		l.drop(c.Proxy)
	}
	return s
}

func (l *requestLimit) take(p *calls.ProxyOverlapped) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	open := l.open[l.scope(p)]
	if len(open) >= l.most {
		return false
	}
	if open == nil {
		open = map[*calls.ProxyOverlapped]bool{}
		l.open[l.scope(p)] = open
	}
	open[p] = true
	return true
}

func (l *requestLimit) drop(p *calls.ProxyOverlapped) {
	l.mu.Lock()
	defer l.mu.Unlock()
	scope := l.scope(p)
	if delete(l.open[scope], p); len(l.open[scope]) == 0 {
		delete(l.open, scope) // whose object may be gone
	}
}
