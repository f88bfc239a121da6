//go:build linux && cgo && verbs

package ib

/*
#include "verbs.h"
*/
import "C"

import "unsafe"

// An SGE is a scatter/gather entry: memory outside the Go heap, by its address.
type SGE struct {
	Address uintptr
	Length  uint32
	Key     uint32
}

// sgeList is C memory for one request's entries.
type sgeList struct{ c *C.struct_ibv_sge }

func newSGEList(n uint32) sgeList {
	size := max(uint64(n), 1) * uint64(unsafe.Sizeof(C.struct_ibv_sge{}))
	return sgeList{(*C.struct_ibv_sge)(C.malloc(C.size_t(size)))}
}

func (l sgeList) free() { C.free(unsafe.Pointer(l.c)) }

// set fills in a request's list, which must fit.
func (l sgeList) set(list []SGE) *C.struct_ibv_sge {
	room := unsafe.Slice(l.c, len(list))
	for i, e := range list {
		room[i] = C.struct_ibv_sge{addr: C.uint64_t(e.Address), length: C.uint32_t(e.Length), lkey: C.uint32_t(e.Key)}
	}
	return l.c
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
