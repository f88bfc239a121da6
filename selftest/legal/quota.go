package legal

import (
	"cmp"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A quota lets a few objects of each adapter have something at a time, which they get by
// some methods, and give back by another one or when they are released.
type quota struct {
	gets   []string
	gives  string
	answer nd2.Status // to one that is too many
	most   int        // 0 for few
	// spares says which calls are carried out nevertheless, nil none.
	spares func(*calls.Call) bool

	mu  sync.Mutex
	has map[*calls.Adapter]map[*calls.Object]bool
}

func (q *quota) hooks() calls.Hooks {
	q.most = cmp.Or(q.most, few)
	q.has = map[*calls.Adapter]map[*calls.Object]bool{}
	return calls.Hooks{Call: q.call}
}

func fewPorts() calls.Hooks {
	return (&quota{gets: []string{calls.ConnectorBind, calls.ListenerBind}, answer: nd2.TooManyAddresses, spares: choosesPort}).hooks()
}

// choosesPort reports whether a Bind is to a port of the client's choice.
func choosesPort(c *calls.Call) bool {
	address, ok := nd2.ParseSockaddr(c.Buffer)
	return ok && address.Port() != 0
}

func fewListening() calls.Hooks {
	return (&quota{gets: []string{calls.ListenerListen}, answer: nd2.InsufficientResources}).hooks()
}

func fewRegistrations() calls.Hooks {
	return (&quota{gets: []string{calls.MRRegister}, gives: calls.MRDeregister, answer: nd2.InsufficientResources}).hooks()
}

func (q *quota) call(c *calls.Call) nd2.Status {
	switch {
	case slices.Contains(q.gets, c.Method):
		return q.get(c)
	case c.Method == q.gives:
		s := c.Proceed()
		if s == nd2.Success || s == nd2.Pending {
			q.give(c.Object)
		}
		return s
	case c.Method == calls.Release && q.holds(c.Object) && c.LastReference():
		defer q.give(c.Object)
	}
	return c.Proceed()
}

func (q *quota) get(c *calls.Call) nd2.Status {
	q.mu.Lock()
	of := q.has[c.Parent]
	had := of[c.Object]
	if !had && len(of) >= q.most && (q.spares == nil || !q.spares(c)) {
		q.mu.Unlock()
		return q.answer
	}
	if of == nil {
		of = map[*calls.Object]bool{}
		q.has[c.Parent] = of
	}
	of[c.Object] = true
	q.mu.Unlock()
	s := c.Proceed()
	if !had && s != nd2.Success && s != nd2.Pending {
		q.give(c.Object)
	}
	return s
}

func (q *quota) give(o *calls.Object) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.has[o.Parent], o)
}

func (q *quota) holds(o *calls.Object) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.has[o.Parent][o]
}
