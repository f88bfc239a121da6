//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// given returns the pointer by which the client knows what a call has returned: an object of a kind, or of what it
// shows that it is; an extension, which has the methods of a kind first, if it extends that; or whatever there is
// at the pointer of the DLL that is watched.
func (t *table) given(u nd2.Unknown, k *kind, f *file, add func(nd2.Unknown, *kind, *file) uintptr) uintptr {
	if k.extends != nil {
		k = k.extends
	}
	switch u := u.(type) {
	case nil:
		return 0
	case providers.Extension:
		if of := u.Extended(); of != nil {
			return t.pointerTo(of, kindOf(of, k).extension(), f)
		}
		return t.pointerTo(u, kinds.opaque.extension(), f)
	case providers.Pointed:
		return u.Pointer()
	}
	return add(u, kindOf(u, k), f)
}

// kindOf returns the kind of an ND2 object; of any other object, the kind that the client
// asked for.
func kindOf(u nd2.Unknown, asked *kind) *kind {
	switch u.(type) {
	case nd2.Provider:
		return kinds.provider
	case nd2.Adapter:
		return kinds.adapter
	case nd2.CompletionQueue:
		return kinds.completionQueue
	case nd2.SharedReceiveQueue:
		return kinds.sharedReceiveQueue
	case nd2.MemoryRegion:
		return kinds.memoryRegion
	case nd2.QueuePair:
		return kinds.queuePair
	case nd2.Connector:
		return kinds.connector
	case nd2.Listener:
		return kinds.listener
	}
	return asked
}

var extending sync.Mutex

// extension is the kind of interfaces that begin with this one's methods and go on with the vendor's own.
func (k *kind) extension() *kind {
	extending.Lock()
	defer extending.Unlock()
	if k.extended == nil {
		more := *k
		more.vtable = unsafe.Pointer(C.comdll_extend((*unsafe.Pointer)(k.vtable), C.size_t(k.own)))
		more.extends = k
		k.extended = &more
	}
	return k.extended
}

// innerOf is the pointer by which the DLL that is watched knows an object, or 0.
func innerOf(u nd2.Unknown) uintptr {
	if served.Wrap == nil {
		return 0
	}
	i, s := opened()
	com, is := i.(providers.COM)
	if s != nd2.Success || !is {
		return 0
	}
	if _, own := u.(*factory); own {
		return 0
	}
	return com.Behind(calls.Unwrap(u)).Pointer()
}
