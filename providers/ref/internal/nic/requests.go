package nic

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Requests are one object's overlapped requests in progress, in the order of their
// Begin. Begin, Result and Cancel are called without locks; the file's lock guards the
// list.
type Requests struct {
	file    *File
	pending []*Request
}

// A Request is an overlapped request whose call returns ND_PENDING.
type Request struct {
	requests   *Requests
	overlapped *nd2.Overlapped
	// number is the request's place among all requests of the device.
	number uint64
	// The device's lock guards done and status until the request is queued for
	// delivery; then they are constant.
	done   bool
	status nd2.Status
	// notifying says that the client is being notified; the file's lock guards it.
	notifying bool
}

// Init makes r ready for an object on the file.
func (r *Requests) Init(f *File) {
	r.file = f
	f.device.Lock()
	defer f.device.UnlockAndDeliver()
	f.device.requests[r] = struct{}{}
}

// File returns the file on which the object was created.
func (r *Requests) File() *File { return r.file }

// Begin makes o pending and resets its event. The caller returns ND_PENDING, and makes
// sure that the request completes: after Begin, under the device's lock, it checks
// again what may have changed.
func (r *Requests) Begin(o *nd2.Overlapped) *Request {
	if o.Event != nil {
		o.Event.Reset()
	}
	q := &Request{requests: r, overlapped: o, number: r.file.device.sequence.Add(1)}
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	o.Internal = uintptr(nd2.Pending)
	r.pending = append(r.pending, q)
	r.file.device.port.Attend() // then the client need not poll
	return q
}

// Complete ends the request with its final status; a second call is ignored. The device
// is locked, and its UnlockAndDeliver notifies the client.
func (q *Request) Complete(s nd2.Status) {
	if !q.done {
		q.done, q.status = true, s
		q.requests.file.complete(q)
	}
}

// Done reports whether the request has been completed. The device is locked.
func (q *Request) Done() bool { return q.done }

// Result is IND2Overlapped::GetOverlappedResult: the final status of o's last request,
// once the client was notified of it. With wait it waits for that. For a request that
// never pended it returns o's status.
func (r *Requests) Result(o *nd2.Overlapped, wait bool) nd2.Status {
	f := r.file
	f.mu.Lock()
	defer f.mu.Unlock()
	for r.inProgress(o) {
		if !wait {
			return nd2.Pending
		}
		f.changed.Wait()
	}
	return nd2.Status(o.Internal)
}

// inProgress reports whether a request with o is pending. It waits while the client is
// being notified, so that a client which has seen the final status can use o again. The
// file is locked.
func (r *Requests) inProgress(o *nd2.Overlapped) bool {
	for {
		q := r.find(o)
		if q == nil || !q.notifying {
			return q != nil
		}
		r.file.changed.Wait()
	}
}

func (r *Requests) find(o *nd2.Overlapped) *Request {
	for _, q := range r.pending {
		if q.overlapped == o {
			return q
		}
	}
	return nil
}

// delivered forgets a request after its notification. The file is locked.
func (r *Requests) delivered(q *Request) {
	if i := slices.Index(r.pending, q); i >= 0 {
		r.pending = slices.Delete(r.pending, i, i+1)
	}
}

// CompleteAll ends all requests in the order of their Begin. The device is locked.
func (r *Requests) CompleteAll(s nd2.Status) {
	for _, q := range r.inOrder() {
		q.Complete(s)
	}
}

func (r *Requests) inOrder() []*Request {
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	return slices.Clone(r.pending)
}

// Cancel is IND2Overlapped::CancelOverlappedRequests.
func (r *Requests) Cancel() nd2.Status {
	d := r.file.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if d.faults.cancelFails > 0 {
		return nd2.Unsuccessful
	}
	r.CompleteAll(nd2.Canceled)
	return nd2.Success
}

// Close cancels the requests in progress and ends the object's hold on its file.
func (r *Requests) Close() {
	d := r.file.device
	d.Lock()
	defer d.UnlockAndDeliver()
	r.CompleteAll(nd2.Canceled)
	delete(d.requests, r)
}
