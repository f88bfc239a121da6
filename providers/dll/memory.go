//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"math/bits"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	// guardSize is how many bytes behind a block are watched.
	guardSize = 16
	guardByte = 0xc5
	// smallest and largest are the sizes of reused blocks, as powers of two.
	smallest, largest = 6, 16
	chunkSize         = 1 << 20
)

// A block is memory outside the Go heap at a stable address, with a guard behind it.
type block struct {
	bytes []byte
	// room is all of the block's memory, and guard the watched part behind bytes.
	room, guard []byte
	// dedicated says that the memory belongs to this block alone and is not reused.
	dedicated bool
}

// native holds the free blocks.
var native struct {
	mu   sync.Mutex
	free [largest + 1][]*block
	rest []byte
}

// newBlock returns n zeroed bytes.
func newBlock(n int) *block {
	var b *block
	if guarding.Load() > 0 {
		b = newGuarded(n)
	} else {
		b = obtain(n + guardSize)
		b.bytes, b.guard = b.room[:n:n], b.room[n:n+guardSize]
		clear(b.bytes)
	}
	for i := range b.guard {
		b.guard[i] = guardByte
	}
	return b
}

func obtain(n int) *block {
	class := max(bits.Len(uint(n-1)), smallest)
	if class > largest {
		return &block{room: allocate(n), dedicated: true}
	}
	native.mu.Lock()
	defer native.mu.Unlock()
	if list := native.free[class]; len(list) > 0 {
		b := list[len(list)-1]
		native.free[class] = list[:len(list)-1]
		return b
	}
	size := 1 << class
	if len(native.rest) < size {
		native.rest = allocate(chunkSize)
	}
	b := &block{room: native.rest[:size:size]}
	native.rest = native.rest[size:]
	return b
}

// free returns a block that nobody writes any more.
func (b *block) free() {
	class := bits.Len(uint(len(b.room) - 1))
	if b.dedicated {
		_ = windows.VirtualFree(addressOf(b.room), 0, windows.MEM_RELEASE)
		return
	}
	native.mu.Lock()
	defer native.mu.Unlock()
	native.free[class] = append(native.free[class], b)
}

// check panics if the guard was overwritten; who names the block's call or structure.
func (b *block) check(who string) {
	for i, c := range b.guard {
		if c != guardByte {
			panic(fmt.Sprintf("%s: the DLL wrote to byte %d behind the %d bytes that it was given", who, i, len(b.bytes)))
		}
	}
}

// address returns the block's first address.
func (b *block) address() uintptr { return addressOf(b.bytes) }

// holds reports whether n bytes from an address are in the block.
func (b *block) holds(address uintptr, n int) bool {
	from := address - b.address()
	return address >= b.address() && from <= uintptr(len(b.bytes)) && n <= len(b.bytes)-int(from)
}

func allocate(size int) []byte {
	address, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		panic(fmt.Sprintf("no memory of %d bytes: %v", size, err))
	}
	return unsafe.Slice((*byte)(at(address)), size)
}

// at converts an address outside the Go heap to a pointer.
func at(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// fetch copies memory from an address, and reports whether it is readable. It reads the
// memory directly: Wine's ReadProcessMemory stops the process from outside, and under
// load the process may never continue.
func fetch(to []byte, address uintptr) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	copy(to, unsafe.Slice((*byte)(at(address)), len(to)))
	return true
}

// load reads a pointer-sized word at an address.
func load(address uintptr) uintptr { return *(*uintptr)(at(address)) }

// addressOf returns the address of b: 0 for nil, but not for an empty slice.
func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// bytesOf returns the memory of a plain value.
func bytesOf[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// bytesOfAll returns the memory of plain values.
func bytesOfAll[T any](list []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), uintptr(len(list))*unsafe.Sizeof(t))
}

// A slot keeps one block for the next call on an object. The zero value is ready to use.
type slot struct{ cached atomic.Pointer[block] }

// take returns a block of n bytes, not zeroed.
func (s *slot) take(n int) *block {
	b := s.cached.Swap(nil)
	if b != nil && len(b.bytes) == n && guarding.Load() == 0 {
		return b
	}
	if b != nil {
		b.free()
	}
	return newBlock(n)
}

// put takes a block back.
func (s *slot) put(b *block) {
	b = s.cached.Swap(b)
	if b != nil {
		b.free()
	}
}

// empty frees the cached block.
func (s *slot) empty() {
	if b := s.cached.Swap(nil); b != nil {
		b.free()
	}
}

// wordsAt returns n words of memory outside the Go heap.
func wordsAt(address uintptr, n int) []uintptr {
	return unsafe.Slice((*uintptr)(at(address)), n)
}
