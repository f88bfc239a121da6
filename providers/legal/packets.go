package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// lateness is how late packets are.
const lateness = time.Millisecond

// mail is packets on their way to completion ports.
type mail struct {
	later
	newestFirst bool

	mu     sync.Mutex
	posted []*interpose.Call // oldest first
}

// latePackets makes hooks that deliver packets late, in order or the newest first.
func latePackets(newestFirst bool) func() interpose.Hooks {
	return func() interpose.Hooks {
		m := &mail{newestFirst: newestFirst}
		return interpose.Hooks{Call: interpose.At(interpose.PortPost, m.post), Close: m.close}
	}
}

func (m *mail) post(c *interpose.Call) nd2.Status {
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
