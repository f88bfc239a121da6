//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// A Manager is an event channel of the connection manager.
type Manager struct{ c *C.struct_rdma_event_channel }

// NewManager returns a new channel.
func NewManager() (*Manager, error) {
	c, errno := C.rdma_create_event_channel()
	if c == nil {
		return nil, failedErrno("rdma_create_event_channel", true, errno)
	}
	return &Manager{c}, nil
}

// Free frees the channel. No identifier may still use it.
func (m *Manager) Free() { C.rdma_destroy_event_channel(m.c) }

// CMKind is the kind of an event of the connection manager.
type CMKind int

// The events. Source: rdma_get_cm_event(3).
const (
	AddressResolved CMKind = C.RDMA_CM_EVENT_ADDR_RESOLVED
	AddressError    CMKind = C.RDMA_CM_EVENT_ADDR_ERROR
	RouteResolved   CMKind = C.RDMA_CM_EVENT_ROUTE_RESOLVED
	RouteError      CMKind = C.RDMA_CM_EVENT_ROUTE_ERROR
	ConnectRequest  CMKind = C.RDMA_CM_EVENT_CONNECT_REQUEST
	ConnectResponse CMKind = C.RDMA_CM_EVENT_CONNECT_RESPONSE
	ConnectError    CMKind = C.RDMA_CM_EVENT_CONNECT_ERROR
	Unreachable     CMKind = C.RDMA_CM_EVENT_UNREACHABLE
	Rejected        CMKind = C.RDMA_CM_EVENT_REJECTED
	Connected       CMKind = C.RDMA_CM_EVENT_ESTABLISHED
	Disconnected    CMKind = C.RDMA_CM_EVENT_DISCONNECTED
	DeviceRemoval   CMKind = C.RDMA_CM_EVENT_DEVICE_REMOVAL
)

// A CMEvent is an event of the connection manager.
type CMEvent struct {
	Kind CMKind
	// Status is a negative error number, or the peer's reason to reject.
	Status int
	// Handle is the identifier's. For a request it is the listener's, and Request is
	// the new identifier.
	Handle  uintptr
	Request *ID
	// ReadsIn and ReadsOut are the peer's offer, seen from this side.
	ReadsIn, ReadsOut uint8
	Data              []byte
}

// Watch calls event with each event. It may destroy identifiers.
func (m *Manager) Watch(event func(CMEvent)) (*Watch, error) {
	return NewWatch(int(m.c.fd), func() {
		var e C.struct_ndc_cm_event
		for C.ndc_get_cm_event(m.c, &e) == 0 {
			event(eventOf(&e))
		}
	})
}

func eventOf(e *C.struct_ndc_cm_event) CMEvent {
	v := CMEvent{
		Kind: CMKind(e.kind), Status: int(e.status), Handle: uintptr(e.handle),
		ReadsIn: uint8(e.responder_resources), ReadsOut: uint8(e.initiator_depth),
	}
	if e.request != nil {
		v.Request = &ID{e.request}
	}
	for _, b := range e.data[:e.length] {
		v.Data = append(v.Data, byte(b))
	}
	return v
}
