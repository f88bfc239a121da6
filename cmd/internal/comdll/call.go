//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// maxArgs is how many parameters a method has at most, including "this".
const maxArgs = 11

// A call is one call of a method. Parameters count from 1, as the documents count
// them; 0 is the object.
type call struct {
	object *object
	place  int
	args   [maxArgs]uintptr
	// last is the number of the last parameter.
	last int
	// asked is the one of the call's OVERLAPPED, if it has one.
	asked *request
}

// A refusal is the status of a call whose parameters can't be used.
type refusal nd2.Status

// refuse ends the call because of a parameter.
func refuse(n int) { panic(refusal(nd2.InvalidParameter1 + nd2.Status(n-1))) }

// enter carries a call out.
func enter(this uintptr, place int, args []uintptr) uintptr {
	o := objects.at(this)
	if o == nil { // it is gone
		return gone(place)
	}
	c := call{object: o, place: place, last: len(args) - 1}
	copy(c.args[:], args)
	result := c.run(func() uintptr { return o.kind.call(&c) })
	if c.asked != nil && nd2.Status(uint32(result)) == nd2.Pending {
		c.asked.pend()
	}
	return result
}

// gone returns what a method of a released object returns: no references, or a failure.
func gone(place int) uintptr {
	if place == addRef || place == release {
		return 0
	}
	return uintptr(nd2.InvalidHandle)
}

// run returns what do returns, or why it was refused.
func (c *call) run(do func() uintptr) (result uintptr) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			result = uintptr(r)
		default:
			panic(r)
		}
	}()
	return do()
}

// Numbers come with anything in the upper bits of their registers.

func (c *call) u16(n int) uint16 { return uint16(c.args[n]) }

func (c *call) u32(n int) uint32 { return uint32(c.args[n]) }

func (c *call) yes(n int) bool { return c.u32(n) != 0 }

// iid returns an interface id.
func (c *call) iid(n int) nd2.GUID {
	if p := in[nd2.GUID](c, n); p != nil {
		return *p
	}
	refuse(n)
	return nd2.GUID{}
}

// in returns what a parameter points to, for reading; for NULL it returns nil.
func in[T any](c *call, n int) *T {
	var t T
	if !readable(c.args[n], unsafe.Sizeof(t)) {
		refuse(n)
	}
	return (*T)(pointer(c.args[n]))
}

// out returns what a parameter points to, for writing; for NULL it returns nil.
func out[T any](c *call, n int) *T {
	var t T
	if !writable(c.args[n], unsafe.Sizeof(t)) {
		refuse(n)
	}
	return (*T)(pointer(c.args[n]))
}

// outPointer returns where the pointer to a new object is written.
func (c *call) outPointer(n int) *uintptr {
	p := out[uintptr](c, n)
	if p == nil {
		refuse(n)
	}
	return p
}

// memory returns a buffer that the provider itself checks: parameter n is its address,
// parameter n+1 its length.
func (c *call) memory(n int) []byte {
	b, ok := span(c.args[n], uint64(c.args[n+1]))
	if !ok {
		panic(refusal(nd2.AccessViolation))
	}
	return b
}

// data is private data, which the provider tries to read itself.
func (c *call) data(n int) []byte {
	c.args[n+1] = uintptr(c.u32(n + 1))
	return c.memory(n)
}

// bytes returns memory with a length of 32 bits, for reading.
func (c *call) bytes(n int) []byte {
	length := min(uint64(c.u32(n+1)), mostBytes)
	if !readable(c.args[n], uintptr(length)) {
		refuse(n)
	}
	b, _ := span(c.args[n], length)
	return b
}

// room returns memory for writing; parameter n+1 points to its size in bytes.
func room[T uint32 | uintptr](c *call, n int) (to []byte, size *T) {
	size = out[T](c, n+1)
	if size == nil {
		return nil, nil
	}
	length := min(uint64(*size), mostBytes)
	if !writable(c.args[n], uintptr(length)) {
		refuse(n)
	}
	to, _ = span(c.args[n], length)
	return to, size
}

// mostBytes is larger than anything that is copied.
const mostBytes = 1 << 20
