package mutant

import (
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A world is all that one instance has wrapped.
type world struct {
	defect  defect
	tickets tickets
	// last is the number given last to an object or an overlapped request.
	last atomic.Uint64

	mu sync.Mutex
	// objects are those that the client holds.
	objects map[*object]struct{}
}

func newWorld(d defect) *world {
	return &world{
		defect:  d,
		tickets: tickets{issued: map[uintptr]*ticket{}, pairs: map[uintptr]*queuePair{}},
		objects: map[*object]struct{}{},
	}
}

func (w *world) number() uint64 { return w.last.Add(1) }

// wrap wraps what an adapter's creating call gave.
func (w *world) wrap(u nd2.Unknown, a *adapter, c *call) nd2.Unknown {
	f, _ := c.file.(*file)
	var o *object
	switch u := u.(type) {
	case nd2.CompletionQueue:
		q := &completionQueue{inner: u, depth: c.depth}
		q.requester, o = u, q.begin("IND2CompletionQueue", u, q)
	case nd2.SharedReceiveQueue:
		q := &sharedReceiveQueue{inner: u, depth: c.depth, threshold: c.threshold}
		q.requester, o = u, q.begin("IND2SharedReceiveQueue", u, q)
	case nd2.MemoryRegion:
		m := &memoryRegion{inner: u}
		m.requester, o = u, m.begin("IND2MemoryRegion", u, m)
	case nd2.Connector:
		k := &connector{inner: u}
		k.requester, o = u, k.begin("IND2Connector", u, k)
	case nd2.Listener:
		l := &listener{inner: u}
		l.requester, o = u, l.begin("IND2Listener", u, l)
	case nd2.MemoryWindow:
		m := &memoryWindow{inner: u}
		o = m.begin("IND2MemoryWindow", u, m)
	default:
		return u
	}
	o.file = f
	w.enter(o, a)
	return o.self
}

// enter takes in an object that was created from an adapter.
func (w *world) enter(o *object, a *adapter) {
	o.world, o.parent, o.sound, o.born = w, a, a.sound, w.number()
	w.add(o)
}

// add takes in an object that is ready.
func (w *world) add(o *object) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.objects[o] = struct{}{}
}

// forget drops an object that the client has released. A queue pair's number stays,
// since its results may come yet.
func (w *world) forget(o *object) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.objects, o)
}

// others lists the living wrappers of type T but for o.
func others[T nd2.Unknown](w *world, o *object) (list []T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for other := range w.objects {
		if t, ok := other.self.(T); ok && other != o {
			list = append(list, t)
		}
	}
	return list
}
