//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// DllGetClassObject returns an IND2Provider, which Microsoft's helpers ask for directly,
// or the class factory, through which they ask for an INDProvider. It accepts any class
// id, since that depends on how the provider was registered.
//
//export DllGetClassObject
func DllGetClassObject(class, iid, out C.uintptr_t) C.uint32_t {
	C.comdll_pin()
	if served.Instead != nil {
		if result, done := served.Instead(uintptr(class), uintptr(iid), uintptr(out)); done {
			return C.uint32_t(result)
		}
	}
	c := &call{args: [maxArgs]uintptr{2: uintptr(iid), 3: uintptr(out)}}
	return C.uint32_t(c.run(func() uintptr {
		id, to := c.iid(2), c.outPointer(3)
		*to = 0
		if id == iidClassFactory || id == nd2.IIDUnknown {
			*to = objects.pointerTo(newFactory(), kinds.factory, nil)
			return 0
		}
		return c.give(to, id)
	}))
}

// give ends a call that returns a provider.
func (c *call) give(to *uintptr, iid nd2.GUID) uintptr {
	u, k, s := newObject(iid)
	if s == nd2.Success {
		*to = objects.pointerToMade(u, k, nil)
	}
	return uintptr(s)
}

// DllCanUnloadNow says no: Go can't be unloaded.
//
//export DllCanUnloadNow
func DllCanUnloadNow() C.uint32_t { return no }

// comdllCall is where every method of every vtable arrives.
//
//export comdllCall
func comdllCall(this C.uintptr_t, place C.uint32_t, args *C.uintptr_t, count C.uint32_t) C.uintptr_t {
	return C.uintptr_t(enter(uintptr(this), int(place), unsafe.Slice((*uintptr)(unsafe.Pointer(args)), count)))
}
