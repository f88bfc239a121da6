package nic

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// faults are the faults injected into the device. The device's lock guards them.
type faults struct {
	calls    []*callFault
	requests []*requestFault
	// cancelFails and noAffinity count the reasons.
	cancelFails, noAffinity int
}

// A callFault makes a method return a status.
type callFault struct {
	call   string
	status nd2.Status
}

// A requestFault makes the next request of a type fail, once.
type requestFault struct {
	kind nd2.RequestType
	// atResponder says that the request is the peer's.
	atResponder bool
	outcome     rc.Outcome
}

// Check makes a method's first checks: it returns ND_DEVICE_REMOVED, the status of a fault
// for that call, or ND_SUCCESS. A call's name is that in the documents,
// "IND2QueuePair::Send".
func (d *Device) Check(call string) nd2.Status {
	if d.unwell.Load() == 0 {
		return nd2.Success
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return nd2.DeviceRemoved
	}
	return d.faults.call(call)
}

// CheckCleanUp is Check for a method that works after a removal.
func (d *Device) CheckCleanUp(call string) nd2.Status {
	if d.unwell.Load() == 0 {
		return nd2.Success
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.faults.call(call)
}

func (f *faults) call(call string) nd2.Status {
	for _, c := range f.calls {
		if c.call == call {
			return c.status
		}
	}
	return nd2.Success
}

// next takes the fault for the next request of a type, if any.
func (f *faults) next(kind nd2.RequestType, atResponder bool) rc.Outcome {
	if len(f.requests) == 0 { // the compiler inlines this much
		return rc.OK
	}
	return f.find(kind, atResponder)
}

func (f *faults) find(kind nd2.RequestType, atResponder bool) rc.Outcome {
	for i, r := range f.requests {
		if r.kind == kind && r.atResponder == atResponder {
			f.requests = slices.Delete(f.requests, i, i+1)
			return r.outcome
		}
	}
	return rc.OK
}

// initiator returns how processing a request fails, if it does.
func (f *faults) initiator(kind nd2.RequestType) rc.Outcome { return f.next(kind, false) }

// responder reports whether the device fails to carry out a peer's request.
func (f *faults) responder(kind nd2.RequestType) bool { return f.next(kind, true) != rc.OK }

// receive returns how filling a Receive fails, if it does: by a fault of the Receive or the
// Send.
func (f *faults) receive() rc.Outcome {
	if o := f.next(nd2.RequestReceive, false); o != rc.OK {
		return o
	}
	return f.next(nd2.RequestSend, true)
}

// FailCall makes a method return a status until undone.
func (d *Device) FailCall(call string, s nd2.Status) (undo func()) {
	c := &callFault{call, s}
	return d.inject(
		func(f *faults) { f.calls = append(f.calls, c) },
		func(f *faults) { f.calls = slices.DeleteFunc(f.calls, func(x *callFault) bool { return x == c }) })
}

// FailRequest makes the next request of type t end with o, until undone: a request posted
// here or, if atResponder is set, a request from a peer.
func (d *Device) FailRequest(t nd2.RequestType, o rc.Outcome, atResponder bool) (undo func()) {
	r := &requestFault{t, atResponder, o}
	return d.inject(
		func(f *faults) { f.requests = append(f.requests, r) },
		func(f *faults) {
			f.requests = slices.DeleteFunc(f.requests, func(x *requestFault) bool { return x == r })
		})
}

// FailCancel keeps overlapped requests from being canceled until undone.
func (d *Device) FailCancel() (undo func()) {
	return d.inject(func(f *faults) { f.cancelFails++ }, func(f *faults) { f.cancelFails-- })
}

// HideAffinity hides where notifications are processed.
func (d *Device) HideAffinity() (undo func()) {
	return d.inject(func(f *faults) { f.noAffinity++ }, func(f *faults) { f.noAffinity-- })
}

// AffinityHidden reports whether HideAffinity is in effect.
func (d *Device) AffinityHidden() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.faults.noAffinity > 0
}

// FailQueues makes all existing completion queues and shared receive queues fail for good.
func (d *Device) FailQueues() {
	d.FailCompletionQueues()
	d.FailSharedReceiveQueues()
}

// FailCompletionQueues makes all existing completion queues fail for good.
func (d *Device) FailCompletionQueues() {
	d.Lock()
	defer d.UnlockAndDeliver()
	for c := range d.completionQueues {
		c.fail(nd2.InternalError)
	}
}

// FailSharedReceiveQueues makes all existing shared receive queues fail for good.
func (d *Device) FailSharedReceiveQueues() {
	d.Lock()
	defer d.UnlockAndDeliver()
	for s := range d.sharedQueues {
		s.fail(nd2.InternalError)
	}
}

// inject puts a fault into effect until undone.
func (d *Device) inject(begin, end func(*faults)) (undo func()) {
	d.unwell.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	begin(&d.faults)
	return sync.OnceFunc(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		end(&d.faults)
		d.unwell.Add(-1)
	})
}
