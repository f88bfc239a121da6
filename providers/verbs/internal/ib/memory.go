//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

// Access is the rights of a region or a window. Source: ibv_reg_mr(3).
type Access int

// The rights.
const (
	LocalWrite  Access = C.IBV_ACCESS_LOCAL_WRITE
	RemoteWrite Access = C.IBV_ACCESS_REMOTE_WRITE
	RemoteRead  Access = C.IBV_ACCESS_REMOTE_READ
	BindWindows Access = C.IBV_ACCESS_MW_BIND
)

// An MR is a memory region.
type MR struct{ c *C.struct_ibv_mr }

// Register makes a region of length bytes at address, outside the Go heap.
func (p *PD) Register(address uintptr, length int, access Access) (*MR, error) {
	m, errno := C.ndc_reg_mr(p.c, C.uintptr_t(address), C.size_t(length), C.int(access))
	if m == nil {
		return nil, failedErrno("ibv_reg_mr", true, errno)
	}
	return &MR{m}, nil
}

// Deregister frees the region.
func (m *MR) Deregister() error { return failed("ibv_dereg_mr", C.ibv_dereg_mr(m.c)) }

// Keys returns the region's keys for local and remote use.
func (m *MR) Keys() (local, remote uint32) { return uint32(m.c.lkey), uint32(m.c.rkey) }

// An MW is a memory window of type 2.
type MW struct{ c *C.struct_ibv_mw }

// NewMW makes a window.
func (p *PD) NewMW() (*MW, error) {
	w, errno := C.ibv_alloc_mw(p.c, C.IBV_MW_TYPE_2)
	if w == nil {
		return nil, failedErrno("ibv_alloc_mw", true, errno)
	}
	return &MW{w}, nil
}

// Free frees the window, bound or not.
func (w *MW) Free() error { return failed("ibv_dealloc_mw", C.ibv_dealloc_mw(w.c)) }

// Key returns the window's key for remote use. For type 2, the caller of Bind maintains
// it.
func (w *MW) Key() uint32 { return uint32(w.c.rkey) }

// SetKey sets the window's key.
func (w *MW) SetKey(key uint32) { w.c.rkey = C.uint32_t(key) }

// NextKey returns the window's key after the next Bind.
func NextKey(key uint32) uint32 { return uint32(C.ibv_inc_rkey(C.uint32_t(key))) }
