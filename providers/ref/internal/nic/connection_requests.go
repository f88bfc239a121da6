package nic

import "github.com/ndconform/ndconform/nd2"

// start carries out an overlapped request by calling step under the device's lock. step
// ends the request, or returns ND_PENDING and completes r later. A request that ends
// inline must not touch its OVERLAPPED. So step is first called with a nil r; if it
// returns ND_PENDING then, it has changed nothing.
func (r *Requests) start(o *nd2.Overlapped, step func(r *Request) nd2.Status) nd2.Status {
	d := r.file.device
	d.Lock()
	s := step(nil)
	d.UnlockAndDeliver()
	if s != nd2.Pending {
		return s
	}
	pending := r.Begin(o)
	d.Lock()
	defer d.UnlockAndDeliver()
	if s := step(pending); s != nd2.Pending {
		pending.Complete(s)
	}
	return nd2.Pending
}
