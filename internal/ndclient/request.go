package ndclient

import (
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A Request is one overlapped request, however it ends: inline, or pending and completed later.
type Request struct {
	// Returned is the call's return value; ND_PENDING until then.
	Returned nd2.Status
	// Overlapped is the request's OVERLAPPED; Event is its event.
	Overlapped *nd2.Overlapped
	Event      *Event

	object nd2.Overlapping
	call   func(*nd2.Overlapped) nd2.Status
	again  atomic.Bool // it was made once more
	final  atomic.Uint32
	phases atomic.Int32 // ended phases that another has followed
	parts  struct {     // allocated with the request
		overlapped nd2.Overlapped
		event      Event
	}
}

// NewRequest returns a request on an object, which [Request.Start] issues.
func NewRequest(object nd2.Overlapping) *Request {
	r := &Request{Returned: nd2.Pending, object: object}
	r.Overlapped, r.Event = &r.parts.overlapped, &r.parts.event
	r.Overlapped.Event = r.Event
	r.final.Store(uint32(nd2.Pending))
	return r
}

// Start issues a request on an object: call gets the OVERLAPPED.
func Start(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *Request {
	r := NewRequest(object)
	r.Start(call)
	return r
}

// Insist is Start of a client that is not refused for a lack of the moment; see [providers.Insist].
func Insist(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *Request {
	return Start(object, func(o *nd2.Overlapped) nd2.Status { return Insisted(func() nd2.Status { return call(o) }) })
}

// Start issues the request, and returns what the call returned.
func (r *Request) Start(call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	r.call = call
	r.again.Store(false)
	r.Returned = call(r.Overlapped)
	r.ends(r.Returned)
	return r.Returned
}

// ends notes a status. What has ended lets go of its call, which may keep much alive.
func (r *Request) ends(s nd2.Status) {
	if s != nd2.Pending {
		r.call = nil
	}
	r.final.Store(uint32(s))
}

// Status asks for the request's status; ND_PENDING if it goes on.
func (r *Request) Status() nd2.Status {
	if r.Returned != nd2.Pending {
		return r.Returned
	}
	return r.object.GetOverlappedResult(r.Overlapped, false)
}

// Ask is Status for a caller that has seen the event set: while the request goes on, it resets the
// event, for the notification of the next phase.
func (r *Request) Ask() nd2.Status {
	s := r.Status()
	if s == nd2.Pending {
		if r.phaseOver() {
			r.phases.Add(1)
		}
		r.Event.Reset()
		s = r.Status() // it may have come since
	}
	if r.madeAgain(s) {
		return r.Ask()
	}
	r.ends(s)
	return s
}

// madeAgain makes a request once more if it pended and ended with a lack, which may be of the moment, and reports
// whether it did. The second try counts as another phase of the request; its lack stands. If the object can't be asked
// again, as a connector that is spent, the first lack stands.
func (r *Request) madeAgain(s nd2.Status) bool {
	if r.Returned != nd2.Pending || !providers.Lacks(s) || !r.phaseOver() || !r.again.CompareAndSwap(false, true) {
		return false
	}
	r.phases.Add(1)
	r.Event.Reset()
	r.Returned = r.call(r.Overlapped)
	if r.Returned.Failed() {
		r.Returned = s
	}
	return true
}

// Phases returns how many phases the request has had, as far as [Request.Ask] has seen. Source:
// IND2Overlapped.md, IND2Overlapped::GetOverlappedResult, Remarks.
func (r *Request) Phases() int { return int(r.phases.Load()) + 1 }

// phaseOver reports whether the event was set for the current phase, even if the provider has reset
// it since.
func (r *Request) phaseOver() bool { return r.Event.Sets() >= r.Phases() }

// Final returns the request's final status, as far as seen: ND_PENDING as long as neither the call
// nor Ask has shown it.
func (r *Request) Final() nd2.Status { return nd2.Status(r.final.Load()) }

// Notified reports whether the end of the request has been seen, or its event is set. It asks
// nothing of the object, which may have been released.
func (r *Request) Notified() bool { return r.Final() != nd2.Pending || r.Event.IsSet() }

// Ended reports whether the request has ended and its event was set, without waiting.
func (r *Request) Ended() bool {
	for r.Final() == nd2.Pending {
		if !r.phaseOver() {
			return false
		}
		r.Ask()
	}
	return true
}

// Await waits for the request's end, and returns false if the time is up.
func (r *Request) Await(limit time.Duration) bool {
	return timeout.Until(limit, r.Event.Signaled, r.Ended)
}

// AwaitNotified is Await for a request whose object has been released; see [Request.Notified].
func (r *Request) AwaitNotified(limit time.Duration) bool {
	return timeout.Until(limit, r.Event.Signaled, r.Notified)
}

// Succeed waits for the request's end. It returns nil for ND_SUCCESS, and otherwise the method's
// final status; ND_PENDING if the time is up.
func (r *Request) Succeed(method string, limit time.Duration) *Failure {
	r.Await(limit)
	return succeeded(method, r.Final())
}
