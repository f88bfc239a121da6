//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Places of methods in every vtable, and in those of objects with overlapped requests.
const (
	queryInterface = iota
	addRef
	release
	cancelOverlappedRequests
	getOverlappedResult
)

// A kind is an interface.
type kind struct {
	vtable unsafe.Pointer
	call   func(*call) uintptr
	// own is how many methods the vtable has that are the DLL's. extended is the kind of interfaces that begin with
	// these and go on with others, and extends, of such a one, the first kind.
	own               int
	extended, extends *kind
}

// newKind makes a kind from a vtable, how many of its methods are the DLL's, and what they do.
func newKind(vtable unsafe.Pointer, own int, methods func(*call) uintptr) *kind {
	return &kind{vtable: vtable, call: methods, own: own}
}

// An object is an object of the provider's, which clients know by the address of a block.
type object struct {
	unknown nd2.Unknown
	kind    *kind
	block   *C.comdll_object
	// file is the one on which the object was created, or nil if it has no requests.
	file *file
	// references counts the client's references; the provider's objects hold more, to each
	// other. Without any of the client's, the object stays at its pointer for a while,
	// for clients that rely on the others.
	references int
	dead       bool
}

// objects are all the objects that clients have.
var objects = table{byPointer: map[uintptr]*object{}, byUnknown: map[nd2.Unknown]*object{}}

type table struct {
	mu        sync.RWMutex
	byPointer map[uintptr]*object
	byUnknown map[nd2.Unknown]*object
	// released are the objects that clients have released, the oldest first.
	released []*object
}

// quarantine is how many released objects stay where they were, so that calls on them are noticed.
const quarantine = 4096

// at returns the living object at a pointer, or nil. A wrapper is also asked for those that are gone: it may say so.
func (t *table) at(pointer uintptr) *object {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if o := t.byPointer[pointer]; o != nil && (!o.dead || served.Wrap != nil) {
		return o
	}
	return nil
}

// pointerTo returns the pointer to an object of this kind and on this file. An object
// always has the same one.
func (t *table) pointerTo(u nd2.Unknown, k *kind, f *file) uintptr {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.known(u)
	if o == nil {
		o = t.add(u, k, f)
	}
	o.references++
	return o.address()
}

// pointerToMade is pointerTo for an object that a call has made. A provider may return an object that the client
// has already. It then has two wrappers, and the client's wrapper gets the reference: otherwise a watcher would
// count references on both, but Releases on only one.
//
// The table stays locked, so that the client's last Release of the object comes before all this, or after it.
func (t *table) pointerToMade(u nd2.Unknown, k *kind, f *file) uintptr {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.known(u)
	switch {
	case o == nil || o.references == 0 && o.unknown != u: // the client's wrapper is done with
		o = t.add(u, k, f)
	case o.unknown != u:
		o.unknown.AddRef()
		u.Release()
	}
	o.references++
	return o.address()
}

// known returns the object of the client's that is the same as a provider's, or has been; nil if there is none.
func (t *table) known(u nd2.Unknown) *object { return t.byUnknown[calls.Unwrap(u)] }

// add takes in an object.
func (t *table) add(u nd2.Unknown, k *kind, f *file) *object {
	o := &object{unknown: u, kind: k, file: f, block: t.block()}
	o.block.posts = 0
	o.block.vtable, o.block.inner = (*unsafe.Pointer)(k.vtable), C.uintptr_t(innerOf(u))
	if base := k.extends; base == kinds.queuePair || base == kinds.sharedReceiveQueue {
		o.block.posts = 1
	}
	t.byUnknown[calls.Unwrap(u)], t.byPointer[o.address()] = o, o
	f.hold()
	return o
}

// forget drops an object that the provider has no more, unless another one has taken its place.
func (t *table) forget(o *object) {
	if t.known(o.unknown) == o {
		delete(t.byUnknown, calls.Unwrap(o.unknown))
	}
}

func (t *table) block() *C.comdll_object {
	if len(t.released) > quarantine {
		o := t.released[0]
		t.released = t.released[1:]
		delete(t.byPointer, o.address())
		if !o.dead {
			t.forget(o)
			go o.file.drop()
		}
		return o.block
	}
	return C.comdll_new_object()
}

// count adds or removes a reference of the client's, unless the client has none. An
// object without any is forgotten.
func (t *table) count(o *object, n int) (ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if o.references <= 0 {
		return false
	}
	o.references += n
	return true
}

// release notes that a client released an object, and how many references are left.
func (t *table) release(o *object, left uint32) {
	t.mu.Lock()
	if o.references == 0 {
		t.released = append(t.released, o)
	}
	if left == 0 {
		o.dead = true
		t.forget(o)
	}
	t.mu.Unlock()
	if left == 0 {
		o.file.drop()
	}
}

func (o *object) address() uintptr { return uintptr(unsafe.Pointer(o.block)) }

// unknownCall is a method of IUnknown.
func (c *call) unknownCall() uintptr {
	o := c.object
	switch c.place {
	case queryInterface:
		return c.queryInterface()
	case addRef:
		if objects.count(o, +1) || served.Wrap != nil {
			return uintptr(o.unknown.AddRef())
		}
	case release:
		if objects.count(o, -1) {
			return o.release()
		}
		if served.Wrap != nil {
			return uintptr(o.unknown.Release())
		}
	}
	return 0
}

func (o *object) release() uintptr {
	left := o.unknown.Release()
	objects.release(o, left)
	return uintptr(left)
}

func (c *call) queryInterface() uintptr {
	if c.args[2] == 0 {
		return uintptr(nd2.InvalidParameter2)
	}
	to := c.outPointer(2)
	*to = 0
	var u nd2.Unknown
	s := c.object.unknown.QueryInterface(c.iid(1), &u)
	if s == nd2.Success {
		*to = objects.given(u, c.object.kind, c.object.file, objects.pointerTo)
	}
	return uintptr(s)
}
