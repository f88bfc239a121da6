package drive

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// What has been released has no methods.
type released struct{ nd2.Overlapping }

// TestAReleasedObjectIsNotAsked shows that whoever waits for the end of a request whose object
// has been released asks the event alone: nothing else is the client's.
func TestAReleasedObjectIsNotAsked(t *testing.T) {
	waits := newOperation(released{}, newPort())
	if waits.AwaitNotified(time.Millisecond) {
		t.Error("it is over, and nothing has told of it")
	}
	time.AfterFunc(time.Millisecond, waits.Event.Set)
	if !waits.AwaitNotified(time.Minute) {
		t.Error("it is not over, and the event is set")
	}
}

// A late listener ends canceled requests a moment later, and must not be called when it has been released.
type lateListener struct {
	nd2.Listener
	t        *testing.T
	requests []*nd2.Overlapped
	ended    atomic.Bool
	gone     atomic.Bool
}

func (l *lateListener) GetConnectionRequest(_ nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	l.requests = append(l.requests, o)
	return nd2.Pending
}

func (l *lateListener) CancelOverlappedRequests() nd2.Status {
	time.AfterFunc(10*time.Millisecond, func() {
		l.ended.Store(true)
		for _, o := range l.requests {
			o.Event.Set()
		}
	})
	return nd2.Success
}

func (l *lateListener) GetOverlappedResult(*nd2.Overlapped, bool) nd2.Status {
	if l.gone.Load() {
		l.t.Error("GetOverlappedResult of a listener that has been released")
	}
	if l.ended.Load() {
		return nd2.Canceled
	}
	return nd2.Pending
}

func (l *lateListener) Release() uint32 {
	l.gone.Store(true)
	return 0
}

// A step that withdraws a listener's requests is judged when all lanes have returned. A later step of its lane may
// have replaced the listener by then.
func TestWithdrawnRequestsHaveEndedBeforeTheirListenerIsReleased(t *testing.T) {
	l := &lateListener{t: t}
	at, s := &listening{Listener: l}, &side{port: newPort()}
	s.waitFor(at, nil)
	s.waitFor(at, nil)
	_, first := at.withdraw()
	at.withdraw()
	if !at.settled(time.Minute) {
		t.Fatal("the requests have not ended")
	}
	at.free()
	for n, one := range first {
		if !one.Await(time.Minute) || one.Final() != nd2.Canceled {
			t.Errorf("request %d has ended with %v", n, one.Final())
		}
	}
}
