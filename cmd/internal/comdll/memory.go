//go:build windows && cgo

package comdll

import (
	"runtime/debug"
	"sync/atomic"
	"unsafe"
)

const (
	// pageSize is the system's smallest page size, in bytes.
	pageSize = 4096
	// topOfMemory is beyond every address of a process.
	topOfMemory = 1 << 47
)

// pointer converts an address outside the Go heap to a pointer.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

// span returns the memory at an address, whether or not there is any. For NULL it is nil,
// however long; an empty span elsewhere isn't nil. ok is false for addresses that no
// process has.
func span(address uintptr, length uint64) (b []byte, ok bool) {
	if address == 0 {
		return nil, length == 0
	}
	if uint64(address) >= topOfMemory || length >= topOfMemory-uint64(address) {
		return nil, false
	}
	return unsafe.Slice((*byte)(pointer(address)), length), true
}

// readable and writable report whether memory can be read or written. For NULL,
// which stands for no memory, they return true.
func readable(address, size uintptr) bool {
	return touch(address, size, func(word *uint32) { atomic.LoadUint32(word) })
}

func writable(address, size uintptr) bool {
	return touch(address, size, func(word *uint32) { atomic.OrUint32(word, 0) })
}

// touch tries a word of each page.
func touch(address, size uintptr, try func(word *uint32)) (ok bool) {
	if address == 0 || size == 0 {
		return true
	}
	if address >= topOfMemory || size >= topOfMemory-address {
		return false
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	last := address + size - 1
	for at := address; at <= last; at = at&^(pageSize-1) + pageSize {
		try((*uint32)(pointer(at &^ 3)))
	}
	return true
}
