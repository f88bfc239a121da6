//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import (
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A request is an overlapped request: the provider's OVERLAPPED for a client's. It is
// also the event of the provider's OVERLAPPED, and so learns when the request begins to
// be pending and when it ends.
type request struct {
	overlapped nd2.Overlapped
	// at is the address of the client's OVERLAPPED.
	at    uintptr
	owner *object
	// event is a handle of the client's event, or 0: the system, too, keeps the event of a request that pends.
	event C.uintptr_t
	// pends says that the request is pending.
	pends bool

	mu sync.Mutex
	// told says that the client was notified, and over that it was given the final status.
	told, over bool
}

// requests are those that are pending and those that failed, by the client's
// OVERLAPPED. Of a request that succeeded there is nothing more to know than that, unless
// the provider is wrapped.
var requests struct {
	mu    sync.Mutex
	at    map[uintptr]*request
	ended endedRequests
	// failed lists the requests that failed and whose result the client has not asked
	// for yet, the oldest first.
	failed []*request
}

// mostFailed is how many of them are remembered.
const mostFailed = 4096

const overlappedSize = 32

// overlapped returns the provider's OVERLAPPED for the request that a parameter names,
// or nil for NULL.
func (c *call) overlapped(n int) *nd2.Overlapped {
	at := c.args[n]
	if at == 0 {
		return nil
	}
	if !writable(at, overlappedSize) {
		refuse(n)
	}
	r := &request{at: at, owner: c.object}
	r.overlapped.Internal = *r.internal()
	r.overlapped.Event = r
	c.asked = r
	requests.mu.Lock()
	requests.ended.forget(at)
	requests.mu.Unlock()
	return &r.overlapped
}

// Program says what the provider's OVERLAPPED stands for: the client's, which may have an event. See watch.StandIn.
func (r *request) Program() (at uintptr, event bool) {
	const eventOffset = 24
	return r.at, *(*uintptr)(pointer(r.at + eventOffset))&^1 != 0
}

// internal returns the OVERLAPPED's first field.
func (r *request) internal() *uintptr { return (*uintptr)(pointer(r.at)) }

// Reset implements [nd2.Event]: the request begins to be pending.
func (r *request) Reset() {
	requests.mu.Lock()
	defer requests.mu.Unlock()
	r.begin()
}

func (r *request) begin() {
	if requests.at == nil {
		requests.at = map[uintptr]*request{}
	}
	requests.at[r.at], r.pends = r, true
	requests.ended.forget(r.at)
	C.comdll_event_close(r.event)
	r.event = C.comdll_overlapped_begin(pointer(r.at))
}

// pend is called when the call has returned ND_PENDING, which not every provider says by Reset before.
func (r *request) pend() {
	requests.mu.Lock()
	defer requests.mu.Unlock()
	if !r.pends {
		r.begin()
	}
}

// Set implements [nd2.Event]: the request has ended.
func (r *request) Set() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if requests.mu.Lock(); !r.pends { // it ended before it was seen to pend
		r.begin()
	}
	requests.mu.Unlock()
	s := nd2.Status(r.overlapped.Internal)
	r.tell(s)
	if s == nd2.Success && served.Wrap == nil { // a wrapper has to see that the client asks for it
		r.forget(s)
	} else {
		r.remember()
	}
}

// WithoutPacket says that the provider need not post a packet: no port is bound to its file.
func (*request) WithoutPacket() bool { return true }

// tell has the system set the client's event and post its packet. r.mu is locked.
func (r *request) tell(s nd2.Status) {
	r.told = true
	if writable(r.at, overlappedSize) {
		r.owner.file.finish(r.at, r.event, s)
	}
	C.comdll_event_close(r.event)
	r.event = 0
}

// answer is called before the client is given the final status: with that come the event and the packet. What
// the provider says later is not passed on, since the OVERLAPPED may be something else by then.
func (r *request) answer(s nd2.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	requests.mu.Lock()
	pends := r.pends
	requests.mu.Unlock()
	if pends && !r.told {
		r.tell(s)
	}
	r.over = true
}

// forget drops the request but for its status, unless another has its OVERLAPPED already.
func (r *request) forget(s nd2.Status) {
	requests.mu.Lock()
	defer requests.mu.Unlock()
	if requests.at[r.at] == r {
		delete(requests.at, r.at)
		requests.ended.note(r.at, s)
	}
}

func (r *request) drop() {
	if requests.at[r.at] == r {
		delete(requests.at, r.at)
	}
}

// remember keeps the request until its status is asked for, or until many others have
// failed.
func (r *request) remember() {
	requests.mu.Lock()
	defer requests.mu.Unlock()
	requests.failed = append(requests.failed, r)
	if len(requests.failed) > mostFailed {
		requests.failed[0].drop()
		requests.failed = requests.failed[1:]
	}
}

// result is GetOverlappedResult. The provider is asked through the object that has the
// request, even if the client asks another one.
func (c *call) result() nd2.Status {
	at, wait := c.args[1], c.yes(c.last)
	if at == 0 {
		return ask(c.object.unknown, nil, wait)
	}
	if !writable(at, overlappedSize) {
		refuse(1)
	}
	requests.mu.Lock()
	r := requests.at[at]
	ended, isEnded := requests.ended.status(at)
	requests.mu.Unlock()
	if r == nil {
		r = &request{at: at, owner: c.object, over: true}
		if isEnded && mayStandFor(*r.internal(), ended) {
			*r.internal() = uintptr(ended)
		}
		r.overlapped = nd2.Overlapped{Internal: *r.internal(), Event: r}
		return ask(c.object.unknown, &r.overlapped, wait)
	}
	s := ask(r.owner.unknown, &r.overlapped, wait)
	if s != nd2.Pending {
		r.answer(s)
		r.setStatus(s)
	}
	return s
}

// setStatus writes the final status to the client's OVERLAPPED, where it is found from now
// on.
func (r *request) setStatus(s nd2.Status) {
	requests.mu.Lock()
	defer requests.mu.Unlock()
	if requests.at[r.at] == r {
		*r.internal() = uintptr(s)
		delete(requests.at, r.at)
		requests.ended.note(r.at, s)
	}
}

func ask(u nd2.Unknown, o *nd2.Overlapped, wait bool) nd2.Status {
	switch v := u.(type) {
	case nd2.Overlapping:
		return v.GetOverlappedResult(o, wait)
	case nd1.Overlapping:
		return v.GetOverlappedResult(o, nil, wait)
	}
	return nd2.InvalidHandle
}

// overlappedCall is a method of IND2Overlapped or INDOverlapped.
func (c *call) overlappedCall() uintptr {
	if c.place == getOverlappedResult {
		if bytes := c.bytesTransferred(); bytes != nil {
			*bytes = 0
		}
		return uintptr(c.result())
	}
	return uintptr(c.object.unknown.(interface{ CancelOverlappedRequests() nd2.Status }).CancelOverlappedRequests())
}

// bytesTransferred returns the parameter of that name of v1's GetOverlappedResult.
func (c *call) bytesTransferred() *uintptr {
	if c.last == 2 {
		return nil
	}
	return out[uintptr](c, 2)
}
