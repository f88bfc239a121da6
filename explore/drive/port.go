package drive

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A port is the completion port of a side's file.
type port struct {
	ndclient.Port
	requests *openRequests // of the adapter
	foreign  atomic.Int64  // packets with another key than the file's

	mu sync.Mutex
	// fresh are requests whose end has been seen since the last quiescence, and ended those before.
	fresh, ended []*operation
}

// mostEnded is how many of the requests that have ended are looked at again at the end, at most: the last ones.
const mostEnded = 1 << 12

func newPort() *port { return &port{requests: &openRequests{open: map[*operation]bool{}}} }

// Post implements [nd2.CompletionPort].
func (p *port) Post(key uintptr, o *nd2.Overlapped) {
	if key != ndclient.FileKey {
		p.foreign.Add(1)
	}
	p.Port.Post(key, o)
}

// keep keeps a request that was pending and has ended. Lanes call it concurrently.
func (p *port) keep(t *operation) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fresh = append(p.fresh, t)
}

// unasked judges whether packets have come that belong to no request, or not to this port.
func (p *port) unasked() *model.Violation {
	if n := p.Strays(); n > 0 {
		return model.Violates("overlapped.notification.requested-only cq.notify.unarmed-at-creation",
			"packets of requests only", "%d came that belong to none", n)
	}
	if n := p.foreign.Load(); n > 0 {
		return model.Violates(ownPort, "packets with the key of the file", "%d came with another", n)
	}
	return nil
}

// delivered waits for the packets of requests that have ended, and judges that no more have come.
func (d *driver) delivered(p *port) *model.Violation {
	p.mu.Lock()
	fresh := p.fresh
	p.fresh = nil
	p.ended = append(p.ended, fresh...)
	p.ended = p.ended[max(0, len(p.ended)-mostEnded):]
	p.mu.Unlock()
	for _, t := range fresh {
		for waited := timeout.New(d.Limit); p.Count(t.Overlapped) < t.Phases(); runtime.Gosched() {
			if waited.Over() || d.ctx.Err() != nil {
				return model.Violates("overlapped.notification.pending",
					"a packet at the completion port for each request that was pending and has ended",
					"%d came, and %d were due, of one that has ended with %v", p.Count(t.Overlapped), t.Phases(), t.Final())
			}
		}
		if v := t.notified(); v != nil {
			return v
		}
	}
	return nil
}

// once judges that nothing has been signaled of the requests that ended long ago, but their ends.
func (d *driver) once(p *port) *model.Violation {
	if v := d.delivered(p); v != nil {
		return v
	}
	for _, t := range p.ended {
		if v := t.notified(); v != nil {
			return v
		}
	}
	return p.unasked()
}

// notified judges how often the end of a request was signaled, and whether its status stays.
func (t *operation) notified() *model.Violation {
	if t.seen && t.again != t.Final() {
		return model.Violates("overlapped.getoverlappedresult.status-stays",
			"the status of a request that has ended to stay", "it was %v, and then %v", t.Final(), t.again)
	}
	due := 0
	if t.Returned == nd2.Pending {
		due = t.Phases()
	}
	if n := t.Event.Sets(); n > max(due, t.mayBeSet()) {
		return model.Violates("overlapped.notification.pending overlapped.notification.inline-event",
			"the event of a request to be set once if it was pending, and otherwise never",
			"it was set %d times, and %d were due", n, due)
	}
	if n := t.port.Count(t.Overlapped); n > due {
		return model.Violates("overlapped.notification.pending overlapped.notification.inline-success",
			"one packet for a request that was pending, and otherwise none", "%d came, and %d were due", n, due)
	}
	return nil
}

// mayBeSet returns how often the event of a request that was not pending may be set: once
// if the request succeeded, since Windows' I/O manager sets it then too.
func (t *operation) mayBeSet() int {
	if t.Returned == nd2.Success {
		return 1
	}
	return 0
}
