package wire

import (
	"errors"
	"fmt"

	"github.com/ndconform/ndconform/ndk"
)

// A Method is the number of a method, or of a session's call.
type Method uint64

// The calls of the session, which have no object.
const (
	// NewProvider and NewND1 return the provider as an [Out].
	NewProvider Method = iota
	NewND1
	// Allocate takes a size. It returns an error's text, the block, its address, and whether both
	// sides share its memory, and where. Free takes the block.
	Allocate
	Free
	// Load takes a [Part], and returns its bytes. Store takes a block, an offset and the bytes.
	Load
	Store
	// Inject takes a fault's strings and the adapter; it returns an error's text and the fault.
	// Undo takes the fault.
	Inject
	Undo
	// Clock returns the host's time, in nanoseconds since 1970.
	Clock
	// Return takes the callback from which the client's function has returned.
	Return
	// Forget takes the numbers of OVERLAPPEDs and results that the client has forgotten.
	Forget
	// Usage returns the host process's bytes of memory and handles.
	Usage
	// ofSession counts them.
	ofSession
)

// String returns the method's name in the documents.
func (m Method) String() string {
	if m >= Methods {
		return fmt.Sprintf("method %d", uint64(m))
	}
	return names[m]
}

// An ObjectKind is an object's interface.
type ObjectKind uint8

// An Out is what a method has left where an object's pointer leads.
type Out struct {
	// Object is the object's number; it is 0 for nil, and for an untouched pointer.
	Object    uint64
	Kind      ObjectKind
	Untouched bool
}

// PutOut writes an out.
func PutOut(w *Writer, o Out) {
	PutUint(w, o.Object)
	if o.Object != 0 {
		PutUint(w, o.Kind)
	} else {
		PutBool(w, o.Untouched)
	}
}

// TakeOut takes an out.
func TakeOut(r *Reader) (o Out) {
	if o.Object = Uint[uint64](r); o.Object != 0 {
		o.Kind = Uint[ObjectKind](r)
	} else {
		o.Untouched = Bool(r)
	}
	return o
}

// Foreign is the reference to an object of another session; 0 is nil. Other references are numbers
// of objects.
const Foreign = ^uint64(0)

// An Overlapped is a request's OVERLAPPED. ID is 0 for nil.
type Overlapped struct {
	ID                   uint64
	Event, WithoutPacket bool
}

// PutOverlapped writes a request's OVERLAPPED.
func PutOverlapped(w *Writer, o Overlapped) {
	PutUint(w, o.ID)
	PutBool(w, o.Event)
	PutBool(w, o.WithoutPacket)
}

// TakeOverlapped takes a request's OVERLAPPED.
func TakeOverlapped(r *Reader) Overlapped { return Overlapped{Uint[uint64](r), Bool(r), Bool(r)} }

// A Part is a part of a block.
type Part struct{ Block, Offset, Length uint64 }

// PutPart writes a part.
func PutPart(w *Writer, p Part) {
	PutUint(w, p.Block)
	PutUint(w, p.Offset)
	PutUint(w, p.Length)
}

// TakePart takes a part.
func TakePart(r *Reader) Part { return Part{Uint[uint64](r), Uint[uint64](r), Uint[uint64](r)} }

// A Place says where a [Buffer]'s memory is.
type Place uint8

const (
	// Nil is no memory.
	Nil Place = iota
	// Shared is a part of a block.
	Shared
	// Copied is memory of the client's alone, sent as a copy.
	Copied
	// PartlyReadable is memory with Missing unreadable bytes at its end.
	PartlyReadable
	// Nowhere is Missing bytes at NULL.
	Nowhere
)

// A Buffer is a call's memory.
type Buffer struct {
	Place   Place
	Part    Part
	Bytes   []byte
	Missing uint64
}

var errPlace = errors.New("a buffer that is nowhere")

// PutBuffer writes a buffer.
func PutBuffer(w *Writer, b Buffer) {
	PutUint(w, b.Place)
	switch b.Place {
	case Shared:
		PutPart(w, b.Part)
	case Copied:
		PutBytes(w, b.Bytes)
	case PartlyReadable:
		PutBytes(w, b.Bytes)
		PutUint(w, b.Missing)
	case Nowhere:
		PutUint(w, b.Missing)
	}
}

// TakeBuffer takes a buffer.
func TakeBuffer(r *Reader) (b Buffer) {
	switch b.Place = Uint[Place](r); b.Place {
	case Nil:
	case Shared:
		b.Part = TakePart(r)
	case Copied:
		b.Bytes = Bytes(r)
	case PartlyReadable:
		b.Bytes, b.Missing = Bytes(r), Uint[uint64](r)
	case Nowhere:
		b.Missing = Uint[uint64](r)
	default:
		r.Fail(errPlace)
	}
	return b
}

// PutNDKExtensionInterface writes an extension without its functions: only whether it has a
// dispatch table.
func PutNDKExtensionInterface(w *Writer, e ndk.ExtensionInterface) {
	PutNDKVersion(w, e.Version)
	PutBool(w, e.Dispatch != nil)
}

// NDKExtensionInterface takes an extension; its dispatch table has no functions.
func NDKExtensionInterface(r *Reader) ndk.ExtensionInterface {
	e := ndk.ExtensionInterface{Version: NDKVersion(r)}
	if Bool(r) {
		e.Dispatch = struct{}{}
	}
	return e
}
