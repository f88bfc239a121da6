package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lateness is how late packets are.
const lateness = time.Millisecond

// mail is packets on their way to completion ports.
type mail struct {
	later
	newestFirst bool

	mu     sync.Mutex
	posted []*calls.Call // oldest first
}

// latePackets makes hooks that deliver packets late, in order or the newest first.
func latePackets(newestFirst bool) func() calls.Hooks {
	return func() calls.Hooks {
		m := &mail{newestFirst: newestFirst}
		return calls.Hooks{Call: calls.At(calls.PortPost, m.post), Close: m.close}
	}
}

func (m *mail) post(c *calls.Call) nd2.Status {
	m.mu.Lock()
	m.posted = append(m.posted, c)
	m.mu.Unlock()
	m.after(lateness, m.deliver)
	return nd2.Success
}

// deliver delivers one packet. It is called once for each.
func (m *mail) deliver() {
	m.mu.Lock()
	defer m.mu.Unlock()
	next := 0
	if m.newestFirst {
		next = len(m.posted) - 1
	}
	c := m.posted[next]
	m.posted = append(m.posted[:next], m.posted[next+1:]...)
	c.Proceed()
}
