package ref

import "runtime/debug"

// pageSize is the smallest page size of the engine's systems, in bytes.
const pageSize = 4096

// readable reports whether all of a client's buffer is memory, as a driver finds out
// when it copies from user memory.
func readable(b []byte) (ok bool) {
	if len(b) == 0 {
		return true
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { ok = recover() == nil }()
	touch(b)
	return true
}

// touch reads a byte of each page. The client's peers may be writing to it.
//
//go:norace
//go:noinline
func touch(b []byte) (sum byte) {
	for i := 0; i < len(b); i += pageSize {
		sum += b[i]
	}
	return sum + b[len(b)-1]
}
