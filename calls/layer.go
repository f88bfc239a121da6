package calls

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A layer is the hooks around one instance, and the wrapped objects.
type layer struct {
	hooks Hooks
	// transparent says that calls are only seen: the provider gets the client's OVERLAPPEDs, contexts and
	// files, and the client the provider's results.
	transparent    bool
	postedRequests postedRequests
	// last is the last number of an object or an overlapped request.
	last atomic.Uint64

	mu sync.Mutex
	// objects are the client's objects.
	objects map[*Object]struct{}
	// released are the objects released last, oldest first.
	released []*Object
	// drops are called with objects that are forgotten.
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

// add adds a finished object.
func (l *layer) add(o *Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.objects[o] = struct{}{}
}

// maxReleased is how many released objects the layer remembers: a queue pair's results may be taken after
// its release.
const maxReleased = 512

// forget drops a released object once many others were released after it, so that the layer does not
// grow.
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

// release notes the release of an object. It returns the object that is forgotten in exchange, or nil,
// and the functions to call with it.
func (l *layer) release(o *Object) (gone *Object, drops []func(*Object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, held := l.objects[o]; !held {
		return nil, nil // the client's last reference is long gone
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

// join registers drop for forgotten objects.
func (l *layer) join(drop func(*Object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops = append(l.drops, drop)
}

// wrapperOf returns the adapter that already wraps a provider's object, or nil: a provider may return the
// open adapter again.
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

// Living lists the living wrappers of type T in o's instance, in no order. The caller owns the slice.
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

// Others is [Living] without o.
func Others[T any](o *Object) []T {
	return slices.DeleteFunc(Living[T](o), func(t T) bool { return ObjectOf(t) == o })
}
