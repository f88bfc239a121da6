package spec

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// An Event is a manual-reset event that can be waited for with a context, and
// counts how often it was set.
type Event struct {
	mu     sync.Mutex
	signal chan struct{}
	set    bool
	sets   int
	resets int // of the event while it was set
}

// NewEvent returns an event that is not signaled.
func NewEvent() *Event { return &Event{signal: make(chan struct{})} }

// Set implements nd2.Event.
func (e *Event) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sets++
	if !e.set {
		e.set = true
		close(e.signal)
	}
}

// Reset implements nd2.Event.
func (e *Event) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.set {
		e.set = false
		e.resets++
		e.signal = make(chan struct{})
	}
}

// Signaled returns a channel that is closed while the event is set.
func (e *Event) Signaled() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.signal
}

// IsSet tells whether the event is set.
func (e *Event) IsSet() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.set
}

// Sets tells how often the event was set since it was made.
func (e *Event) Sets() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sets
}

// Due tells how often the event of a request that has ended must have been set, and
// how many packets must have come: once for each phase of the request. A phase that
// another follows ends with a reset. Source: IND2Overlapped.md,
// IND2Overlapped::GetOverlappedResult, Remarks.
func (e *Event) Due() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.resets + 1
}

// A Port is a completion port that keeps its packets in the order of arrival.
type Port struct {
	mu      sync.Mutex
	packets []*nd2.Overlapped
	keys    []uintptr // of the packets
}

// Post implements nd2.CompletionPort.
func (p *Port) Post(key uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packets, p.keys = append(p.packets, o), append(p.keys, key)
}

// Keys lists the completion keys of what was posted so far for a request, oldest first.
func (p *Port) Keys(of *Operation) (keys []uintptr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, o := range p.packets {
		if o == of.Overlapped {
			keys = append(keys, p.keys[i])
		}
	}
	return keys
}

// Order lists which of the requests have packets, by their places, in the order in which the
// packets came.
func (p *Port) Order(requests ...*Operation) (order []uintptr) {
	for _, o := range p.Packets() {
		i := slices.IndexFunc(requests, func(r *Operation) bool { return r.Overlapped == o })
		if i >= 0 {
			order = append(order, uintptr(i))
		}
	}
	return order
}

// Packets lists what was posted so far, oldest first.
func (p *Port) Packets() []*nd2.Overlapped {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]*nd2.Overlapped(nil), p.packets...)
}
