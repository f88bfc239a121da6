package trace

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// named is anything that has a name in the trace.
type named interface{ traceName() string }

// unknown is the part of every wrapper that forwards IUnknown.
type unknown struct {
	*Recorder
	label string
	inner nd2.Unknown
}

func (u *unknown) traceName() string      { return u.label }
func (u *unknown) unwrapped() nd2.Unknown { return u.inner }

func (u *unknown) AddRef() uint32 {
	n := u.inner.AddRef()
	u.note(u.label, "AddRef", n)
	return n
}

func (u *unknown) Release() uint32 {
	n := u.inner.Release()
	u.note(u.label, "Release", n)
	return n
}

func (u *unknown) QueryInterface(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
	s := u.inner.QueryInterface(iid, object)
	u.note(u.label, "QueryInterface", s, iid)
	u.wrap(object)
	return s
}

// Unwrap gives the provider's own object behind a traced one, and anything else
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
		*object = &adapter{unknown{r, r.name("Adapter"), inner}, inner}
	case nd2.CompletionQueue:
		*object = &completionQueue{r.overlapping("CompletionQueue", inner), inner}
	case nd2.SharedReceiveQueue:
		*object = &sharedReceiveQueue{r.overlapping("SharedReceiveQueue", inner), inner}
	case nd2.MemoryRegion:
		*object = &memoryRegion{r.overlapping("MemoryRegion", inner), inner}
	case nd2.Connector:
		*object = &connector{r.overlapping("Connector", inner), inner}
	case nd2.Listener:
		*object = &listener{r.overlapping("Listener", inner), inner}
	case nd2.QueuePair:
		*object = &queuePair{unknown{r, r.name("QueuePair"), inner}, inner}
	case nd2.MemoryWindow:
		*object = &memoryWindow{unknown{r, r.name("MemoryWindow"), inner}, inner}
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
	s := o.inner.CancelOverlappedRequests()
	o.note(o.label, "CancelOverlappedRequests", s)
	return s
}

func (o *overlapping) GetOverlappedResult(ov *nd2.Overlapped, wait bool) nd2.Status {
	s := o.inner.GetOverlappedResult(ov, wait)
	o.note(o.label, "GetOverlappedResult", s, ov, wait)
	return s
}

func addressOf(o *nd2.Overlapped) uintptr { return uintptr(unsafe.Pointer(o)) }
