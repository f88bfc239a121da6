package host

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// An object is a provider's object or a file, with the count of the client's references.
type object struct {
	it         any
	references int
	file       uint64 // a v1 adapter's file, which ends with it; 0 until it is asked for
	lent       bool   // it is such a file
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

// drop drops one of the client's references, and returns whether it was the object's last, and the last of all.
func (h *host) drop(n uint64) (gone, all bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.objects[n]
	if o == nil {
		return false, false
	}
	if o.references--; o.references > 0 {
		return false, false
	}
	delete(h.objects, n)
	delete(h.objects, o.file)
	if _, is := o.it.(nd1.Adapter); is {
		maps.DeleteFunc(h.handles, func(_ uint64, r registered) bool { return r.adapter == n })
	}
	if u, ok := o.it.(nd2.Unknown); ok && reflect.TypeOf(o.it).Comparable() {
		delete(h.numbers, u)
	}
	all = len(h.objects) == 0
	if all {
		h.forget()
	}
	return true, all
}

// the returns the object with a number, as a T. The provider's NDK is object 0.
func the[T any](c *call, n uint64) T {
	c.mu.Lock()
	o := c.objects[n]
	c.mu.Unlock()
	if o == nil && n == 0 {
		o = &object{it: c.kernel}
	}
	var none T
	if o == nil {
		c.violated("object %d is not there", n)
	}
	it, ok := o.it.(T)
	if !ok {
		c.violated("object %d is a %T, and no %v", n, o.it, reflect.TypeOf(&none).Elem())
	}
	return it
}

// unknown takes an object, perhaps of another session.
func (c *call) unknown() nd2.Unknown {
	switch n := wire.Uint[uint64](&c.Reader); n {
	case 0:
		return nil
	case wire.Foreign:
		return stranger{}
	default:
		return the[nd2.Unknown](c, n)
	}
}

// parameter takes an object that must be a T. An object of another session is not.
func parameter[T any](c *call) (none T) {
	n := wire.Uint[uint64](&c.Reader)
	if n == 0 || n == wire.Foreign {
		return none
	}
	return the[T](c, n)
}

// A stranger stands for an object of another session.
type stranger struct{}

const noInterface nd2.Status = 0x80004002

func (stranger) QueryInterface(_ nd2.GUID, object *nd2.Unknown) nd2.Status {
	*object = nil
	return noInterface
}
func (stranger) AddRef() uint32  { return 2 }
func (stranger) Release() uint32 { return 1 }

// untouched is an out parameter's value before the call.
type untouched struct{ stranger }

func (untouched) BindCompletionPort(nd2.CompletionPort, uintptr) nd2.Status {
	return nd2.InvalidHandle
}

func (untouched) Close() nd2.Status { return nd2.InvalidHandle }

// carried refuses an object with an undocumented interface, known by its pointer only: calls on it can't be made
// from elsewhere.
func carried(s nd2.Status, object *nd2.Unknown) nd2.Status {
	if _, is := (*object).(providers.Pointed); !is {
		return s
	}
	(*object).Release()
	*object = nil
	refused.Do(func() {
		fmt.Fprintln(os.Stderr, "ndconform: an interface that no document defines was asked for: it is refused, since only "+
			"the provider's own process can use it")
	})
	return noInterface
}

var refused sync.Once

// putOut writes the object that a call has created.
func (c *call) putOut(it any) { wire.PutOut(&c.reply, c.out(it)) }

// putOutNDK writes the object that an NDK call has created, if any.
func (c *call) putOutNDK(it any) {
	out := c.out(it)
	out.Untouched = it == nil
	wire.PutOut(&c.reply, out)
}

func (h *host) out(it any) wire.Out {
	switch it {
	case nil:
		return wire.Out{}
	case untouched{}:
		return wire.Out{Untouched: true}
	}
	return wire.Out{Object: h.add(it), Kind: kindOf(it)}
}
