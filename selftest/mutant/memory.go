package mutant

import (
	"math/bits"
	"runtime"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// OneByteLonger returns b with the byte behind it, whether it is the client's to give or not.
func OneByteLonger(b []byte) []byte { return unsafe.Slice(unsafe.SliceData(b), len(b)+1) }

// OneByteEarlier returns b with the byte before it, likewise.
func OneByteEarlier(b []byte) []byte { return StartingEarlier(b, 1) }

// StartingEarlier returns b with n bytes before it.
func StartingEarlier(b []byte, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), -n)), len(b)+n)
}

// AddressOf returns the address of the first byte.
func AddressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// EndOf returns the address behind the last byte.
func EndOf(b []byte) uintptr { return AddressOf(b) + uintptr(len(b)) }

// Overlap reports whether two buffers share a byte.
func Overlap(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && AddressOf(a) < EndOf(b) && AddressOf(b) < EndOf(a)
}

// Permitted reports whether the client holds a region or a window whose remote token
// a request names.
func Permitted(c *calls.Call) bool {
	for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
		if m.Inner.GetRemoteToken() == c.Token {
			return true
		}
	}
	for _, m := range calls.Living[*calls.MemoryWindow](c.Object) {
		if m.Inner.GetRemoteToken() == c.Token {
			return true
		}
	}
	return false
}

// What may be allowed at most of a region, and of a window.
const (
	AllRights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite
	BothWays  = nd2.AllowRead | nd2.AllowWrite
)

// SwapTokenBytes changes the token that a call returns.
func SwapTokenBytes(c *calls.Call) { c.Count = bits.ReverseBytes32(c.Count) }

// Added returns a copy of m with one more entry.
func Added[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	larger := map[K]V{k: v}
	for key, value := range m {
		if key != k {
			larger[key] = value
		}
	}
	return larger
}

// Removed reports whether the adapter has been removed.
func Removed(a *calls.Adapter) bool {
	var size uint32
	return a.Inner.Query(nil, &size) == nd2.DeviceRemoved
}

// OpenToken registers a buffer, with all rights and forever, and gives its remote token.
func OpenToken(a *calls.Adapter, buffer []byte) uint32 {
	if r := OpenRegion(a, buffer); r != nil {
		return r.GetRemoteToken()
	}
	return 0
}

// OpenRegion registers a buffer with every right behind the client's back, nil if that fails.
func OpenRegion(a *calls.Adapter, buffer []byte) nd2.MemoryRegion {
	var f nd2.OverlappedFile
	var u nd2.Unknown
	if a.Inner.CreateOverlappedFile(&f) != nd2.Success ||
		a.Inner.CreateMemoryRegion(nd2.IIDMemoryRegion, f, &u) != nd2.Success {
		return nil
	}
	r := u.(nd2.MemoryRegion)
	r.Register(buffer, AllRights, new(nd2.Overlapped))
	return r
}

// Yield lets other goroutines run for a while.
func Yield() {
	for range 1000 {
		runtime.Gosched()
	}
}
