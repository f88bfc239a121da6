package fabric

import "net/netip"

// depth is how many frames a port's ring holds. It is more than the windows of
// many connections, since a ring that overflows costs a retransmission timeout.
const depth = 4096

// memoryPort is a port of a Memory network; everything is guarded by its lock.
type memoryPort struct {
	network   *Memory
	addresses []netip.Addr
	receiver  Receiver

	ring ring
	// spare are empty frames, the one used last on top: whoever puts a frame into
	// the ring takes one for it, so that nothing is allocated once there are
	// enough, and the same few stay in the cache.
	spare []*Frame
	// taken are the frames being received.
	taken [batch]*Frame
	// scheduled: the port is in network.ready, or being drained.
	scheduled bool
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
	n := p.network
	n.mu.Lock()
	defer n.mu.Unlock()
	to := p.route(f.Flow.Dst.Addr())
	switch {
	case to == nil || p.partitions > 0 || p.detached:
		p.counters.Dropped++
		return f
	case to.partitions > 0:
		to.counters.Dropped++
		return f
	case n.impairing != nil:
		return n.impairing.transmit(to, f)
	}
	return to.put(f)
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
	p.schedule()
	return p.empty()
}

// empty takes a spare frame, or makes one.
func (p *memoryPort) empty() *Frame {
	last := len(p.spare) - 1
	if last < 0 {
		return new(Frame)
	}
	f := p.spare[last]
	p.spare = p.spare[:last]
	return f
}

// schedule has the port drained if there is something to drain.
func (p *memoryPort) schedule() {
	if p.ring.n > 0 && p.holds == 0 && !p.scheduled {
		p.scheduled = true
		p.network.ready = append(p.network.ready, p)
	}
}

// take moves frames out of the ring, to be received by the caller alone.
func (p *memoryPort) take() []*Frame {
	k := p.ring.pop(p.taken[:])
	p.counters.Received += uint64(k)
	return p.taken[:k]
}

// recycle ends what take began.
func (p *memoryPort) recycle(frames []*Frame) {
	p.spare = append(p.spare, frames...)
	p.scheduled = false
	p.schedule()
}

// Run implements [Port].
func (p *memoryPort) Run() {
	if !p.network.run(budget) {
		p.network.handOff()
	}
}

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
	p.schedule()
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
	p.ring, p.spare, p.aside = ring{}, nil, nil
}

func step(on bool) int {
	if on {
		return 1
	}
	return -1
}
