//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/windows"
)

// groupSize is how many events one thread waits for: a wait takes 64, one of which
// is there to wake the thread.
const groupSize = 63

// patience is how long a packet may take before its request's event is waited for
// too.
const patience = 50 * time.Millisecond

// A watch waits for the events of requests in progress.
type watch struct {
	mu     sync.Mutex
	groups []*group
	// later are the requests for which a packet will come. Mostly the packet comes first,
	// and that saves the several system calls per request that waiting for the event
	// costs.
	later  []*twin
	turn   *time.Timer
	closed bool
	ended  sync.WaitGroup
}

// addLater is add, for a twin for which a packet will come.
func (w *watch) addLater(t *twin) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.later = append(w.later, t)
	if len(w.later) == 1 {
		w.ended.Add(1)
		w.turn = time.AfterFunc(patience, w.takeOver)
	}
}

// takeOver adds those of later that have not been noticed yet.
func (w *watch) takeOver() {
	defer w.ended.Done()
	w.mu.Lock()
	twins := w.later
	w.later = nil
	w.mu.Unlock()
	for _, t := range twins {
		if !t.look() {
			w.add(t)
		}
	}
}

// A group is the events that one thread waits for.
type group struct {
	watch *watch
	wake  windows.Handle
	twins []*twin
}

// add makes a thread watch the twin's event until it has been set.
func (w *watch) add(t *twin) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	i := slices.IndexFunc(w.groups, func(g *group) bool { return len(g.twins) < groupSize })
	if i < 0 {
		i = len(w.groups)
		g := &group{watch: w, wake: newEvent(false)}
		w.groups = append(w.groups, g)
		w.ended.Go(g.serve)
	}
	g := w.groups[i]
	g.twins = append(g.twins, t)
	_ = windows.SetEvent(g.wake)
}

// serve looks at each event that is set, until the watch is closed.
func (g *group) serve() {
	defer windows.CloseHandle(g.wake)
	for {
		twins, closed := g.current()
		if closed {
			return
		}
		handles := []windows.Handle{g.wake}
		for _, t := range twins {
			handles = append(handles, t.event)
		}
		n, err := windows.WaitForMultipleObjects(handles, false, windows.INFINITE)
		if err != nil {
			panic("waiting for events: " + err.Error())
		}
		if n > 0 && twins[n-1].look() {
			g.remove(twins[n-1])
		}
	}
}

func (g *group) current() (twins []*twin, closed bool) {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	return slices.Clone(g.twins), g.watch.closed
}

func (g *group) remove(t *twin) {
	g.watch.mu.Lock()
	defer g.watch.mu.Unlock()
	i := slices.Index(g.twins, t)
	g.twins = slices.Delete(g.twins, i, i+1)
}

// close ends the threads and the timers.
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
}
