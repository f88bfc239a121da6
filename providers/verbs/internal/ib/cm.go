//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

import (
	"net/netip"
	"unsafe"
)

// An ID is an identifier of the connection manager: a connection or a listener. It has
// no queue pair attached, so the provider decides when to complete a connection.
type ID struct{ c *C.struct_rdma_cm_id }

// NewID returns an identifier whose events carry the handle.
func (m *Manager) NewID(handle uintptr) (*ID, error) {
	i := &ID{}
	r, errno := C.ndc_create_id(m.c, &i.c, C.uintptr_t(handle))
	if err := failedErrno("rdma_create_id", r != 0, errno); err != nil {
		return nil, err
	}
	return i, nil
}

// SetHandle sets the handle in the events of an identifier that came with a request.
func (i *ID) SetHandle(handle uintptr) { C.ndc_set_handle(i.c, C.uintptr_t(handle)) }

// Destroy frees the identifier. It refuses a connection that is being made.
func (i *ID) Destroy() { C.rdma_destroy_id(i.c) }

// Bind gives the identifier a local address.
func (i *ID) Bind(a netip.AddrPort) error {
	s := sockaddr(a)
	r, errno := C.rdma_bind_addr(i.c, (*C.struct_sockaddr)(unsafe.Pointer(&s)))
	return failedErrno("rdma_bind_addr", r != 0, errno)
}

// Listen starts to take requests.
func (i *ID) Listen(backlog int) error {
	r, errno := C.rdma_listen(i.c, C.int(backlog))
	return failedErrno("rdma_listen", r != 0, errno)
}

// ResolveAddress looks for the peer's address; an event reports the result.
func (i *ID) ResolveAddress(to netip.AddrPort, milliseconds int) error {
	s := sockaddr(to)
	r, errno := C.rdma_resolve_addr(i.c, nil, (*C.struct_sockaddr)(unsafe.Pointer(&s)), C.int(milliseconds))
	return failedErrno("rdma_resolve_addr", r != 0, errno)
}

// ResolveRoute then looks for the route to the peer; an event reports the result.
func (i *ID) ResolveRoute(milliseconds int) error {
	r, errno := C.rdma_resolve_route(i.c, C.int(milliseconds))
	return failedErrno("rdma_resolve_route", r != 0, errno)
}

// An Offer is what a request or an acceptance tells the peer.
type Offer struct {
	QPN               uint32
	SRQ               bool
	ReadsIn, ReadsOut uint8
	// Retries and RNRRetries are how often the peer tries again; 7 RNRRetries mean
	// forever.
	Retries, RNRRetries uint8
	Data                []byte
}

// Connect sends a request.
func (i *ID) Connect(o Offer) error { return i.offer("rdma_connect", 0, o) }

// Accept answers a request.
func (i *ID) Accept(o Offer) error { return i.offer("rdma_accept", 1, o) }

func (i *ID) offer(call string, accept C.int, o Offer) error {
	srq := C.int(0)
	if o.SRQ {
		srq = 1
	}
	r, errno := C.ndc_conn(accept, i.c, C.uint32_t(o.QPN), srq, C.uint8_t(o.ReadsIn), C.uint8_t(o.ReadsOut),
		C.uint8_t(o.Retries), C.uint8_t(o.RNRRetries), unsafe.Pointer(unsafe.SliceData(o.Data)), C.uint8_t(len(o.Data)))
	return failedErrno(call, r != 0, errno)
}

// Establish tells the peer that its acceptance has arrived.
func (i *ID) Establish() error {
	r, errno := C.rdma_establish(i.c)
	return failedErrno("rdma_establish", r != 0, errno)
}

// Reject refuses the connection, from either side.
func (i *ID) Reject(data []byte) error {
	r, errno := C.rdma_reject(i.c, unsafe.Pointer(unsafe.SliceData(data)), C.uint8_t(len(data)))
	return failedErrno("rdma_reject", r != 0, errno)
}

// Disconnect ends the connection, or answers the peer that has ended it.
func (i *ID) Disconnect() error {
	r, errno := C.rdma_disconnect(i.c)
	return failedErrno("rdma_disconnect", r != 0, errno)
}

// NotifyEstablished says that data has come before the peer's confirmation.
func (i *ID) NotifyEstablished() error {
	r, errno := C.rdma_notify(i.c, C.IBV_EVENT_COMM_EST)
	return failedErrno("rdma_notify", r != 0, errno)
}

// Device returns the device of the identifier's address or route.
func (i *ID) Device() (name string, port uint8) {
	if i.c.verbs == nil {
		return "", 0
	}
	return C.GoString(C.ibv_get_device_name(i.c.verbs.device)), uint8(i.c.port_num)
}

// Local and Peer return the addresses of both ends.
func (i *ID) Local() netip.AddrPort { return address(C.rdma_get_local_addr(i.c)) }

// Peer is described at Local.
func (i *ID) Peer() netip.AddrPort { return address(C.rdma_get_peer_addr(i.c)) }

func address(s *C.struct_sockaddr) netip.AddrPort {
	return parseSockaddr((*[sockaddrSize]byte)(unsafe.Pointer(s)))
}

// An Origin identifies a peer's request; a retransmitted request has the same Origin.
type Origin struct {
	peer netip.AddrPort
	psn  uint32
}

// Origin returns the origin of the identifier's request until the request is answered.
// There is none where requests can't come twice, as on iWARP.
func (i *ID) Origin() (o Origin, ok bool) {
	attr, mask, err := i.attributes(C.IBV_QPS_RTS)
	if err != nil || mask&C.IBV_QP_SQ_PSN == 0 {
		return Origin{}, false
	}
	return Origin{i.Peer(), uint32(attr.sq_psn)}, true
}

// attributes returns a queue pair's attributes for a state.
func (i *ID) attributes(state C.enum_ibv_qp_state) (*C.struct_ibv_qp_attr, C.int, error) {
	attr := &C.struct_ibv_qp_attr{qp_state: state}
	var mask C.int
	r, errno := C.rdma_init_qp_attr(i.c, attr, &mask)
	return attr, mask, failedErrno("rdma_init_qp_attr", r != 0, errno)
}
