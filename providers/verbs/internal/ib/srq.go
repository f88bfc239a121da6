//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// An SRQ is a shared receive queue.
type SRQ struct {
	c    *C.struct_ibv_srq
	list sgeList
}

// NewSRQ makes a queue of at least depth Receives of at least sge entries.
func (p *PD) NewSRQ(handle uintptr, depth, sge uint32) (*SRQ, error) {
	q, errno := C.ndc_create_srq(p.c, C.uintptr_t(handle), C.uint32_t(depth), C.uint32_t(sge))
	if q == nil {
		return nil, failedErrno("ibv_create_srq", true, errno)
	}
	return &SRQ{q, newSGEList(sge)}, nil
}

// Free frees the queue. No queue pair may still use it.
func (q *SRQ) Free() {
	C.ibv_destroy_srq(q.c)
	q.list.free()
}

// Resize makes room for at least depth Receives.
func (q *SRQ) Resize(depth uint32) error {
	attr := C.struct_ibv_srq_attr{max_wr: C.uint32_t(depth)}
	return failed("ibv_modify_srq", C.ibv_modify_srq(q.c, &attr, C.IBV_SRQ_MAX_WR))
}

// Arm asks for one event when fewer than limit Receives are left.
func (q *SRQ) Arm(limit uint32) error {
	attr := C.struct_ibv_srq_attr{srq_limit: C.uint32_t(limit)}
	return failed("ibv_modify_srq", C.ibv_modify_srq(q.c, &attr, C.IBV_SRQ_LIMIT))
}

// Receive posts a Receive. Calls must not overlap.
func (q *SRQ) Receive(id uint64, list []SGE) error {
	return failed("ibv_post_srq_recv", C.ndc_post_recv(nil, q.c, C.uint64_t(id), q.list.set(list), C.int(len(list))))
}
