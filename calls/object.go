package calls

import (
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// An Object is what every wrapper begins with. Its fields do not change once the
// client has it.
type Object struct {
	layer *layer
	// Kind is the interface, "IND2QueuePair".
	Kind string
	// Inner is the provider's own object; of an overlapped file and of NDK, nil.
	Inner nd2.Unknown
	// own is Inner, or NDK's.
	own any
	// Self is the wrapper that embeds the object.
	Self any
	// Parent is the adapter that it was created from, or nil.
	Parent *Adapter
	// File is what it was created on, nil if on none.
	File *File
	// Born tells older objects from newer ones.
	Born uint64
	// Name is what whoever watches the calls calls the object, and State is what they keep of it.
	Name  string
	State any
	// exempt says that calls on it pass no hooks, and older that it is of v1 or NDK.
	exempt, older bool
	// clients is how many references the client has, less the first one. Another object of the
	// provider's may have some, too, so that the client's last Release need not return 0.
	clients atomic.Int32

	mu sync.Mutex
	// requests are the overlapped requests by the client's OVERLAPPED; the latest
	// given to each.
	requests map[*nd2.Overlapped]*ProxyOverlapped
}

// wraps gives o what it wraps, and the wrapper that embeds it.
func (o *Object) wraps(kind string, inner, self any) *Object {
	o.Kind, o.own, o.Self = kind, inner, self
	o.Inner, _ = inner.(nd2.Unknown)
	return o
}

func (o *Object) base() *Object { return o }

// unknown forwards IUnknown.
type unknown struct{ Object }

// AddRef implements [nd2.Unknown].
func (w *unknown) AddRef() uint32 {
	n := w.begin(&ofAddRef).counted()
	w.clients.Add(1)
	return n
}

// Release implements [nd2.Unknown].
func (w *unknown) Release() uint32 {
	n := w.begin(&ofRelease).counted()
	// An adapter that is opened again is the same object: a count of clients below 0 doesn't mean that
	// it is gone.
	left := w.clients.Add(-1)
	if n == 0 || left == -1 && w.Kind != "IND2Adapter" {
		w.layer.forget(&w.Object)
	}
	return n
}

// queryInterface carries out QueryInterface. To those who only watch, what comes out is another
// object.
func (c *Call) queryInterface() nd2.Status {
	s := c.Object.Inner.QueryInterface(c.IID, c.Out)
	if c.layer.transparent {
		return created(c, c.Out, s)
	}
	if c.Out != nil && *c.Out == c.Object.Inner && !c.older {
		*c.Out = c.Self.(nd2.Unknown)
		c.clients.Add(1)
	}
	return s
}

// An overlapping object forwards IND2Overlapped, too.
type overlapping struct{ unknown }

// overlappedResult carries out GetOverlappedResult.
func (c *Call) overlappedResult() nd2.Status {
	inner := c.Object.Inner.(nd2.Overlapping)
	if c.Proxy == nil {
		return inner.GetOverlappedResult(c.Overlapped, c.Wait)
	}
	return c.Proxy.result(inner, c.Wait)
}

// Unwrap returns the provider's own object behind a wrapper, and anything else as it
// is.
func Unwrap(u nd2.Unknown) nd2.Unknown {
	if o := ObjectOf(u); o != nil {
		return o.Inner
	}
	return u
}

// Unwatched returns the object behind the wrappers of all who only watch, and anything else as it is.
// They wrap an object anew each time that a call returns it.
func Unwatched(u nd2.Unknown) nd2.Unknown {
	for o := ObjectOf(u); o != nil && o.layer.transparent; o = ObjectOf(u) {
		u = o.Inner
	}
	return u
}

// inner is [Unwrap] of a parameter of the call: of a wrapper of a layer like the call's.
func (c *Call) inner(u nd2.Unknown) nd2.Unknown {
	if o := ObjectOf(u); o != nil && o.layer.transparent == c.layer.transparent {
		return o.Inner
	}
	return u
}

// ObjectOf returns the object of a wrapper, nil of anything else.
func ObjectOf(u any) *Object {
	if w, ok := u.(interface{ base() *Object }); ok {
		return w.base()
	}
	return nil
}

// LastReference reports whether the client's next Release of o is the last.
func (o *Object) LastReference() bool {
	o.Inner.AddRef()
	return o.Inner.Release() == 1
}
