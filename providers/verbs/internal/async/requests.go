package async

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Requests are one object's overlapped requests in progress, in the order of their
// Begin.
type Requests struct {
	file    *File
	pending []*Request // guarded by the file's lock
}

// A Request is an overlapped request whose call returns ND_PENDING.
type Request struct {
	requests   *Requests
	overlapped *nd2.Overlapped
	// decided says that the status is final and the client's notification follows; the
	// file's lock guards it.
	decided bool
}

// Init makes r ready for an object on the file.
func (r *Requests) Init(f *File) { r.file = f }

// Begin makes o pending and resets its event.
func (r *Requests) Begin(o *nd2.Overlapped) *Request {
	if o.Event != nil {
		o.Event.Reset()
	}
	q := &Request{requests: r, overlapped: o}
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	o.Internal = uintptr(nd2.Pending)
	r.pending = append(r.pending, q)
	return q
}

// All lists the requests in progress.
func (r *Requests) All() []*Request {
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	return slices.Clone(r.pending)
}

// Result is IND2Overlapped::GetOverlappedResult. For a request that never pended it
// returns o's status.
func (r *Requests) Result(o *nd2.Overlapped, wait bool) nd2.Status {
	f := r.file
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		i := slices.IndexFunc(r.pending, func(q *Request) bool { return q.overlapped == o })
		switch {
		case i < 0:
			return nd2.Status(o.Internal)
		case !wait && !r.pending[i].decided:
			return nd2.Pending
		}
		// A client that has seen the event waits here until the request is over: then
		// it can use o again.
		f.ended.Wait()
	}
}

// decide sets the request's final status, and reports whether it was the first.
func (q *Request) decide(s nd2.Status) bool {
	f := q.requests.file
	f.mu.Lock()
	defer f.mu.Unlock()
	if q.decided {
		return false
	}
	q.decided = true
	q.overlapped.Internal = uintptr(s)
	return true
}

// notify tells the client of a decided request.
func (q *Request) notify() {
	f := q.requests.file
	f.mu.Lock()
	port, key := f.port, f.key
	f.mu.Unlock()
	if event := q.overlapped.Event; event != nil {
		event.Set()
	}
	if port != nil {
		port.Post(key, q.overlapped)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	q.requests.pending = slices.DeleteFunc(q.requests.pending, func(p *Request) bool { return p == q })
	f.ended.Broadcast()
}
