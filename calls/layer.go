package calls

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A layer is what stands around one instance: its hooks, and what it has wrapped.
type layer struct {
	hooks   Hooks
	tickets tickets
	// last is the number given last to an object or an overlapped request.
	last atomic.Uint64

	mu sync.Mutex
	// objects are those that the client holds.
	objects map[*Object]struct{}
	// released are those that the client has released most lately, oldest first.
	released []*Object
	// drops are called with objects that are long gone.
	drops []func(*Object)
}

func newLayer(hooks Hooks) *layer {
	return &layer{
		hooks:   hooks,
		tickets: newTickets(),
		objects: map[*Object]struct{}{},
	}
}

func (l *layer) number() uint64 { return l.last.Add(1) }

// wrap wraps what a call of an adapter has created.
func (l *layer) wrap(u nd2.Unknown, a *Adapter, c *Call) nd2.Unknown {
	f, _ := c.File.(*File)
	var o *Object
	switch u := u.(type) {
	case nd2.CompletionQueue:
		q := &CompletionQueue{Inner: u, Depth: c.Depth}
		q.requester, o = u, q.begin("IND2CompletionQueue", u, q)
	case nd2.SharedReceiveQueue:
		q := &SharedReceiveQueue{Inner: u, Depth: c.Depth, Threshold: c.Threshold}
		q.requester, o = u, q.begin("IND2SharedReceiveQueue", u, q)
	case nd2.MemoryRegion:
		m := &MemoryRegion{Inner: u}
		m.requester, o = u, m.begin("IND2MemoryRegion", u, m)
	case nd2.Connector:
		k := &Connector{Inner: u}
		k.requester, o = u, k.begin("IND2Connector", u, k)
	case nd2.Listener:
		k := &Listener{Inner: u}
		k.requester, o = u, k.begin("IND2Listener", u, k)
	case nd2.MemoryWindow:
		m := &MemoryWindow{Inner: u}
		o = m.begin("IND2MemoryWindow", u, m)
	default:
		return u
	}
	o.File = f
	l.enter(o, a)
	return o.Self
}

// enter takes in an object that was created from an adapter.
func (l *layer) enter(o *Object, a *Adapter) {
	o.layer, o.Parent, o.exempt, o.Born = l, a, a.exempt, l.number()
	l.add(o)
}

// add takes in an object that is ready.
func (l *layer) add(o *Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.objects[o] = struct{}{}
}

// lately is how many objects that the client has released are remembered: the results of
// a queue pair may come yet.
const lately = 512

// forget drops an object that the client has released, once many others have been released
// after it, so that the layer does not grow with what has been.
func (l *layer) forget(o *Object) {
	gone, drops := l.release(o)
	if gone == nil {
		return
	}
	if q, ok := gone.Self.(*QueuePair); ok {
		l.tickets.leave(q)
	}
	for _, drop := range drops {
		drop(gone)
	}
}

// release enters that an object has been released, and returns the one that is long gone
// by that, nil if none is, and what to call with it.
func (l *layer) release(o *Object) (gone *Object, drops []func(*Object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, held := l.objects[o]; !held {
		return nil, nil // it was forgotten with the client's last reference
	}
	delete(l.objects, o)
	l.released = append(l.released, o)
	if len(l.released) <= lately {
		return nil, nil
	}
	gone = l.released[0]
	l.released = l.released[1:]
	return gone, slices.Clone(l.drops)
}

// join has drop called with objects that are long gone.
func (l *layer) join(drop func(*Object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops = append(l.drops, drop)
}

// wrapperOf returns the adapter that wraps an object of the provider already, nil if
// none does: a provider may return the adapter that is open.
func (l *layer) wrapperOf(inner nd2.Unknown) nd2.Unknown {
	l.mu.Lock()
	defer l.mu.Unlock()
	for o := range l.objects {
		if o.Kind == "IND2Adapter" && o.Inner == inner {
			return o.Self
		}
	}
	return nil
}

// Living lists the wrappers of type T that the client holds of o's instance, in no
// order. The slice is the caller's.
func Living[T nd2.Unknown](o *Object) (list []T) {
	o.layer.mu.Lock()
	defer o.layer.mu.Unlock()
	for other := range o.layer.objects {
		if t, ok := other.Self.(T); ok {
			list = append(list, t)
		}
	}
	return list
}

// Others lists what [Living] does but for o.
func Others[T nd2.Unknown](o *Object) []T {
	return slices.DeleteFunc(Living[T](o), func(t T) bool { return ObjectOf(t) == o })
}
