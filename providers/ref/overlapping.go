package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An overlapping is the part shared by objects with overlapped requests; it implements
// [nd2.Overlapping]. It keeps its adapter alive.
type overlapping struct {
	object.Object
	adapter  *adapter
	requests *nic.Requests
}

// begin gives self, which embeds o, its first reference and its interfaces. end is called before the adapter
// is released.
func (o *overlapping) begin(self nd2.Unknown, a *adapter, requests *nic.Requests, end func(), iids ...nd2.GUID) {
	a.AddRef()
	o.adapter, o.requests = a, requests
	o.Object.Begin(self, func() {
		end()
		a.Release()
	}, iids...)
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	if s := o.adapter.device.CheckCleanUp("IND2Overlapped::CancelOverlappedRequests"); s != nd2.Success {
		return s
	}
	return o.requests.Cancel()
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(overlapped *nd2.Overlapped, wait bool) nd2.Status {
	if overlapped == nil {
		return nd2.InvalidParameter1
	}
	return o.requests.Result(overlapped, wait)
}

// finish returns the status of a request that ended with s during its call. With the
// quirk always-pends, a success comes later.
func (o *overlapping) finish(s nd2.Status, overlapped *nd2.Overlapped) nd2.Status {
	if s != nd2.Success || !o.adapter.hardware.quirks.Pends {
		return s
	}
	return completeLater(o.requests, s, overlapped)
}

// completeLater makes a request pend whose work is done.
func completeLater(requests *nic.Requests, s nd2.Status, o *nd2.Overlapped) nd2.Status {
	r, device := requests.Begin(o), requests.File().Device()
	device.Lock()
	defer device.UnlockAndDeliver()
	r.Complete(s)
	return nd2.Pending
}

// Belongs reports whether the object is the adapter's and alive.
func (o *overlapping) Belongs(a *adapter) bool { return o.adapter == a && o.Alive() }
