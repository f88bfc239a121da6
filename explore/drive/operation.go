package drive

import (
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An operation is one overlapped request of a program.
type operation struct {
	*ndclient.Request
	port *port
	// lacks says that it was refused for want of resources, while others were in progress, which take some too.
	lacks bool
	// early says that it asks for the end of a connection that was not established yet, which may be refused,
	// at once or later.
	early bool
}

// refusedEarly reports whether it was refused since it was early.
func (t *operation) refusedEarly() bool { return t.early && t.Final() == nd2.ConnectionInvalid }

// A port is the completion port of a side's file.
type port struct {
	ndclient.Port
	requests *openRequests // of the adapter
}

func newPort() *port { return &port{requests: &openRequests{open: map[*operation]bool{}}} }

func newOperation(object nd2.Overlapping, p *port) *operation {
	t := &operation{Request: ndclient.NewRequest(object), port: p}
	p.Expect(t.Overlapped)
	return t
}

// start begins the request.
func (t *operation) start(call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	before := t.port.requests.begins()
	t.Start(call)
	busy := t.port.requests.begun(t, before)
	t.lacks = busy && ndclient.Exhausted(t.Returned)
	return t.Returned
}

// Ended is that of the request, and notes that it is no longer in progress.
func (t *operation) Ended() bool { return t.leavesIf(t.Request.Ended()) }

// Await is that of the request, likewise.
func (t *operation) Await(limit time.Duration) bool { return t.leavesIf(t.Request.Await(limit)) }

// AwaitNotified is that of the request, likewise.
func (t *operation) AwaitNotified(limit time.Duration) bool {
	return t.leavesIf(t.Request.AwaitNotified(limit))
}

func (t *operation) leavesIf(over bool) bool {
	if over {
		t.port.requests.ends(t)
	}
	return over
}

// notified judges how often the end of a request was signaled.
func (t *operation) notified() *model.Violation {
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

// unasked judges whether packets have come that belong to no request.
func (p *port) unasked() *model.Violation {
	if n := p.Strays(); n > 0 {
		return model.Violates("overlapped.notification.requested-only cq.notify.unarmed-at-creation",
			"packets of requests only", "%d came that belong to none", n)
	}
	return nil
}
