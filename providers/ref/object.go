package ref

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// noInterface is COM's E_NOINTERFACE; ndstatus.mc does not name it.
const noInterface nd2.Status = 0x80004002

// An object is embedded in every ND2 object: its references and its interfaces.
type object struct {
	references atomic.Int32
	self       nd2.Unknown
	ids        []nd2.GUID
	// end frees what the object holds. The last Release calls it, once.
	end func()
}

// begin gives self, which embeds o, its first reference.
func (o *object) begin(self nd2.Unknown, end func(), ids ...nd2.GUID) {
	o.self, o.end, o.ids = self, end, ids
	o.references.Store(1)
}

// QueryInterface implements [nd2.Unknown].
func (o *object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter2
	}
	*out = nil
	if !o.has(iid) {
		return noInterface
	}
	o.AddRef()
	*out = o.self
	return nd2.Success
}

func (o *object) has(iid nd2.GUID) bool { return known(iid, o.ids...) }

// known reports whether an interface id is IUnknown's or in ids.
func known(iid nd2.GUID, ids ...nd2.GUID) bool {
	for _, id := range ids {
		if iid == id {
			return true
		}
	}
	return iid == nd2.IIDUnknown
}

// AddRef implements [nd2.Unknown].
func (o *object) AddRef() uint32 { return uint32(o.references.Add(1)) }

// hold is AddRef for an object that may be gone; it reports whether the object is still
// alive.
func (o *object) hold() bool {
	for n := o.references.Load(); n > 0; n = o.references.Load() {
		if o.references.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// Release implements [nd2.Unknown]. An extra Release does nothing.
func (o *object) Release() uint32 {
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

// alive reports whether there are references to the object.
func (o *object) alive() bool { return o.references.Load() > 0 }

// own returns a client's object if it has the right kind, belongs to the adapter (of
// either version) and is alive.
func own[T interface {
	comparable
	belongs(A) bool
}, A any](u nd2.Unknown, a A) (t T, ok bool) {
	var none T
	t, ok = u.(T)
	return t, ok && t != none && t.belongs(a)
}
