package legal

import (
	"runtime"
	"sync"
	"weak"

	"github.com/ndconform/ndconform/calls"
)

// A perRequest has a value for each of some requests, as long as somebody else holds the
// request: an engine notifies of it when its call has long returned. The zero value is ready to use.
type perRequest[V any] struct{ all sync.Map }

// get returns what was set of a request, or else the zero value.
func (p *perRequest[V]) get(s *calls.ProxyOverlapped) (v V, ok bool) {
	held, ok := p.all.Load(weak.Make(s))
	if ok {
		v = held.(V)
	}
	return v, ok
}

func (p *perRequest[V]) set(s *calls.ProxyOverlapped, v V) {
	key := weak.Make(s)
	if _, again := p.all.Swap(key, v); !again {
		runtime.AddCleanup(s, func(key weak.Pointer[calls.ProxyOverlapped]) { p.all.Delete(key) }, key)
	}
}

func (p *perRequest[V]) remove(s *calls.ProxyOverlapped) { p.all.Delete(weak.Make(s)) }

// each calls do with every request that is still held.
func (p *perRequest[V]) each(do func(*calls.ProxyOverlapped, V)) {
	p.all.Range(func(key, v any) bool {
		if s := key.(weak.Pointer[calls.ProxyOverlapped]).Value(); s != nil {
			do(s, v.(V))
		}
		return true
	})
}
