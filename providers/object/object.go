package object

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// NoInterface is COM's E_NOINTERFACE; ndstatus.mc does not name it.
const NoInterface nd2.Status = 0x80004002

// An Object is embedded in every ND2 object: its references and its interfaces. It implements [nd2.Unknown].
type Object struct {
	references atomic.Int32
	self       nd2.Unknown
	ids        []nd2.GUID
	// end frees what the object holds. The last Release calls it, once.
	end func()
}

// Begin gives self, which embeds o, its first reference.
func (o *Object) Begin(self nd2.Unknown, end func(), ids ...nd2.GUID) {
	o.self, o.end, o.ids = self, end, ids
	o.references.Store(1)
}

// QueryInterface implements [nd2.Unknown].
func (o *Object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter2
	}
	*out = nil
	if !Known(iid, o.ids...) {
		return NoInterface
	}
	o.AddRef()
	*out = o.self
	return nd2.Success
}

// Known reports whether an interface id is IUnknown's or in ids.
func Known(iid nd2.GUID, ids ...nd2.GUID) bool {
	return iid == nd2.IIDUnknown || slices.Contains(ids, iid)
}

// AddRef implements [nd2.Unknown].
func (o *Object) AddRef() uint32 { return uint32(o.references.Add(1)) }

// Hold is AddRef for an object that may be gone; it reports whether the object is still alive.
func (o *Object) Hold() bool {
	for n := o.references.Load(); n > 0; n = o.references.Load() {
		if o.references.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// Release implements [nd2.Unknown]. An extra Release does nothing.
func (o *Object) Release() uint32 {
	n := o.references.Add(-1)
	switch {
	case n == 0:
		o.end()
	case n < 0:
		o.references.Add(1)
		return 0
	}
	return uint32(n)
}

// Alive reports whether there are references to the object.
func (o *Object) Alive() bool { return o.references.Load() > 0 }

// Own returns a client's object if it has the right kind, and belongs to the adapter and is alive, which Belongs
// reports.
func Own[T interface {
	comparable
	Belongs(A) bool
}, A any](u nd2.Unknown, a A) (t T, ok bool) {
	var none T
	t, ok = u.(T)
	return t, ok && t != none && t.Belongs(a)
}

// Creates makes the first checks of a creation; hardware is one of them. It sets *out to nil for a failure.
func Creates(hardware func() nd2.Status, iid, want nd2.GUID, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter
	}
	*out = nil
	if s := hardware(); s != nd2.Success {
		return s
	}
	if !Known(iid, want) {
		return NoInterface
	}
	return nd2.Success
}
