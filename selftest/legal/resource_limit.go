package legal

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A resourceLimit limits how many objects of each adapter hold a resource. Some methods acquire
// it; another one or the object's last Release frees it.
type resourceLimit struct {
	acquiring []string
	freeing   string
	refusal   nd2.Status
	most      int
	// exempt says which calls are not limited; nil is none.
	exempt func(*calls.Call) bool

	mu      sync.Mutex
	holders map[*calls.Adapter]map[*calls.Object]bool
}

func (l *resourceLimit) hooks() calls.Hooks {
	l.holders = map[*calls.Adapter]map[*calls.Object]bool{}
	return calls.Hooks{Call: l.call}
}

func limitedPorts() calls.Hooks {
	return (&resourceLimit{
		acquiring: []string{calls.ConnectorBind, calls.ListenerBind}, refusal: nd2.TooManyAddresses,
		most: defaultLimit, exempt: choosesPort,
	}).hooks()
}

// choosesPort reports whether a Bind is to a port of the client's choice.
func choosesPort(c *calls.Call) bool {
	address, ok := nd2.ParseSockaddr(c.Buffer)
	return ok && address.Port() != 0
}

func (l *resourceLimit) call(c *calls.Call) nd2.Status {
	switch {
	case slices.Contains(l.acquiring, c.Method):
		return l.acquire(c)
	case c.Method == l.freeing:
		s := c.Proceed()
		if s == nd2.Success || s == nd2.Pending {
			l.free(c.Object)
		}
		return s
	case c.Method == calls.Release && l.holds(c.Object) && c.LastReference():
		defer l.free(c.Object)
	}
	return c.Proceed()
}

func (l *resourceLimit) acquire(c *calls.Call) nd2.Status {
	l.mu.Lock()
	of := l.holders[c.Parent]
	had := of[c.Object]
	if !had && len(of) >= l.most && (l.exempt == nil || !l.exempt(c)) {
		l.mu.Unlock()
		return l.refusal
	}
	if of == nil {
		of = map[*calls.Object]bool{}
		l.holders[c.Parent] = of
	}
	of[c.Object] = true
	l.mu.Unlock()
	s := c.Proceed()
	if !had && s != nd2.Success && s != nd2.Pending {
		l.free(c.Object)
	}
	return s
}

func (l *resourceLimit) free(o *calls.Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.holders[o.Parent], o)
}

func (l *resourceLimit) holds(o *calls.Object) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.holders[o.Parent][o]
}
