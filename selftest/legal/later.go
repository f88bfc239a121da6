package legal

import (
	"sync"
	"time"
)

// later carries out what an instance puts off. The zero value is ready. close is
// called once, when the instance is closed: it waits for what is being carried out,
// and drops the rest.
type later struct {
	mu      sync.Mutex
	timers  map[*time.Timer]struct{}
	running sync.WaitGroup
	closed  bool
}

// after has f called in a goroutine of its own.
func (l *later) after(d time.Duration, f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if l.timers == nil {
		l.timers = map[*time.Timer]struct{}{}
	}
	l.running.Add(1)
	var t *time.Timer
	t = time.AfterFunc(d, func() {
		defer l.running.Done()
		l.mu.Lock()
		delete(l.timers, t)
		l.mu.Unlock()
		f()
	})
	l.timers[t] = struct{}{}
}

func (l *later) close() {
	l.mu.Lock()
	l.closed = true
	for t := range l.timers {
		if t.Stop() {
			l.running.Done()
		}
	}
	l.mu.Unlock()
	l.running.Wait()
}
