//go:build linux && cgo && verbs

package verbs

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// noInterface is COM's E_NOINTERFACE; ndstatus.mc does not name it.
const noInterface nd2.Status = 0x80004002

// An object is embedded in every ND2 object: its references, its interfaces, and the
// objects that it keeps alive.
type object struct {
	references atomic.Int32
	self       nd2.Unknown
	ids        []nd2.GUID
	keeps      []nd2.Unknown
	// end frees what the object holds. The objects that it keeps alive are released
	// after it.
	end func()
}

// begin gives self, which embeds o, its first reference.
func (o *object) begin(self nd2.Unknown, end func(), ids []nd2.GUID, keeps ...nd2.Unknown) {
	o.self, o.end, o.ids, o.keeps = self, end, append(ids, nd2.IIDUnknown), keeps
	for _, k := range keeps {
		k.AddRef()
	}
	o.references.Store(1)
}

// QueryInterface implements [nd2.Unknown].
func (o *object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter2
	}
	*out = nil
	if !slices.Contains(o.ids, iid) {
		return noInterface
	}
	o.AddRef()
	*out = o.self
	return nd2.Success
}

// AddRef implements [nd2.Unknown].
func (o *object) AddRef() uint32 { return uint32(o.references.Add(1)) }

// Release implements [nd2.Unknown]. An extra Release does nothing.
func (o *object) Release() uint32 {
	n := o.references.Add(-1)
	if n < 0 {
		o.references.Add(1)
		return 0
	}
	if n == 0 {
		o.end()
		for _, k := range o.keeps {
			k.Release()
		}
	}
	return uint32(n)
}

func (o *object) alive() bool { return o.references.Load() > 0 }

// A member is an adapter's object; it keeps the adapter alive.
type member struct {
	object
	adapter *adapter
}

func (m *member) begin(self nd2.Unknown, a *adapter, end func(), iid nd2.GUID, keeps ...nd2.Unknown) {
	m.adapter = a
	m.object.begin(self, end, []nd2.GUID{iid}, append(keeps, a)...)
}

// of reports whether the member belongs to a and is alive.
func (m *member) of(a *adapter) bool { return m.adapter == a && m.alive() }

// own returns a client's object as the kind of object that it must be.
func own[T interface {
	comparable
	of(*adapter) bool
}](u nd2.Unknown, a *adapter) (t T, ok bool) {
	var none T
	t, ok = u.(T)
	return t, ok && t != none && t.of(a)
}

// An overlapping member has overlapped requests, and implements the common part of
// [nd2.Overlapping].
type overlapping struct {
	member
	requests async.Requests
}

func (o *overlapping) begin(self nd2.Unknown, a *adapter, f *async.File, end func(), iid nd2.GUID) {
	o.requests.Init(f)
	o.member.begin(self, a, end, iid)
	o.ids = append(o.ids, nd2.IIDOverlapped)
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(overlapped *nd2.Overlapped, wait bool) nd2.Status {
	if overlapped == nil {
		return nd2.InvalidParameter1
	}
	return o.requests.Result(overlapped, wait)
}
