package fabric

import (
	"net/netip"
	"time"
)

const (
	// depth is how many frames a port's ring holds: more than the windows of many
	// connections, since an overflow costs a retransmission timeout.
	depth = 4096
	// batchSize is how many frames a NIC receives at once.
	batchSize = 16
)

// port is a port of either network.
type port struct {
	// Immutable fields.
	network   *core
	addresses []netip.Addr
	receiver  Receiver
	// lines are the port's sockets; nil on a network in memory.
	lines lines

	// The NIC's lock guards the transmitted frames, the empty frames for the next
	// datagrams, and whether the NIC wants a Receive.
	transmitted, empty []*Frame
	poke               bool

	// The goroutine that has claimed the port owns taken, the frames being received, and
	// next, the port's place in Work.
	taken []*Frame
	batch [batchSize]*Frame
	next  *port

	// The network's lock guards the rest.

	ring ring
	// unused are empty frames, the last used on top. Putting a frame into the ring
	// exchanges it for an unused frame: nothing is allocated once there are enough, and the
	// same few stay in the cache.
	unused []*Frame
	// claimed says that a goroutine serves the port, with frames from number oldest on.
	// poked asks for a Receive even if the ring is empty.
	claimed, poked bool
	oldest         uint64
	// impairing impairs the frames on their way here; nil without impairments. aside is a
	// frame to be overtaken, and delayed counts delayed frames.
	impairing *impairer
	aside     *Frame
	delayed   int

	partitions, holds int
	// faults counts the Unreliable calls in effect; then faulty replaces impairing.
	faults int
	faulty *impairer
	// left says that the NIC is gone, reserved that the addresses wait for another NIC,
	// shut that the lines are ending. reserved implies left.
	left, reserved, shut bool
	counters             Counters

	// to is the port found last, for the address dst.
	to  *port
	dst netip.Addr
}

// Transmit implements [Port].
func (p *port) Transmit(f *Frame) *Frame {
	p.transmitted = append(p.transmitted, f)
	return pop(&p.empty)
}

// Poke implements [Port].
func (p *port) Poke() { p.poke = true }

// Flush implements [Port].
func (p *port) Flush() (w Work) {
	if len(p.transmitted) == 0 && !p.poke {
		return w
	}
	p.network.mu.Lock()
	p.flush(&w)
	p.network.mu.Unlock()
	return w
}

// Finish implements [Port].
func (p *port) Finish() (w Work) {
	p.network.mu.Lock()
	p.unused = append(p.unused, p.taken...)
	p.claimed = false
	p.flush(&w)
	p.claim(&w)
	p.network.mu.Unlock()
	return w
}

// flush puts what has been transmitted on its way.
func (p *port) flush(w *Work) {
	if p.poke {
		p.poke, p.poked = false, true
		p.claim(w)
	}
	if p.lines != nil {
		p.flushLines(w)
		return
	}
	var last *port
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

// send puts a frame into its destination's ring, and returns an empty frame in exchange, or
// the frame itself if it is dropped.
func (p *port) send(f *Frame) (empty *Frame, to *port) {
	to = p.route(f.Path.Dst.Addr())
	switch {
	case to == nil || p.partitions > 0 || p.left:
		p.counters.Dropped++
		return f, nil
	case to.partitions > 0:
		to.counters.Dropped++
		return f, nil
	}
	return to.arrive(f), to
}

// arrive takes an arrived frame, and returns an empty frame in exchange.
func (p *port) arrive(f *Frame) *Frame {
	if p.faults > 0 {
		return p.faulty.deliver(p, f)
	}
	if p.impairing != nil {
		return p.impairing.deliver(p, f)
	}
	return p.put(f)
}

// route returns the port of an address, or nil.
func (p *port) route(dst netip.Addr) *port {
	if p.dst != dst || p.to == nil || p.to.left {
		p.dst, p.to = dst, p.network.ports[dst]
	}
	return p.to
}

// put puts f into the ring and returns an empty frame in exchange, or drops f and returns
// f.
func (p *port) put(f *Frame) *Frame {
	if !p.ring.push(f) {
		p.counters.Dropped++
		return f
	}
	p.network.number(f)
	return pop(&p.unused)
}

// claim claims the port and its first frames for the caller, if there is something to do
// and no other goroutine does it.
func (p *port) claim(w *Work) {
	open := p.holds == 0
	if p.claimed || !p.poked && (p.ring.n == 0 || !open) {
		return
	}
	p.claimed, p.poked, p.taken = true, false, nil
	if open {
		p.taken = p.batch[:p.ring.pop(p.batch[:])]
	}
	p.oldest = p.network.sequence
	if len(p.taken) > 0 {
		p.oldest = p.taken[0].number
	}
	p.counters.Received += uint64(len(p.taken))
	w.push(p)
}

// Route implements [Port]. In memory, hosts are ports, and networks are 24 bits of an IPv4
// address, or 64 bits of an IPv6 address.
func (p *port) Route(dst netip.Addr) (host, network bool) {
	if p.lines != nil {
		return p.lines.route(dst)
	}
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	if p.network.ports[dst] != nil {
		return true, true
	}
	for a := range p.network.ports {
		network = network || Prefix(a).Contains(dst)
	}
	return false, network
}

// Prefix returns the network of an address.
func Prefix(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 24
	}
	p, _ := a.Prefix(bits)
	return p
}

// Now implements [Port].
func (p *port) Now() time.Duration { return p.network.now() }

// Prompt implements [Port].
func (p *port) Prompt() bool { return p.lines == nil }

// Mark implements [Port].
func (p *port) Mark() uint64 {
	if p.lines != nil { // the lines' goroutines may have no processor
		p.network.allLines().received()
		p.network.leave(p.lines.pull())
	}
	return p.network.mark()
}

// Passed implements [Port].
func (p *port) Passed(mark uint64) bool {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	return p.network.passed(mark)
}

// Run implements [Port].
func (p *port) Run() {
	p.Poll()
	p.network.waiting().Do(p.Now())
}

// Poll implements [Port].
func (p *port) Poll() {
	w := p.lines.poll()
	if w.first == nil {
		w.polled = false
		p.network.mu.Lock()
		p.network.resume(&w)
		p.network.mu.Unlock()
	}
	if w != (Work{}) {
		w.Do(p.Now())
	}
}

// Attend implements [Port].
func (p *port) Attend() { p.lines.attend() }

// Impair implements [Port].
func (p *port) Impair(i Impairments) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.impairing = newImpairer(i)
}

// Partition implements [Port].
func (p *port) Partition(on bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.partitions += step(on)
}

// Hold implements [Port].
func (p *port) Hold(on bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.holds += step(on)
}

// Unreliable implements [Port].
func (p *port) Unreliable(on bool) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	if on && p.faults == 0 {
		p.faulty = newImpairer(unreliable)
	}
	p.faults += step(on)
}

// Holding implements [Port].
func (p *port) Holding(peer netip.Addr) bool {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	to := p.route(peer)
	return to != nil && p.partitions+to.partitions == 0 && (p.keeps() || to.keeps())
}

func (p *port) keeps() bool { return p.holds > 0 && p.ring.n > 0 }

func step(on bool) int {
	if on {
		return 1
	}
	return -1
}

// Counters implements [Port].
func (p *port) Counters() Counters {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	return p.counters
}

// pop takes the last frame, or makes a frame.
func pop(frames *[]*Frame) *Frame {
	last := len(*frames) - 1
	if last < 0 {
		return new(Frame)
	}
	f := (*frames)[last]
	*frames = (*frames)[:last]
	return f
}
