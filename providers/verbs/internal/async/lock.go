package async

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A Lock guards an object with overlapped requests. Requests that end under the lock
// are notified after Unlock, in that order.
type Lock struct {
	mu    sync.Mutex
	ended []*Request
}

// Lock locks l.
func (l *Lock) Lock() { l.mu.Lock() }

// End ends a request with its final status; the first status of a request stands. The
// caller holds l.
func (l *Lock) End(r *Request, s nd2.Status) {
	if r != nil && r.decide(s) {
		l.ended = append(l.ended, r)
	}
}

// EndAll ends all requests of an object in the order of their Begin. The caller holds
// l.
func (l *Lock) EndAll(r *Requests, s nd2.Status) {
	for _, q := range r.All() {
		l.End(q, s)
	}
}

// Unlock unlocks l and notifies.
func (l *Lock) Unlock() {
	ended := l.ended
	l.ended = nil
	l.mu.Unlock()
	for _, r := range ended {
		r.notify()
	}
}
