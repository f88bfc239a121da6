package fabric

import (
	"container/heap"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// core is what networks share: ports, and the rings of waiting frames. One lock guards
// all rings; it is held only while pointers move.
type core struct {
	began time.Time

	mu sync.Mutex
	// reserved are the ports that keep their addresses for a NIC that may return.
	ports, reserved map[netip.Addr]*port
	closed          bool
	// sequence numbers the frames in the order of entering rings or outboxes.
	sequence uint64
	// left is the work left to serve, postponed the lines that can wait.
	left, postponed Work
	// delayed are the frames under an impairment's delay.
	delayed delayedFrames

	// wake makes serve look; serve ends when it is closed.
	wake   chan struct{}
	served sync.WaitGroup
}

// newCore returns a network with one goroutine, which Close ends.
func newCore() *core {
	n := &core{
		began:    time.Now(),
		ports:    map[netip.Addr]*port{},
		reserved: map[netip.Addr]*port{},
		wake:     make(chan struct{}, 1),
	}
	n.served.Go(n.serve)
	return n
}

// attach joins a port.
func (n *core) attach(p *port) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return errors.New("fabric: the network is closed")
	}
	for _, a := range p.addresses {
		if n.ports[a] != nil || n.reserved[a] != nil {
			return fmt.Errorf("%v: %w", a, ErrTaken)
		}
	}
	for _, a := range p.addresses {
		n.ports[a] = p
	}
	return nil
}

// Close implements [Network].
func (n *core) Close() error {
	n.mu.Lock()
	wasClosed := n.closed
	n.closed = true
	var all []*port
	for _, attached := range []map[netip.Addr]*port{n.ports, n.reserved} {
		for _, p := range attached {
			p.detach()
			all = append(all, p)
		}
	}
	n.mu.Unlock()
	if !wasClosed {
		close(n.wake)
	}
	n.served.Wait()
	for _, p := range all {
		p.Wait()
	}
	return nil
}

func (n *core) now() time.Duration { return time.Since(n.began) }

// leave leaves work to serve.
func (n *core) leave(w Work) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.left.add(w)
	n.resume(&n.left)
	if n.left != (Work{}) {
		n.rouse()
	}
}

// rouse makes serve look. The network's lock is held.
func (n *core) rouse() {
	if n.closed {
		return
	}
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// serve does what others have left, and delivers due frames.
func (n *core) serve() {
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		select {
		case _, ok := <-n.wake:
			if !ok {
				return
			}
		case <-alarm.C:
		}
		w, wait, delayed := n.takeLeft()
		if delayed {
			alarm.Reset(wait)
		}
		w.Do(n.now())
	}
}

// takeLeft returns the work that is left, due frames included, and the time until the
// next delayed frame, if any.
func (n *core) takeLeft() (w Work, wait time.Duration, delayed bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w, n.left = n.left, Work{}
	now := n.now()
	for len(n.delayed) > 0 {
		wait = n.delayed[0].due - now
		if wait > 0 {
			return w, wait, true
		}
		l := heap.Pop(&n.delayed).(delayedFrame)
		l.arrive()
		l.to.claim(&w)
	}
	return w, 0, false
}

// mark returns the number of the last frame, or 0 if all have passed.
func (n *core) mark() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.passed(^uint64(0)) {
		return 0
	}
	return n.sequence
}

// allLines returns the lines of all ports.
func (n *core) allLines() (all lines) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.ports {
		all = append(all, p.lines...)
	}
	return all
}

// number numbers a frame.
func (n *core) number(f *Frame) {
	n.sequence++
	f.number = n.sequence
}

// passed reports whether all frames up to the mark were received or sent, except held
// ones.
func (n *core) passed(mark uint64) bool {
	for _, p := range n.ports {
		if p.claimed && p.oldest <= mark || !p.lines.passed(mark) {
			return false
		}
	}
	return true
}

// waiting returns the work that no goroutine is doing.
func (n *core) waiting() (w Work) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.ports {
		p.claim(&w)
	}
	n.resume(&w)
	return w
}
