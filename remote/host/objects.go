package host

import (
	"reflect"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// An object is an object of the provider's, or a file, with the number of references
// that the client holds.
type object struct {
	it         any
	references int
	file       uint64 // of an adapter of v1, which goes with it; 0 if nobody has asked for it
}

// add returns the number of an object that the provider has returned with a reference.
func (h *host) add(it any) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	u, ok := it.(nd2.Unknown)
	ok = ok && reflect.TypeOf(it).Comparable()
	if ok && h.numbers[u] != 0 {
		n := h.numbers[u]
		h.objects[n].references++
		return n
	}
	if len(h.objects) >= h.Limits.Objects {
		h.stop(errTooMany("objects", h.Limits.Objects))
	}
	n := h.number()
	h.objects[n] = &object{it: it, references: 1}
	if ok {
		h.numbers[u] = n
	}
	return n
}

// drop gives up one of the client's references, and returns how many are left.
func (h *host) drop(n uint64, r *proto.Reply) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.objects[n]
	if o == nil {
		return
	}
	if o.references--; o.references > 0 {
		return
	}
	delete(h.objects, n)
	delete(h.objects, o.file)
	if u, ok := o.it.(nd2.Unknown); ok && reflect.TypeOf(o.it).Comparable() {
		delete(h.numbers, u)
	}
	r.Gone, r.Empty = true, len(h.objects) == 0
	if r.Empty {
		h.forget()
	}
}

// the returns the object that a call is made on, as a T.
func the[T any](h *host, n uint64) T {
	h.mu.Lock()
	o := h.objects[n]
	h.mu.Unlock()
	var none T
	if o == nil {
		h.violated("object %d is not there", n)
	}
	it, ok := o.it.(T)
	if !ok {
		h.violated("object %d is a %T, and no %v", n, o.it, reflect.TypeOf(&none).Elem())
	}
	return it
}

// given returns an object that is the parameter of a call.
func (h *host) given(r *proto.Reference) nd2.Unknown {
	if r.GetForeign() {
		return stranger{}
	}
	if r.GetObject() == 0 {
		return nil
	}
	return the[nd2.Unknown](h, r.GetObject())
}

// parameter is given for an object that must be a T. That of another session is none.
func parameter[T any](h *host, r *proto.Reference) T {
	if r.GetObject() == 0 {
		var none T
		return none
	}
	return the[T](h, r.GetObject())
}

func (h *host) file(r *proto.Reference) nd2.OverlappedFile {
	if r.GetObject() == 0 {
		return nil
	}
	return the[nd2.OverlappedFile](h, r.GetObject())
}

// A stranger stands for an object that is not of this session.
type stranger struct{}

const noInterface nd2.Status = 0x80004002

func (stranger) QueryInterface(_ nd2.GUID, object *nd2.Unknown) nd2.Status {
	*object = nil
	return noInterface
}
func (stranger) AddRef() uint32  { return 2 }
func (stranger) Release() uint32 { return 1 }

// create makes a call that creates an object.
func (h *host) create(iid []byte, call func(iid nd2.GUID, object *nd2.Unknown) nd2.Status) *proto.Reply {
	g, err := wire.ToIID(iid)
	if err != nil {
		h.violated("%v", err)
	}
	var out nd2.Unknown = stranger{}
	s := call(g, &out)
	return &proto.Reply{Status: uint32(s), Object: h.cameOut(out)}
}

// cameOut returns the message form of what a call has created.
func (h *host) cameOut(out nd2.Unknown) *proto.Out {
	switch out {
	case nil:
		return &proto.Out{}
	case stranger{}:
		return &proto.Out{Untouched: true}
	}
	return &proto.Out{Object: h.add(out), Kind: kindOf(out)}
}

func kindOf(it any) proto.Kind {
	if o, ok := it.(ndk.Object); ok {
		return kindOfNDK(o)
	}
	switch it.(type) {
	case nd2.Provider:
		return proto.Kind_PROVIDER
	case nd2.Adapter:
		return proto.Kind_ADAPTER
	case nd2.CompletionQueue:
		return proto.Kind_COMPLETION_QUEUE
	case nd2.SharedReceiveQueue:
		return proto.Kind_SHARED_RECEIVE_QUEUE
	case nd2.MemoryRegion:
		return proto.Kind_MEMORY_REGION
	case nd2.Connector:
		return proto.Kind_CONNECTOR
	case nd2.Listener:
		return proto.Kind_LISTENER
	case nd2.QueuePair:
		return proto.Kind_QUEUE_PAIR
	case nd2.MemoryWindow:
		return proto.Kind_MEMORY_WINDOW
	case nd1.Provider:
		return proto.Kind_ND1_PROVIDER
	case nd1.Adapter:
		return proto.Kind_ND1_ADAPTER
	case nd1.CompletionQueue:
		return proto.Kind_ND1_COMPLETION_QUEUE
	case nd1.Connector:
		return proto.Kind_ND1_CONNECTOR
	case nd1.Endpoint:
		return proto.Kind_ND1_ENDPOINT
	case nd1.Listen:
		return proto.Kind_ND1_LISTEN
	case nd2.Overlapping:
		return proto.Kind_OVERLAPPED
	}
	return proto.Kind_UNKNOWN
}

func kindOfNDK(it ndk.Object) proto.Kind {
	switch it.(type) {
	case ndk.CQ:
		return proto.Kind_NDK_CQ
	case ndk.PD:
		return proto.Kind_NDK_PD
	case ndk.MR:
		return proto.Kind_NDK_MR
	case ndk.SRQ:
		return proto.Kind_NDK_SRQ
	case ndk.QP:
		return proto.Kind_NDK_QP
	case ndk.Connector:
		return proto.Kind_NDK_CONNECTOR
	}
	return proto.Kind_NDK_OBJECT
}
