//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/windows"
)

// groupSize is how many events a thread waits for: a wait takes 64, and one event wakes the thread.
const groupSize = 63

// deferral is how long the event of a request is not waited for, because a packet or a call will probably show its end
// first.
const deferral = 10 * time.Millisecond

// A watch waits for the events of requests in progress.
type watch struct {
	// canceling is locked for reading by calls that cancel requests. One thread passes on all events of requests
	// canceled together, or the system might not keep their order.
	canceling sync.RWMutex

	mu     sync.Mutex
	groups []*group
	// deferred are the requests that also have packets, and those whose OVERLAPPED the client last waited for in
	// GetOverlappedResult. Mostly the packet comes first, or the client's call returns: that saves the system calls of
	// waiting for the event.
	deferred []*proxyOverlapped
	turn     *time.Timer
	closed   bool
	ended    sync.WaitGroup
}

// addDeferred is add for a request that need not be watched yet.
func (w *watch) addDeferred(p *proxyOverlapped) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.deferred = append(w.deferred, p)
	if len(w.deferred) == 1 {
		w.ended.Add(1)
		w.turn = time.AfterFunc(deferral, w.takeOver)
	}
}

// takeOver adds the deferred requests that have not ended.
func (w *watch) takeOver() {
	defer w.ended.Done()
	w.mu.Lock()
	proxies := w.deferred
	w.deferred = nil
	w.mu.Unlock()
	for _, p := range proxies {
		if !w.look(p) {
			w.add(p)
		}
	}
}

// look makes a request look at its event while nobody cancels any.
func (w *watch) look(p *proxyOverlapped) (over bool) {
	w.canceling.Lock()
	defer w.canceling.Unlock()
	return p.look()
}

// A group is the events of one waiting thread.
type group struct {
	watch   *watch
	wake    windows.Handle
	proxies []*proxyOverlapped
}

// add makes a thread watch the request's event until it is set. Events set together are passed on in the order of
// their add, even if one was watched before for an ended request.
func (w *watch) add(p *proxyOverlapped) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.drop(p)
	i := slices.IndexFunc(w.groups, func(g *group) bool { return len(g.proxies) < groupSize })
	if i < 0 {
		i = len(w.groups)
		g := &group{watch: w, wake: newEvent(false)}
		w.groups = append(w.groups, g)
		w.ended.Go(g.serve)
	}
	g := w.groups[i]
	g.proxies = append(g.proxies, p)
	_ = windows.SetEvent(g.wake)
}

// serve looks at each event that is set, until the watch is closed.
func (g *group) serve() {
	defer func() { _ = windows.CloseHandle(g.wake) }()
	for {
		proxies, closed := g.current()
		if closed {
			return
		}
		handles := []windows.Handle{g.wake}
		for _, p := range proxies {
			handles = append(handles, p.event)
		}
		n, err := windows.WaitForMultipleObjects(handles, false, windows.INFINITE)
		if err != nil {
			panic("waiting for events: " + err.Error())
		}
		if n > 0 {
			g.watch.look(proxies[n-1])
		}
	}
}

func (g *group) current() (proxies []*proxyOverlapped, closed bool) {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	return slices.Clone(g.proxies), g.watch.closed
}

// remove stops watching a request. The caller holds the request's lock.
func (w *watch) remove(p *proxyOverlapped) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop(p)
}

func (w *watch) drop(p *proxyOverlapped) {
	for _, g := range w.groups {
		if i := slices.Index(g.proxies, p); i >= 0 {
			g.proxies = slices.Delete(g.proxies, i, i+1)
		}
	}
}

// pass returns after every set event was handed on.
func (w *watch) pass() {
	w.mu.Lock()
	proxies := slices.Clone(w.deferred)
	for _, g := range w.groups {
		proxies = append(proxies, g.proxies...)
	}
	w.mu.Unlock()
	for _, p := range proxies {
		p.hear()
	}
}

// close ends the threads and the timers. Events set before are handed on.
func (w *watch) close() {
	w.mu.Lock()
	w.closed = true
	if w.turn != nil && w.turn.Stop() {
		w.ended.Done()
	}
	for _, g := range w.groups {
		_ = windows.SetEvent(g.wake)
	}
	w.mu.Unlock()
	w.ended.Wait()
	w.pass()
}
