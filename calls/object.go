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
	// Inner is the provider's own object; of an overlapped file and of v1 and NDK, nil.
	Inner nd2.Unknown
	// Self is the wrapper that embeds the object.
	Self nd2.Unknown
	// Parent is the adapter that it was created from, or nil.
	Parent *Adapter
	// File is what it was created on, nil if on none.
	File *File
	// Born tells older objects from newer ones.
	Born uint64
	// exempt says that calls on it pass no hooks.
	exempt bool
	// clients is how many references the client has, less the first one. Another object of the
	// provider's may have some, too, so that the client's last Release need not return 0.
	clients atomic.Int32

	mu sync.Mutex
	// requests are the overlapped requests by the client's OVERLAPPED; the latest
	// given to each.
	requests map[*nd2.Overlapped]*Shadow
}

// begin gives o what it wraps, and the wrapper that embeds it.
func (o *Object) begin(kind string, inner, self nd2.Unknown) *Object {
	o.Kind, o.Inner, o.Self = kind, inner, self
	return o
}

func (o *Object) base() *Object { return o }

// AddRef implements [nd2.Unknown].
func (o *Object) AddRef() uint32 {
	c := &Call{Method: AddRef}
	o.do(c, func(c *Call) nd2.Status {
		c.Count = o.Inner.AddRef()
		return nd2.Success
	})
	o.clients.Add(1)
	return c.Count
}

// Release implements [nd2.Unknown].
func (o *Object) Release() uint32 {
	c := &Call{Method: Release}
	o.do(c, func(c *Call) nd2.Status {
		c.Count = o.Inner.Release()
		return nd2.Success
	})
	// An adapter that is opened again while others hold it is the same object.
	left := o.clients.Add(-1)
	if c.Count == 0 || left == -1 && o.Kind != "IND2Adapter" {
		o.layer.forget(o)
	}
	return c.Count
}

// QueryInterface implements [nd2.Unknown].
func (o *Object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return o.do(&Call{Method: QueryInterface, IID: iid, Out: out}, func(c *Call) nd2.Status {
		s := o.Inner.QueryInterface(c.IID, c.Out)
		if c.Out != nil && *c.Out == o.Inner {
			*c.Out = o.Self
			o.clients.Add(1)
		}
		return s
	})
}

// Unwrap returns the provider's own object behind a wrapper, and anything else as it
// is.
func Unwrap(u nd2.Unknown) nd2.Unknown {
	if o := ObjectOf(u); o != nil {
		return o.Inner
	}
	return u
}

// ObjectOf returns the object of a wrapper, nil of anything else.
func ObjectOf(u nd2.Unknown) *Object {
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
