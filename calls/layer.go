package calls

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A layer is what stands around one instance: its hooks, and what it has wrapped.
type layer struct {
	hooks Hooks
	// transparent says that the provider is given the client's own OVERLAPPEDs, contexts and
	// files, and its results are the client's at once: calls are only seen.
	transparent    bool
	postedRequests postedRequests
	// last is the number given last to an object or an overlapped request.
	last atomic.Uint64

	mu sync.Mutex
	// objects are those that the client holds.
	objects map[*Object]struct{}
	// released are the objects that the client released last, oldest first.
	released []*Object
	// drops are called with objects that are long gone.
	drops []func(*Object)
}

func newLayer(hooks Hooks) *layer {
	return &layer{
		hooks:          hooks,
		postedRequests: newPostedRequests(),
		objects:        map[*Object]struct{}{},
	}
}

func (l *layer) number() uint64 { return l.last.Add(1) }

// add takes in an object that is ready.
func (l *layer) add(o *Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.objects[o] = struct{}{}
}

// maxReleased is how many released objects the layer remembers: a queue pair's results may be taken after
// its release.
const maxReleased = 512

// forget drops an object that the client has released, once many others have been released
// after it, so that the layer does not grow with what has been.
func (l *layer) forget(o *Object) {
	gone, drops := l.release(o)
	if gone == nil {
		return
	}
	l.postedRequests.leave(gone)
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
	if len(l.released) <= maxReleased {
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
			return o.Self.(nd2.Unknown)
		}
	}
	return nil
}

// Living lists the wrappers of type T in o's provider instance that the client has not released, in no
// order. The slice is the caller's.
func Living[T any](o *Object) (list []T) {
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
func Others[T any](o *Object) []T {
	return slices.DeleteFunc(Living[T](o), func(t T) bool { return ObjectOf(t) == o })
}
