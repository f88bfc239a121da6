package trace

import "github.com/ndconform/ndconform/nd2"

// unknown is the part of every wrapper that forwards IUnknown.
type unknown struct {
	*Recorder
	label string
	inner nd2.Unknown
}

func (u *unknown) traceName() string      { return u.label }
func (u *unknown) unwrapped() nd2.Unknown { return u.inner }

func (u *unknown) AddRef() uint32 {
	call := u.begin(u.label, "AddRef", "")
	n := u.inner.AddRef()
	call.end(n)
	return n
}

func (u *unknown) Release() uint32 {
	call := u.begin(u.label, "Release", "")
	n := u.inner.Release()
	call.end(n)
	return n
}

func (u *unknown) QueryInterface(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
	call := u.begin(u.label, "QueryInterface", "_", iid)
	s := u.inner.QueryInterface(iid, object)
	call.end(s)
	u.wrap(object)
	u.same(object, u.label)
	return s
}

// Unwrap returns the provider's own object behind a traced one, and anything else
// as it is.
func Unwrap(object nd2.Unknown) nd2.Unknown {
	if w, ok := object.(interface{ unwrapped() nd2.Unknown }); ok {
		return w.unwrapped()
	}
	return object
}

// wrap replaces *object, which came out of the provider, by a traced one of the
// same interface.
func (r *Recorder) wrap(object *nd2.Unknown) {
	if object == nil || *object == nil {
		return
	}
	switch inner := (*object).(type) {
	case nd2.Adapter:
		*object = &adapter{unknown{r, r.name("adapter"), inner}, inner}
	case nd2.CompletionQueue:
		*object = &completionQueue{r.overlapping("cq", inner), inner}
	case nd2.SharedReceiveQueue:
		*object = &sharedReceiveQueue{r.overlapping("srq", inner), inner}
	case nd2.MemoryRegion:
		*object = &memoryRegion{r.overlapping("mr", inner), inner}
	case nd2.Connector:
		*object = &connector{r.overlapping("connector", inner), inner}
	case nd2.Listener:
		*object = &listener{r.overlapping("listener", inner), inner}
	case nd2.QueuePair:
		*object = &queuePair{unknown{r, r.name("qp"), inner}, inner}
	case nd2.MemoryWindow:
		*object = &memoryWindow{unknown{r, r.name("mw"), inner}, inner}
	}
}

type overlapping struct {
	unknown
	inner nd2.Overlapping
}

func (r *Recorder) overlapping(kind string, inner nd2.Overlapping) overlapping {
	return overlapping{unknown{r, r.name(kind), inner}, inner}
}

func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	call := o.begin(o.label, "CancelOverlappedRequests", "")
	s := o.inner.CancelOverlappedRequests()
	call.end(s)
	return s
}

func (o *overlapping) GetOverlappedResult(ov *nd2.Overlapped, wait bool) nd2.Status {
	call := o.begin(o.label, "GetOverlappedResult", "_ wait?", ov, wait)
	call.mayWait(wait)
	s := o.inner.GetOverlappedResult(ov, wait)
	call.polled(s == nd2.Pending, s)
	return s
}
