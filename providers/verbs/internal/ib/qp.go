//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

import "unsafe"

// A QP is a queue pair of a reliable connection.
type QP struct {
	c    *C.struct_ibv_qp
	list sgeList
	// staging is where inline data is gathered.
	staging []byte
}

// QPConfig configures a queue pair. Depths, SGEs and Inline (in bytes) are minima.
type QPConfig struct {
	Handle                  uintptr
	Send, Receive           *CQ
	SRQ                     *SRQ // or nil
	SendDepth, ReceiveDepth uint32
	SendSGE, ReceiveSGE     uint32
	Inline                  uint32
}

// NewQP makes a queue pair, in the state RESET.
func (p *PD) NewQP(c QPConfig) (*QP, error) {
	sge := C.struct_ibv_qp_cap{
		max_send_wr: C.uint32_t(c.SendDepth), max_recv_wr: C.uint32_t(c.ReceiveDepth),
		max_send_sge: C.uint32_t(c.SendSGE), max_recv_sge: C.uint32_t(c.ReceiveSGE),
		max_inline_data: C.uint32_t(c.Inline),
	}
	var srq *C.struct_ibv_srq
	if c.SRQ != nil {
		srq = c.SRQ.c
	}
	q, errno := C.ndc_create_qp(p.c, C.uintptr_t(c.Handle), c.Send.c, c.Receive.c, srq, &sge)
	if q == nil {
		return nil, failedErrno("ibv_create_qp", true, errno)
	}
	qp := &QP{c: q, list: newSGEList(max(c.SendSGE, c.ReceiveSGE))}
	if c.Inline > 0 {
		qp.staging = unsafe.Slice((*byte)(C.malloc(C.size_t(c.Inline))), c.Inline)
	}
	return qp, nil
}

// Free frees the queue pair.
func (q *QP) Free() {
	C.ibv_destroy_qp(q.c)
	q.list.free()
	if q.staging != nil {
		C.free(unsafe.Pointer(unsafe.SliceData(q.staging)))
	}
}

// Number returns the queue pair's number, of 24 bits.
func (q *QP) Number() uint32 { return uint32(q.c.qp_num) }

func (q *QP) modify(attr *C.struct_ibv_qp_attr, mask C.int) error {
	return failed("ibv_modify_qp", C.ibv_modify_qp(q.c, attr, mask))
}

// Init opens the queue pair for Receives.
func (q *QP) Init(port uint8) error {
	return q.modify(&C.struct_ibv_qp_attr{
		qp_state: C.IBV_QPS_INIT, port_num: C.uint8_t(port),
		qp_access_flags: C.IBV_ACCESS_REMOTE_READ | C.IBV_ACCESS_REMOTE_WRITE,
	}, C.IBV_QP_STATE|C.IBV_QP_PKEY_INDEX|C.IBV_QP_PORT|C.IBV_QP_ACCESS_FLAGS)
}

// Reset forgets all posted requests.
func (q *QP) Reset() error {
	return q.modify(&C.struct_ibv_qp_attr{qp_state: C.IBV_QPS_RESET}, C.IBV_QP_STATE)
}

// Fail makes the queue pair flush all posted requests. It may be called again.
func (q *QP) Fail() error {
	return q.modify(&C.struct_ibv_qp_attr{qp_state: C.IBV_QPS_ERR}, C.IBV_QP_STATE)
}

// Settings are the settings of a connection that the connection manager leaves open.
type Settings struct {
	// ReadsIn and ReadsOut limit the Reads in progress.
	ReadsIn, ReadsOut uint8
	// RNRTimer is how long the peer waits when it finds no Receive. Timeout is how long
	// this side waits for an acknowledgment. Both are codes of ibv_modify_qp(3).
	RNRTimer, Timeout uint8
}

// Connect brings the queue pair to RTS with the attributes that the connection manager
// has agreed on for id.
func (q *QP) Connect(id *ID, s Settings) error {
	attr, mask, err := id.attributes(C.IBV_QPS_RTR)
	if err != nil {
		return err
	}
	attr.max_dest_rd_atomic, attr.min_rnr_timer = C.uint8_t(s.ReadsIn), C.uint8_t(s.RNRTimer)
	if err := q.modify(attr, mask); err != nil {
		return err
	}
	attr, mask, err = id.attributes(C.IBV_QPS_RTS)
	if err != nil {
		return err
	}
	attr.max_rd_atomic, attr.timeout = C.uint8_t(s.ReadsOut), C.uint8_t(s.Timeout)
	return q.modify(attr, mask)
}
