package drive

import (
	"time"

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
	// seen says that its end has been seen.
	seen bool
}

// refusedEarly reports whether it was refused since it was early.
func (t *operation) refusedEarly() bool { return t.early && t.Final() == nd2.ConnectionInvalid }

func newOperation(object nd2.Overlapping, p *port) *operation {
	return &operation{Request: ndclient.NewRequest(object), port: p}
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
func (t *operation) Ended() bool { return t.seenIf(t.Request.Ended()) }

// Await is that of the request, likewise.
func (t *operation) Await(limit time.Duration) bool { return t.seenIf(t.Request.Await(limit)) }

// seenIf asks once more for the status of a request that was pending when its end is seen, while there
// certainly is the object: the judge sees whether it stays.
func (t *operation) seenIf(over bool) bool {
	if over && !t.seen && t.Returned == nd2.Pending {
		t.seen = true
		t.Status()
	}
	return t.leavesIf(over)
}

// AwaitNotified is Await for a request whose object may have been released, which nobody asks.
func (t *operation) AwaitNotified(limit time.Duration) bool {
	return t.leavesIf(t.Request.AwaitNotified(limit))
}

func (t *operation) leavesIf(over bool) bool {
	if over {
		t.port.requests.ends(t)
	}
	return over
}
