package fabric

import (
	"net/netip"
	"time"
)

const (
	// depth is how many frames a port's ring holds. It is more than the windows of
	// many connections, since a ring that overflows costs a retransmission timeout.
	depth = 4096
	// batchSize is how many frames a NIC receives at once.
	batchSize = 16
)

// memoryPort is a port of a Memory network.
type memoryPort struct {
	// Immutable.
	network   *Memory
	addresses []netip.Addr
	receiver  Receiver

	// The NIC's lock owns what it has transmitted, the empty frames that it builds
	// the next in, and whether it wants a Receive.
	transmitted, empty []*Frame
	poke               bool

	// Whoever has claimed the port owns taken, the frames being received, and next,
	// its place in Work.
	taken []*Frame
	batch [batchSize]*Frame
	next  *memoryPort

	// The network's lock owns the rest.

	ring ring
	// spare are empty frames, the one used last on top: whoever puts a frame into
	// the ring takes one for it, so that nothing is allocated once there are
	// enough, and the same few stay in the cache.
	spare []*Frame
	// claimed says that the port is in a goroutine's hands, with frames from the
	// oldest on; poked that there is to be a Receive although the ring is empty.
	claimed, poked bool
	oldest         uint64
	// aside is a frame that impairment lets another overtake.
	aside *Frame

	partitions, holds int
	detached          bool
	counters          Counters

	// to is the port found last, for the address dst.
	to  *memoryPort
	dst netip.Addr
}

// Transmit implements [Port].
func (p *memoryPort) Transmit(f *Frame) *Frame {
	p.transmitted = append(p.transmitted, f)
	return pop(&p.empty)
}

// Poke implements [Port].
func (p *memoryPort) Poke() { p.poke = true }

// Flush implements [Port].
func (p *memoryPort) Flush() (w Work) {
	if len(p.transmitted) == 0 && !p.poke {
		return w
	}
	p.network.mu.Lock()
	p.flush(&w)
	p.network.mu.Unlock()
	return w
}

// Finish implements [Port].
func (p *memoryPort) Finish() (w Work) {
	p.network.mu.Lock()
	p.spare = append(p.spare, p.taken...)
	p.claimed = false
	p.flush(&w)
	p.claim(&w)
	p.network.mu.Unlock()
	return w
}

// flush brings what has been transmitted on its way.
func (p *memoryPort) flush(w *Work) {
	if p.poke {
		p.poke, p.poked = false, true
		p.claim(w)
	}
	var last *memoryPort
	for _, f := range p.transmitted {
		empty, to := p.send(f)
		p.empty = append(p.empty, empty)
		if to != last && last != nil {
			last.claim(w)
		}
		last = to
	}
	if last != nil {
		last.claim(w)
	}
	p.transmitted = p.transmitted[:0]
}

// send puts a frame into the ring of the port that it goes to, and gives an empty
// one for it; a frame that is dropped is as good.
func (p *memoryPort) send(f *Frame) (empty *Frame, to *memoryPort) {
	to = p.route(f.Path.Dst.Addr())
	switch {
	case to == nil || p.partitions > 0 || p.detached:
		p.counters.Dropped++
		return f, nil
	case to.partitions > 0:
		to.counters.Dropped++
		return f, nil
	case p.network.impairing != nil:
		return p.network.impairing.transmit(to, f), to
	}
	return to.put(f), to
}

// route finds the port that has an address, nil if there is none.
func (p *memoryPort) route(dst netip.Addr) *memoryPort {
	if p.dst != dst || p.to == nil || p.to.detached {
		p.dst, p.to = dst, p.network.ports[dst]
	}
	return p.to
}

// put takes f into the ring and returns an empty frame for it; or drops it, which
// returns f itself.
func (p *memoryPort) put(f *Frame) *Frame {
	if !p.ring.push(f) {
		p.counters.Dropped++
		return f
	}
	p.network.sequence++
	f.number = p.network.sequence
	return pop(&p.spare)
}

// claim takes the port, and the frames that come first, into the caller's hands, if
// there is something to do and nobody is at it.
func (p *memoryPort) claim(w *Work) {
	open := p.holds == 0
	if p.claimed || !p.poked && (p.ring.n == 0 || !open) {
		return
	}
	p.claimed, p.poked, p.taken = true, false, nil
	if open {
		p.taken = p.batch[:p.ring.pop(p.batch[:])]
	}
	if p.oldest = p.network.sequence; len(p.taken) > 0 {
		p.oldest = p.taken[0].number
	}
	p.counters.Received += uint64(len(p.taken))
	w.push(p)
}

// Route says whether there is a port with the address dst, and whether there is
// one that shares its network: the first 24 bits of an IPv4 address, or 64 of IPv6.
func (p *memoryPort) Route(dst netip.Addr) (host, network bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	if p.network.ports[dst] != nil {
		return true, true
	}
	for a := range p.network.ports {
		network = network || prefix(a).Contains(dst)
	}
	return false, network
}

func prefix(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 24
	}
	p, _ := a.Prefix(bits)
	return p
}

// Now implements [Port].
func (p *memoryPort) Now() time.Duration { return p.network.now() }

// Prompt implements [Port].
func (p *memoryPort) Prompt() bool { return true }

// Mark implements [Port].
func (p *memoryPort) Mark() uint64 { return p.network.mark() }

// Passed implements [Port].
func (p *memoryPort) Passed(mark uint64) bool {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	return p.network.passed(mark)
}

// Run implements [Port].
func (p *memoryPort) Run() { p.network.waiting().Do(p.Now()) }

// Partition implements [Port].
func (p *memoryPort) Partition(on bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.partitions += step(on)
}

// Hold implements [Port].
func (p *memoryPort) Hold(on bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.holds += step(on)
}

// Holding implements [Port].
func (p *memoryPort) Holding(peer netip.Addr) bool {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	to := p.route(peer)
	return to != nil && p.partitions+to.partitions == 0 && (p.keeps() || to.keeps())
}

func (p *memoryPort) keeps() bool { return p.holds > 0 && p.ring.n > 0 }

func step(on bool) int {
	if on {
		return 1
	}
	return -1
}

// Counters implements [Port].
func (p *memoryPort) Counters() Counters {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	return p.counters
}

// Detach implements [Port].
func (p *memoryPort) Detach() {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.detach()
}

func (p *memoryPort) detach() {
	if p.detached {
		return
	}
	p.detached = true
	for _, a := range p.addresses {
		delete(p.network.ports, a)
	}
	p.ring, p.spare, p.aside, p.poked = ring{}, nil, nil, false
}

// pop takes the last of the frames, or makes one if there is none.
func pop(frames *[]*Frame) *Frame {
	last := len(*frames) - 1
	if last < 0 {
		return new(Frame)
	}
	f := (*frames)[last]
	*frames = (*frames)[:last]
	return f
}
