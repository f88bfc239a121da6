package calls

import (
	"cmp"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// created wraps a created object. A transparent layer sees whatever comes out of the call.
func created[T any](c *Call, out *T, s nd2.Status) nd2.Status {
	if out != nil && any(*out) != nil && (s == nd2.Success || c.layer.transparent) {
		*out = wrapped(c, *out)
	}
	return s
}

// wrapped wraps an object from a call, by the interface it was asked for.
func wrapped[T any](c *Call, inner T) T {
	if o := ObjectOf(inner); o != nil && o.layer == c.layer {
		return inner // the client has put it there
	}
	var w any
	switch of := any(&inner).(type) {
	case *nd2.Unknown:
		w = c.wrap(*of)
	case *nd2.Provider:
		p := &Provider{Inner: *of}
		w = c.given(p.wraps("IND2Provider", p.Inner, p))
	case *nd1.Endpoint:
		w = c.wrapEndpoint(*of)
	case *ndk.SRQ:
		w = c.wrapShared(*of)
	default:
		w = cmp.Or(c.wrapND1(of), c.wrapNDK(of))
	}
	t, ok := w.(T)
	if !ok {
		return inner
	}
	if made := ObjectOf(t); made != nil && made.layer == c.layer {
		c.Made = made
	}
	return t
}

// wrap wraps an object of ND2 by its interface.
func (c *Call) wrap(u nd2.Unknown) any {
	switch u := u.(type) {
	case nd2.Adapter:
		return c.wrapAdapter(u)
	case nd2.CompletionQueue:
		q := &CompletionQueue{Inner: u, Depth: c.Depth}
		return c.enter(q.wraps("IND2CompletionQueue", u, q))
	case nd2.SharedReceiveQueue:
		q := &SharedReceiveQueue{Inner: u, Depth: c.Depth, Threshold: c.Threshold}
		return c.enter(q.wraps("IND2SharedReceiveQueue", u, q))
	case nd2.MemoryRegion:
		m := &MemoryRegion{Inner: u}
		return c.enter(m.wraps("IND2MemoryRegion", u, m))
	case nd2.Connector:
		k := &Connector{Inner: u}
		return c.enter(k.wraps("IND2Connector", u, k))
	case nd2.Listener:
		k := &Listener{Inner: u}
		return c.enter(k.wraps("IND2Listener", u, k))
	case nd2.QueuePair:
		q := &QueuePair{Inner: u}
		return c.enter(q.wraps("IND2QueuePair", u, q))
	case nd2.MemoryWindow:
		m := &MemoryWindow{Inner: u}
		return c.enter(m.wraps("IND2MemoryWindow", u, m))
	}
	return u
}

func (c *Call) wrapAdapter(inner nd2.Adapter) any {
	if open := c.layer.wrapperOf(inner); open != nil {
		return open
	}
	a := &Adapter{Inner: inner}
	a.wraps("IND2Adapter", inner, a)
	a.exempt = c.exempt
	c.given(&a.Object)
	if !c.layer.transparent {
		c.layer.add(&a.Object)
	}
	return a
}

// given returns the wrapper for an object that the call returns.
func (c *Call) given(o *Object) any {
	o.layer = c.layer
	return o.Self
}

// enter adds an object created from the call's adapter, and returns its wrapper.
func (c *Call) enter(o *Object) any {
	o.layer = c.layer
	if c.layer.transparent {
		return o.Self
	}
	o.File, _ = c.File.(*File)
	o.Parent, _ = c.Self.(*Adapter)
	o.exempt, o.Born = c.exempt, c.layer.number()
	c.layer.add(o)
	return o.Self
}

// innerOf returns the provider's object behind a wrapper of a layer like the call's, and other
// objects unchanged.
func innerOf[T any](c *Call, object T) T {
	if o := ObjectOf(object); o != nil && o.layer.transparent == c.layer.transparent {
		if inner, ok := o.own.(T); ok {
			return inner
		}
	}
	return object
}
