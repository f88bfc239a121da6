//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// AsyncKind is the kind of an asynchronous event.
type AsyncKind int

// The events that the provider acts on. Source: ibv_get_async_event(3).
const (
	CQError         AsyncKind = C.IBV_EVENT_CQ_ERR
	QPFatal         AsyncKind = C.IBV_EVENT_QP_FATAL
	QPRequestError  AsyncKind = C.IBV_EVENT_QP_REQ_ERR
	QPAccessError   AsyncKind = C.IBV_EVENT_QP_ACCESS_ERR
	Established     AsyncKind = C.IBV_EVENT_COMM_EST
	SRQError        AsyncKind = C.IBV_EVENT_SRQ_ERR
	SRQLimitReached AsyncKind = C.IBV_EVENT_SRQ_LIMIT_REACHED
	DeviceFatal     AsyncKind = C.IBV_EVENT_DEVICE_FATAL
)

// An AsyncEvent is an asynchronous event of a device.
type AsyncEvent struct {
	Kind AsyncKind
	// Handle is the object's handle, 0 for the device.
	Handle uintptr
}

// WatchAsync calls some when the device has asynchronous events; some takes them all
// with AsyncEvent.
func (c *Context) WatchAsync(some func()) (*Watch, error) {
	return NewWatch(int(c.c.async_fd), some)
}

// AsyncEvent takes the next asynchronous event of a watched device; ok is false if
// there is none.
func (c *Context) AsyncEvent() (event AsyncEvent, ok bool) {
	var e C.struct_ndc_async
	if C.ndc_get_async_event(c.c, &e) != 0 {
		return AsyncEvent{}, false
	}
	return AsyncEvent{AsyncKind(e.kind), uintptr(e.handle)}, true
}

// A CompletionChannel carries the events of a device's completion queues.
type CompletionChannel struct{ c *C.struct_ibv_comp_channel }

// NewCompletionChannel returns a new channel.
func (c *Context) NewCompletionChannel() (*CompletionChannel, error) {
	ch, errno := C.ibv_create_comp_channel(c.c)
	if ch == nil {
		return nil, failedErrno("ibv_create_comp_channel", true, errno)
	}
	return &CompletionChannel{ch}, nil
}

// Free frees the channel. No completion queue may still use it.
func (ch *CompletionChannel) Free() { C.ibv_destroy_comp_channel(ch.c) }

// Watch calls event with the handle of each completion queue that has an event.
func (ch *CompletionChannel) Watch(event func(uintptr)) (*Watch, error) {
	return NewWatch(int(ch.c.fd), func() {
		var handle C.uintptr_t
		for C.ndc_get_cq_event(ch.c, &handle) == 0 {
			event(uintptr(handle))
		}
	})
}
