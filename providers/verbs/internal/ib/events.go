//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// AsyncKind says what an asynchronous event is about.
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
	// Handle is that of the object that the event is about, 0 for the device.
	Handle uintptr
}

// WatchAsync calls some when there are asynchronous events of the device, which
// AsyncEvent takes; some takes them all.
func (c *Context) WatchAsync(some func()) (*Watch, error) {
	return NewWatch(int(c.c.async_fd), some)
}

// AsyncEvent takes the next asynchronous event of a device that is watched; ok is
// false if there is none.
func (c *Context) AsyncEvent() (event AsyncEvent, ok bool) {
	var e C.struct_ndc_async
	if C.ndc_get_async_event(c.c, &e) != 0 {
		return AsyncEvent{}, false
	}
	return AsyncEvent{AsyncKind(e.kind), uintptr(e.handle)}, true
}

// A CompletionChannel is where the completion queues of a device send their events.
type CompletionChannel struct{ c *C.struct_ibv_comp_channel }

// NewCompletionChannel returns a new channel.
func (c *Context) NewCompletionChannel() (*CompletionChannel, error) {
	ch, errno := C.ibv_create_comp_channel(c.c)
	if ch == nil {
		return nil, failedErrno("ibv_create_comp_channel", true, errno)
	}
	return &CompletionChannel{ch}, nil
}

// Free frees the channel, which no completion queue uses any more.
func (ch *CompletionChannel) Free() { C.ibv_destroy_comp_channel(ch.c) }

// Watch calls event with the handle of each completion queue that has one.
func (ch *CompletionChannel) Watch(event func(uintptr)) (*Watch, error) {
	return NewWatch(int(ch.c.fd), func() {
		var handle C.uintptr_t
		for C.ndc_get_cq_event(ch.c, &handle) == 0 {
			event(uintptr(handle))
		}
	})
}
