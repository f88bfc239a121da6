package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1Overlapping is the part shared by objects with overlapped requests; it
// implements [nd1.Overlapping]. It keeps its adapter alive.
type nd1Overlapping struct {
	object.Object
	adapter  *nd1Adapter
	requests *nic.Requests
}

// begin gives self, which embeds o, its first reference. end is called before the
// adapter is released.
func (o *nd1Overlapping) begin(self nd2.Unknown, a *nd1Adapter, requests *nic.Requests, iid nd2.GUID, end func()) {
	a.AddRef()
	o.adapter, o.requests = a, requests
	o.Object.Begin(self, func() {
		end()
		a.Release()
	}, nd1.IIDOverlapped, iid)
}

// Belongs reports whether the object is the adapter's and alive.
func (o *nd1Overlapping) Belongs(a *nd1Adapter) bool { return o.adapter == a && o.Alive() }

// CancelOverlappedRequests implements [nd1.Overlapping].
func (o *nd1Overlapping) CancelOverlappedRequests() nd2.Status { return o.requests.Cancel() }

// GetOverlappedResult implements [nd1.Overlapping].
func (o *nd1Overlapping) GetOverlappedResult(overlapped *nd2.Overlapped, bytesTransferred *uintptr,
	wait bool,
) nd2.Status {
	if overlapped == nil {
		return nd2.InvalidParameter1
	}
	s := o.requests.Result(overlapped, wait)
	if bytesTransferred != nil {
		*bytesTransferred = 0
	}
	return s
}
