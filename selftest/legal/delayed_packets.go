package legal

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

const packetDelay = time.Millisecond

// packetQueue has packets on their way to completion ports.
type packetQueue struct {
	timers
	newestFirst bool

	mu     sync.Mutex
	posted []*calls.Call // oldest first
}

// delayedPackets delays packets; of several, the oldest or the newest is delivered first.
func delayedPackets(newestFirst bool) func() calls.Hooks {
	return func() calls.Hooks {
		q := &packetQueue{newestFirst: newestFirst}
		return calls.Hooks{Call: calls.At(calls.PortPost, q.post), Close: q.close}
	}
}

func (q *packetQueue) post(c *calls.Call) nd2.Status {
	q.mu.Lock()
	q.posted = append(q.posted, c)
	q.mu.Unlock()
	q.after(packetDelay, q.deliver)
	return nd2.Success
}

// deliver delivers one packet. It is called once for each.
func (q *packetQueue) deliver() {
	q.mu.Lock()
	defer q.mu.Unlock()
	next := 0
	if q.newestFirst {
		next = len(q.posted) - 1
	}
	c := q.posted[next]
	q.posted = append(q.posted[:next], q.posted[next+1:]...)
	c.Proceed()
}
