//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

import "unsafe"

// Batch is how many completions one call fetches at most.
const Batch = 64

// A CQ is a completion queue.
type CQ struct {
	c  *C.struct_ibv_cq
	wc *[Batch]C.struct_ibv_wc
}

// A Completion is a work completion. Bytes and Imm are invalid after an error.
type Completion struct {
	ID     uint64
	Status WCStatus
	Bytes  uint32
	QPN    uint32
}

// NewCQ returns a queue of at least depth completions. Its events go to the channel,
// with the handle.
func (c *Context) NewCQ(depth uint32, handle uintptr, channel *CompletionChannel, vector int) (*CQ, error) {
	q, errno := C.ndc_create_cq(c.c, C.int(depth), C.uintptr_t(handle), channel.c, C.int(vector))
	if q == nil {
		return nil, failedErrno("ibv_create_cq", true, errno)
	}
	wc := C.malloc(C.size_t(unsafe.Sizeof([Batch]C.struct_ibv_wc{})))
	return &CQ{q, (*[Batch]C.struct_ibv_wc)(wc)}, nil
}

// Vectors counts the completion vectors of the device.
func (c *Context) Vectors() int { return int(c.c.num_comp_vectors) }

// Free frees the queue. No queue pair may still use it.
func (q *CQ) Free() {
	C.ibv_destroy_cq(q.c)
	C.free(unsafe.Pointer(q.wc))
}

// Depth returns how many completions the queue holds.
func (q *CQ) Depth() uint32 { return uint32(q.c.cqe) }

// Resize makes room for at least depth completions.
func (q *CQ) Resize(depth uint32) error {
	return failed("ibv_resize_cq", C.ibv_resize_cq(q.c, C.int(depth)))
}

// Arm asks for an event on the next completion, or the next solicited one.
func (q *CQ) Arm(solicited bool) error {
	only := C.int(0)
	if solicited {
		only = 1
	}
	return failed("ibv_req_notify_cq", C.ibv_req_notify_cq(q.c, only))
}

// Poll fetches completions, at most [Batch], and returns their count. Calls must not
// overlap.
func (q *CQ) Poll(out []Completion) int {
	n := int(C.ibv_poll_cq(q.c, C.int(min(len(out), Batch)), &q.wc[0]))
	for i := range max(n, 0) {
		wc := &q.wc[i]
		out[i] = Completion{uint64(wc.wr_id), WCStatus(wc.status), uint32(wc.byte_len), uint32(wc.qp_num)}
	}
	return max(n, 0)
}
