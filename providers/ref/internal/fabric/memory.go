package fabric

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// Memory is a network within the process. One lock guards all rings: it is held
// for the moving of pointers only.
type Memory struct {
	began time.Time

	mu        sync.Mutex
	ports     map[netip.Addr]*memoryPort
	impairing *impairer
	closed    bool
	// sequence numbers frames in the order in which they are put into rings.
	sequence uint64
	// left is work that its goroutine has left to serve.
	left Work

	// overload wakes serve, which ends when it is closed.
	overload chan struct{}
	served   sync.WaitGroup
}

// NewMemory starts a network with one goroutine, which Close ends.
func NewMemory() *Memory {
	n := &Memory{
		began:    time.Now(),
		ports:    map[netip.Addr]*memoryPort{},
		overload: make(chan struct{}, 1),
	}
	n.served.Go(n.serve)
	return n
}

// Attach implements [Network].
func (n *Memory) Attach(addresses []netip.Addr, r Receiver) (Port, error) {
	p := &memoryPort{network: n, addresses: addresses, receiver: r}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, errors.New("fabric: the network is closed")
	}
	for _, a := range addresses {
		if n.ports[a] != nil {
			return nil, fmt.Errorf("fabric: address %v is taken", a)
		}
	}
	for _, a := range addresses {
		n.ports[a] = p
	}
	return p, nil
}

// Impair makes the network do what i says to every datagram from now on. Which
// ones it hits follows from the seed and the order of transmission alone.
func (n *Memory) Impair(i Impairments) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.impairing = newImpairer(i)
}

// Close implements [Network].
func (n *Memory) Close() error {
	n.mu.Lock()
	wasClosed := n.closed
	n.closed = true
	for _, p := range n.ports {
		p.detach()
	}
	n.mu.Unlock()
	if !wasClosed {
		close(n.overload)
	}
	n.served.Wait()
	return nil
}

func (n *Memory) now() time.Duration { return time.Since(n.began) }

// leave leaves work to serve.
func (n *Memory) leave(w Work) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return
	}
	n.left.add(w)
	select {
	case n.overload <- struct{}{}:
	default:
	}
}

// serve does what others have left.
func (n *Memory) serve() {
	for range n.overload {
		n.takeLeft().Do(n.now())
	}
}

func (n *Memory) takeLeft() Work {
	n.mu.Lock()
	defer n.mu.Unlock()
	w := n.left
	n.left = Work{}
	return w
}

// mark is the number of the latest frame, 0 if no port is claimed.
func (n *Memory) mark() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.passed(^uint64(0)) {
		return 0
	}
	return n.sequence
}

// passed reports whether all frames up to the mark have been received, but for
// those that are held.
func (n *Memory) passed(mark uint64) bool {
	for _, p := range n.ports {
		if p.claimed && p.oldest <= mark {
			return false
		}
	}
	return true
}

// waiting gives all that waits and nobody is at.
func (n *Memory) waiting() (w Work) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.ports {
		p.claim(&w)
	}
	return w
}
