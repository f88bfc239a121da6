//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// Opcode is what a request does.
type Opcode uint32

// The requests that carry data.
const (
	Send  Opcode = C.IBV_WR_SEND
	Write Opcode = C.IBV_WR_RDMA_WRITE
	Read  Opcode = C.IBV_WR_RDMA_READ
)

// Flags are the flags of requests. Source: ibv_post_send(3).
type Flags uint32

// The flags.
const (
	Signaled  Flags = C.IBV_SEND_SIGNALED
	Fence     Flags = C.IBV_SEND_FENCE
	Solicited Flags = C.IBV_SEND_SOLICITED
	Inline    Flags = C.IBV_SEND_INLINE
)

// A Request is a request with data. With [Inline], its data is in Data.
type Request struct {
	ID      uint64
	Opcode  Opcode
	Flags   Flags
	List    []SGE
	Data    [][]byte
	Address uint64
	Key     uint32
}

// Post posts a request. Calls of Post and the methods below must not overlap.
func (q *QP) Post(r *Request) error {
	list := r.List
	if r.Flags&Inline != 0 {
		list = q.gather(r.Data)
	}
	return failed("ibv_post_send", C.ndc_post_send(q.c, C.uint64_t(r.ID), C.enum_ibv_wr_opcode(r.Opcode), C.uint(r.Flags),
		q.list.set(list), C.int(len(list)), C.uint64_t(r.Address), C.uint32_t(r.Key)))
}

// gather joins inline data into one entry: devices limit the number of entries.
func (q *QP) gather(data [][]byte) []SGE {
	n := 0
	for _, b := range data {
		n += copy(q.staging[n:], b)
	}
	if n == 0 {
		return nil
	}
	return []SGE{{Address: addressOf(q.staging), Length: uint32(n)}}
}

// Bind posts a Bind of the window, with a new key, to part of a region.
func (q *QP) Bind(id uint64, flags Flags, w *MW, key uint32, m *MR, address uintptr, length int, access Access) error {
	return failed("ibv_post_send", C.ndc_post_bind(q.c, C.uint64_t(id), C.uint(flags), w.c, C.uint32_t(key),
		m.c, C.uint64_t(address), C.uint64_t(length), C.uint(access)))
}

// Invalidate posts an Invalidate of the window with that key.
func (q *QP) Invalidate(id uint64, flags Flags, key uint32) error {
	return failed("ibv_post_send", C.ndc_post_invalidate(q.c, C.uint64_t(id), C.uint(flags), C.uint32_t(key)))
}

// Receive posts a Receive.
func (q *QP) Receive(id uint64, list []SGE) error {
	return failed("ibv_post_recv", C.ndc_post_recv(q.c, nil, C.uint64_t(id), q.list.set(list), C.int(len(list))))
}
