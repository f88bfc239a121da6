package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// An object is what every wrapper begins with.
type object struct {
	world *world
	// kind is the interface, "IND2QueuePair".
	kind  string
	inner nd2.Unknown
	// self is the wrapper that embeds the object.
	self nd2.Unknown
	// parent is the adapter that it was created from, or nil.
	parent *adapter
	// file is what it was created on, nil if on none.
	file *file
	// born tells older objects from newer ones.
	born uint64
	// sound says that the object is exempt from the defect.
	sound bool

	mu sync.Mutex
	// requests are the overlapped requests by the client's OVERLAPPED; the latest
	// given to each.
	requests map[*nd2.Overlapped]*shadow
}

// begin gives o what it wraps, and the wrapper that embeds it.
func (o *object) begin(kind string, inner, self nd2.Unknown) *object {
	o.kind, o.inner, o.self = kind, inner, self
	return o
}

func (o *object) base() *object { return o }

// AddRef implements [nd2.Unknown].
func (o *object) AddRef() uint32 {
	c := &call{method: "IUnknown::AddRef"}
	o.do(c, func(c *call) nd2.Status {
		c.count = o.inner.AddRef()
		return nd2.Success
	})
	return c.count
}

// Release implements [nd2.Unknown].
func (o *object) Release() uint32 {
	c := &call{method: "IUnknown::Release"}
	o.do(c, func(c *call) nd2.Status {
		c.count = o.inner.Release()
		return nd2.Success
	})
	if c.count == 0 {
		o.world.forget(o)
	}
	return c.count
}

// QueryInterface implements [nd2.Unknown].
func (o *object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return o.do(&call{method: "IUnknown::QueryInterface", iid: iid, out: out}, func(c *call) nd2.Status {
		s := o.inner.QueryInterface(c.iid, c.out)
		if c.out != nil && *c.out == o.inner {
			*c.out = o.self
		}
		return s
	})
}

// unwrap gives the engine's own object behind a wrapper, and anything else as it is.
func unwrap(u nd2.Unknown) nd2.Unknown {
	if o := objectOf(u); o != nil {
		return o.inner
	}
	return u
}

// objectOf gives the object of a wrapper, nil of anything else.
func objectOf(u nd2.Unknown) *object {
	if w, ok := u.(interface{ base() *object }); ok {
		return w.base()
	}
	return nil
}
