package calls

import (
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// An Object is what every wrapper begins with. Its exported fields are constant once the client has it, except
// Name and State.
type Object struct {
	layer *layer
	// Kind is the interface, such as "IND2QueuePair".
	Kind string
	// Inner is the provider's object; nil for an overlapped file and for NDK.
	Inner nd2.Unknown
	// own is Inner, or NDK's object.
	own any
	// Self is the wrapper that embeds the object.
	Self any
	// Parent is the adapter that created it, or nil.
	Parent *Adapter
	// Creator is the wrapper by whose method it was created, of ND v1 or NDK; nil for others.
	Creator any
	// File is the file it was created on, or nil.
	File *File
	// Born is lower for older objects.
	Born uint64
	// Name is a watcher's name for the object, and State the watcher's state of it.
	Name  string
	State any
	// exempt says that calls on it pass no hooks, older that it is v1's or NDK's.
	exempt, older bool
	// clients counts the client's references, less the first. Another object of the provider's may
	// hold some, too, so the client's last Release need not return 0.
	clients atomic.Int32

	mu sync.Mutex
	// requests are the latest overlapped requests by the client's OVERLAPPED.
	requests map[*nd2.Overlapped]*ProxyOverlapped
}

// wraps sets what o wraps, and the wrapper that embeds it.
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
	// An adapter that is opened again is the same object: clients below 0 doesn't mean that it is
	// gone.
	left := w.clients.Add(-1)
	if n == 0 || left == -1 && w.Kind != "IND2Adapter" {
		w.layer.forget(&w.Object)
	}
	return n
}

// queryInterface carries out QueryInterface. A transparent layer sees the result as another object.
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

// An overlapping object also forwards IND2Overlapped.
type overlapping struct{ unknown }

// overlappedResult carries out GetOverlappedResult.
func (c *Call) overlappedResult() nd2.Status {
	inner := c.Object.Inner.(nd2.Overlapping)
	if c.Proxy == nil {
		return inner.GetOverlappedResult(c.Overlapped, c.Wait)
	}
	return c.Proxy.result(inner, c.Wait)
}

// Unwrap returns the provider's object behind a wrapper, and other objects unchanged.
func Unwrap(u nd2.Unknown) nd2.Unknown {
	if o := ObjectOf(u); o != nil {
		return o.Inner
	}
	return u
}

// Unwatched returns the object behind all transparent layers' wrappers, and other objects unchanged.
// Such layers wrap an object anew each time that a call returns it.
func Unwatched(u nd2.Unknown) nd2.Unknown {
	for o := ObjectOf(u); o != nil && o.layer.transparent; o = ObjectOf(u) {
		u = o.Inner
	}
	return u
}

// inner is [Unwrap] for a parameter of the call, for wrappers of a layer like the call's.
func (c *Call) inner(u nd2.Unknown) nd2.Unknown {
	if o := ObjectOf(u); o != nil && o.layer.transparent == c.layer.transparent {
		return o.Inner
	}
	return u
}

// ObjectOf returns a wrapper's object, or nil.
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
