package fabric

import (
	"fmt"
	"net/netip"
	"sync"
)

const (
	// batch is how many frames a receiver is handed at once.
	batch = 16
	// budget is how many frames a Run delivers before it leaves the rest to the
	// network's own goroutine, so that no caller works for the others for ever.
	budget = 1024
)

// Memory is a network within the process. One lock guards all rings: it is held
// for the moving of pointers only.
type Memory struct {
	mu    sync.Mutex
	ports map[netip.Addr]*memoryPort
	// ready lists the ports to be drained: those with frames, not held, that
	// nobody drains.
	ready     []*memoryPort
	impairing *impairer
	closed    bool

	// overload wakes serve, which ends when it is closed.
	overload chan struct{}
	served   sync.WaitGroup
}

// NewMemory starts a network with one goroutine, which Close ends.
func NewMemory() *Memory {
	n := &Memory{ports: map[netip.Addr]*memoryPort{}, overload: make(chan struct{}, 1)}
	n.served.Go(n.serve)
	return n
}

// Attach implements [Network].
func (n *Memory) Attach(addresses []netip.Addr, r Receiver) (Port, error) {
	p := &memoryPort{network: n, addresses: addresses, receiver: r}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, fmt.Errorf("fabric: the network is closed")
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

// serve carries on where a Run gave up.
func (n *Memory) serve() {
	for range n.overload {
		for !n.run(budget) {
		}
	}
}

// run drains ready ports until there are none, which it reports, or until it has
// delivered so many frames.
func (n *Memory) run(frames int) (quiet bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for len(n.ready) > 0 {
		if frames <= 0 {
			return false
		}
		p := n.ready[0]
		n.ready = n.ready[:copy(n.ready, n.ready[1:])]
		taken := p.take()
		n.mu.Unlock()
		p.receiver.Receive(taken)
		n.mu.Lock()
		p.recycle(taken)
		frames -= len(taken)
	}
	return true
}

func (n *Memory) handOff() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return
	}
	select {
	case n.overload <- struct{}{}:
	default:
	}
}
