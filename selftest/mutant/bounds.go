package mutant

import (
	"unsafe"
)

// reachBehind returns b with the byte behind it, reachBefore with the one before it,
// whether it is the client's to give or not.
func reachBehind(b []byte) []byte { return unsafe.Slice(unsafe.SliceData(b), len(b)+1) }

func reachBefore(b []byte) []byte { return reachBack(b, 1) }

// reachBack returns b with n bytes before it.
func reachBack(b []byte, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), -n)), len(b)+n)
}

// start returns the address of the first byte.
func start(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// overlap reports whether two buffers share a byte.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	from, to := start(a), start(b)
	return from < to+uintptr(len(b)) && to < from+uintptr(len(a))
}

// adjacent reports whether one buffer begins where the other ends.
func adjacent(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && unsafe.Add(unsafe.Pointer(unsafe.SliceData(a)), len(a)) == unsafe.Pointer(unsafe.SliceData(b))
}
