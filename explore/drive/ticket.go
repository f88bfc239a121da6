package drive

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A ticket is one overlapped request.
type ticket struct {
	nd2.Overlapped
	object   nd2.Overlapping
	port     *port
	returned nd2.Status
	status   nd2.Status // how it has ended, if it is over
	over     bool
	phases   int32
	// lacks says that it was refused for want of resources, while others were in progress, which take some too.
	lacks bool

	sets   atomic.Int32
	signal chan struct{} // holds something while the event is set
}

func newTicket(object nd2.Overlapping, p *port) *ticket {
	t := &ticket{object: object, port: p, phases: 1, signal: make(chan struct{}, 1)}
	t.Event = t
	p.expect(&t.Overlapped)
	return t
}

// Set implements nd2.Event.
func (t *ticket) Set() {
	t.sets.Add(1)
	select {
	case t.signal <- struct{}{}:
	default:
	}
}

// Reset implements nd2.Event.
func (t *ticket) Reset() {
	select {
	case <-t.signal:
	default:
	}
}

func (t *ticket) signaled() <-chan struct{} { return t.signal }

// start begins the request.
func (t *ticket) start(call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	before := t.port.room.begins()
	t.returned = call(&t.Overlapped)
	busy := t.port.room.begun(t, before)
	if t.returned != nd2.Pending {
		t.status, t.over = t.returned, true
		t.lacks = busy && outOfResources(t.returned)
	}
	return t.returned
}

// ended reports whether the request is over, without waiting. Its event has been set if so.
func (t *ticket) ended() bool {
	for !t.over {
		if t.sets.Load() < t.phases {
			return false
		}
		t.status = t.object.GetOverlappedResult(&t.Overlapped, false)
		if t.status != nd2.Pending {
			t.over = true
			t.port.room.ends(t)
			break
		}
		t.Reset() // a new phase begins
		t.phases++
	}
	return true
}

// await waits for the request's end; it returns false if the time is up.
func (t *ticket) await(limit time.Duration) bool {
	return timeout.Until(limit, t.signaled, t.ended)
}

// told waits until the event says that the request is over, and asks nothing of the object,
// which has been released; it returns false if the time is up.
func (t *ticket) told(limit time.Duration) bool {
	told := timeout.Until(limit, t.signaled, func() bool { return t.over || t.sets.Load() >= t.phases })
	if told {
		t.port.room.ends(t)
	}
	return told
}

// notified judges how often the end of a request was signaled.
func (t *ticket) notified() *model.Violation {
	due := int32(0)
	if t.returned == nd2.Pending {
		due = t.phases
	}
	if n := t.sets.Load(); n > max(due, t.mayBeSet()) {
		return model.Violates("overlapped.notification.pending overlapped.notification.inline-event", "the event of a request to be set once if it was pending, and otherwise never", "it was set %d times, and %d were due", n, due)
	}
	if n := t.port.packets(&t.Overlapped); n > int(due) {
		return model.Violates("overlapped.notification.pending overlapped.notification.inline-success", "one packet for a request that was pending, and otherwise none", "%d came, and %d were due", n, due)
	}
	return nil
}

// mayBeSet returns how often the event of a request that was not pending may be set: once
// if the request has succeeded, as Windows' I/O manager does.
func (t *ticket) mayBeSet() int32 {
	if t.returned == nd2.Success {
		return 1
	}
	return 0
}

// A port is a completion port that counts the packets of each request, and those of none.
type port struct {
	mu    sync.Mutex
	count map[*nd2.Overlapped]int
	stray int
	room  *room // of the adapter
}

func newPort() *port {
	return &port{count: map[*nd2.Overlapped]int{}, room: &room{open: map[*ticket]bool{}}}
}

// Post implements nd2.CompletionPort.
func (p *port) Post(_ uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count == nil {
		return
	}
	if _, expected := p.count[o]; !expected {
		p.stray++
	}
	p.count[o]++
}

// expect notes that a request has an OVERLAPPED.
func (p *port) expect(o *nd2.Overlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.count[o]; !known && p.count != nil {
		p.count[o] = 0
	}
}

// unasked judges whether packets have come that belong to no request.
func (p *port) unasked() *model.Violation {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stray == 0 {
		return nil
	}
	return model.Violates("overlapped.notification.requested-only cq.notify.unarmed-at-creation", "packets of requests only", "%d came that belong to none", p.stray)
}

// forget ends the counting: a file may keep its port when it is closed.
func (p *port) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count = nil
}

func (p *port) packets(o *nd2.Overlapped) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count[o]
}
