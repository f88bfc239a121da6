//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An identity is a pointer of the DLL's and the interface by which it is used: an object
// may have several interfaces at one pointer.
type identity struct {
	pointer uintptr
	iid     nd2.GUID
}

// wrap returns the object for a pointer that a call has returned, and takes over the
// pointer's reference. If the client already has the object, wrap returns the same Go
// object.
func (i *instance) wrap(pointer uintptr, iid nd2.GUID, of *file, s nd2.Status) nd2.Unknown {
	if pointer == 0 {
		return nil
	}
	if s != nd2.Success { // no object comes with a failure: the pointer must not be called
		return unknown{&object{instance: i, pointer: pointer, kind: "IUnknown"}}
	}
	if says := unsound(pointer, iid); says != "" {
		panic(i.library.path + ": " + nameOf(iid) + ": " + says)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if known := i.known(pointer, iid); known != nil {
		return known
	}
	o := &object{instance: i, pointer: pointer, key: identity{pointer, iid}, file: of}
	o.references.Store(1)
	made := o.as(iid)
	i.objects[o.key] = made
	i.order = append(i.order, o)
	return made
}

// known returns the client's living object for a pointer, with one more reference. An
// object asked for as IUnknown or IND2Overlapped may be known by an interface that
// includes it.
func (i *instance) known(pointer uintptr, iid nd2.GUID) nd2.Unknown {
	for _, as := range append([]nd2.GUID{iid}, richer[iid]...) {
		if w, ok := i.objects[identity{pointer, as}]; ok && w.(wrapper).revive() {
			return w
		}
	}
	return nil
}

// A wrapper is the Go object of an object of the DLL's.
type wrapper interface {
	native() uintptr
	revive() bool
}

// revive adds a reference that the DLL has added, unless the last one is gone.
func (o *object) revive() bool {
	for {
		n := o.references.Load()
		if n <= 0 {
			return false
		}
		if o.references.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// forget drops an object that the client has released.
func (i *instance) forget(o *object) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if w, ok := i.objects[o.key]; ok && w.(interface{ base() *object }).base() == o {
		delete(i.objects, o.key)
	}
	if n := slices.Index(i.order, o); n >= 0 {
		i.order = slices.Delete(i.order, n, n+1)
	}
}

func (o *object) base() *object { return o }

var withRequests = []nd2.GUID{
	nd2.IIDCompletionQueue, nd2.IIDSharedReceiveQueue, nd2.IIDMemoryRegion, nd2.IIDConnector,
	nd2.IIDListener,
}

// richer lists the interfaces that include another one.
var richer = map[nd2.GUID][]nd2.GUID{
	nd2.IIDUnknown: append([]nd2.GUID{
		nd2.IIDProvider, nd2.IIDAdapter, nd2.IIDQueuePair, nd2.IIDMemoryWindow,
		nd2.IIDOverlapped,
	}, withRequests...),
	nd2.IIDOverlapped: withRequests,
}

// asOther is as for an interface that others include, or that no document defines.
func (o *object) asOther(iid nd2.GUID) nd2.Unknown {
	switch iid {
	case nd2.IIDOverlapped:
		o.kind = "IND2Overlapped"
		return &overlapping{o}
	case nd1.IIDOverlapped:
		o.kind = "INDOverlapped"
		return &nd1Overlapping{o}
	}
	o.kind = "IUnknown"
	if !defined(iid) {
		return &extension{object: o}
	}
	return unknown{o}
}

// unknown is an object used by its IUnknown only.
type unknown struct{ *object }

// nameOf names an unusable object's interface.
func nameOf(iid nd2.GUID) string {
	o := &object{kind: "IUnknown"}
	o.as(iid)
	return o.kind
}

// pointerTo returns a client's object as the DLL sees it: NULL for nil, and a
// [foreignObject] for an object from outside the DLL.
func pointerTo(u nd2.Unknown) uintptr {
	switch w := u.(type) {
	case nil:
		return 0
	case providers.Pointed:
		return w.Pointer()
	case wrapper:
		return w.native()
	}
	return foreignObject()
}
