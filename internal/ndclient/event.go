package ndclient

import "sync"

// An Event is a manual-reset event with a channel to wait on and a count of its Sets. The zero
// Event is not set.
type Event struct {
	mu     sync.Mutex
	signal chan struct{} // closed while the event is set; nil if nobody waits
	set    bool
	sets   int
	resets int // resets of the event while it was set
}

// Set implements [nd2.Event].
func (e *Event) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sets++
	if !e.set && e.signal != nil {
		close(e.signal)
	}
	e.set = true
}

// Reset implements [nd2.Event].
func (e *Event) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.set {
		e.set, e.signal = false, nil
		e.resets++
	}
}

// Signaled returns a channel that is closed while the event is set.
func (e *Event) Signaled() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.signal == nil {
		e.signal = make(chan struct{})
		if e.set {
			close(e.signal)
		}
	}
	return e.signal
}

// IsSet reports whether the event is set.
func (e *Event) IsSet() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.set
}

// Sets returns how often the event was set.
func (e *Event) Sets() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sets
}

// Due returns how often an ended request's event must have been set, and how many packets must
// have come: once for each phase. A reset begins a further phase. Source: IND2Overlapped.md,
// IND2Overlapped::GetOverlappedResult, Remarks.
func (e *Event) Due() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.resets + 1
}
