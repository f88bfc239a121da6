//go:build windows && (amd64 || arm64)

package dll

import (
	"runtime/debug"

	"github.com/ndconform/ndconform/nd2"
)

// mostRoom is how much room a client may claim, in bytes, before the claim is not
// believed.
const mostRoom = 1 << 20

// A frame holds what the parameters of one call point to.
type frame struct {
	// method is the call's name, for messages.
	method string
	blocks []*block
	after  []func()
}

// newFrame returns the frame of a call; the caller ends it with end.
func newFrame(method string) *frame { return &frame{method: method} }

func (f *frame) block(n int) *block {
	b := newBlock(n)
	f.blocks = append(f.blocks, b)
	return b
}

// in copies what the call reads; nil becomes NULL. A spec may pass memory that does not
// exist: in passes such memory to the DLL as it is, for the DLL to find out.
func (f *frame) in(data []byte) uintptr {
	if data == nil {
		return 0
	}
	b := f.block(len(data))
	if !copyReadable(b.bytes, data) {
		return addressOf(data)
	}
	return b.address()
}

// copyReadable copies from to to, and reports whether all of it could be read.
func copyReadable(to, from []byte) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	copy(to, from)
	return true
}

// room copies what the call reads and writes: data, and what follows it if the client
// claims more, up to size bytes. nil becomes NULL.
func (f *frame) room(data []byte, size uint64) uintptr {
	if data == nil {
		return 0
	}
	b := f.block(max(len(data), int(min(size, mostRoom))))
	copy(b.bytes, data)
	f.after = append(f.after, func() { copy(data, b.bytes) })
	return b.address()
}

// end checks that the call has written within its blocks, and copies out what it wrote.
func (f *frame) end() {
	for _, b := range f.blocks {
		b.check(f.method)
	}
	for _, copyOut := range f.after {
		copyOut()
	}
	for _, b := range f.blocks {
		b.free()
	}
}

// ref copies a plain value that the call reads and writes; nil becomes NULL.
func ref[T any](f *frame, v *T) uintptr {
	if v == nil {
		return 0
	}
	return f.room(bytesOf(v), 0)
}

// roomOf is room for a structure; the client says how many bytes it has.
func roomOf[T any, N uint32 | uintptr](f *frame, v *T, size *N) uintptr {
	if v == nil {
		return 0
	}
	return f.room(bytesOf(v), sizeOf(size))
}

// sizeOf returns the value of an in/out size, for room.
func sizeOf[T uint32 | uintptr](size *T) uint64 {
	if size == nil {
		return 0
	}
	return uint64(*size)
}

// iid copies an interface id for the call.
func (f *frame) iid(id nd2.GUID) uintptr { return f.in(bytesOf(&id)) }
