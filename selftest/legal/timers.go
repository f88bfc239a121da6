package legal

import (
	"sync"
	"time"
)

// timers carry out what an instance delays. The zero value is ready. close is called once, when
// the instance is closed: it waits for what is running, and drops the rest.
type timers struct {
	mu      sync.Mutex
	timers  map[*time.Timer]struct{}
	running sync.WaitGroup
	closed  bool
}

// after calls f later, in another goroutine.
func (l *timers) after(d time.Duration, f func()) {
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

func (l *timers) close() {
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
