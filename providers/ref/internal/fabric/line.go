package fabric

import (
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

const (
	// lineBatch is how many datagrams one system call sends at most, arrivals how many arrivals
	// it receives; datagrams sent together may be one arrival.
	lineBatch = 64
	arrivals  = 16
	// drains is how often in a row a caller sends what others have transmitted meanwhile.
	drains = 16
	// peers is how many senders' paths a line remembers.
	peers = 1024
	// aside is how long a line's goroutine leaves receiving to polling clients. It may take twice
	// as long to notice that they have stopped.
	aside = time.Millisecond / 2
)

// bufferSize is how many bytes a socket buffers for a busy receiver: more than the
// windows of several connections. The system may give less.
const bufferSize = 8 << 20

// A line is a port's socket for one of its addresses.
type line struct {
	// Immutable.
	network *core
	address netip.Addr
	socket  *socket
	// namespace is that of the socket.
	namespace Namespace
	try       func() bool // for serve

	// mu makes one goroutine at a time receive, and owns what that needs.
	mu     sync.Mutex
	frames [arrivals]*Frame // empty
	from   [arrivals]netip.AddrPort
	paths  map[netip.AddrPort]*Path
	path   *Path // the latest
	counts map[netip.Addr]*identification
	pulled Work // serve's

	// The network's lock guards port, aside, outbox and sending. aside says that serve leaves
	// receiving to clients, outbox holds the frames to send, and sending says that a goroutine
	// serves the line, or that its outbox is postponed. That goroutine owns flight, the frames it
	// is sending, and next, the line's place in Work. flight is empty unless sending.
	port           *port
	aside          bool
	outbox, flight []*Frame
	sending        bool
	next           *line
	// oldest is the number of the first frame in flight.
	oldest uint64

	// polled says that a client has looked for arrivals, and attend that serve must look.
	polled atomic.Bool
	attend chan struct{}
	ended  chan struct{} // closed by serve
}

// newLine occupies an address, with a goroutine that shut ends.
func newLine(p *port, address netip.Addr, n Namespace) (*line, error) {
	l := &line{
		network: p.network, port: p, address: address, namespace: n, attend: make(chan struct{}, 1),
		ended: make(chan struct{}),
	}
	err := n.do(func() (err error) {
		l.socket, err = listen(address)
		return err
	})
	if err != nil {
		return nil, err
	}
	l.forget()
	for i := range l.frames {
		l.frames[i] = new(Frame)
	}
	l.try = l.tryPull
	return l, nil
}

// serve receives until the line is shut.
func (l *line) serve() {
	defer close(l.ended)
	defer l.socket.close()
	pause := time.NewTimer(aside)
	defer pause.Stop()
	for l.standAside(pause); l.socket.await(l.try) == nil; l.standAside(pause) {
		w := l.pulled
		l.pulled = Work{}
		w.Do(l.network.now())
	}
}

// standAside leaves receiving to clients as long as they only poll: waking serve would cost the
// sender more than the datagram does.
func (l *line) standAside(pause *time.Timer) {
	for l.setAside(l.polled.Swap(false)) {
		pause.Reset(aside)
		select {
		case <-pause.C:
		case <-l.attend:
			l.polled.Store(false)
			l.setAside(false)
			return
		}
	}
}

// setAside notes whether serve stands aside.
func (l *line) setAside(on bool) bool {
	n := l.network
	var w Work
	n.mu.Lock()
	l.aside = on
	if !on {
		n.resume(&w)
	}
	n.mu.Unlock()
	w.Do(0)
	return on
}

// tryPull is pull for serve: it waits for an arrival, or until a client was faster.
func (l *line) tryPull() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w, some := l.pull()
	l.pulled.add(w)
	return some || l.polled.Load()
}

// pull moves arrivals from the socket to the port's ring; some reports whether there were any.
// The caller holds mu.
func (l *line) pull() (w Work, some bool) {
	n := l.socket.receive(l.frames[:], l.from[:])
	if n == 0 {
		return w, false
	}
	l.network.mu.Lock()
	defer l.network.mu.Unlock()
	for i := range n {
		l.arrive(i)
	}
	l.port.claim(&w)
	return w, true
}

// arrive moves the datagrams of an arrival to the port's ring.
func (l *line) arrive(i int) {
	p, path, pieces := l.port, l.pathFrom(l.from[i]), l.socket.pieces(i)
	if p.partitions > 0 || p.left {
		p.counters.Dropped += uint64(pieces)
		return
	}
	first := l.frames[i]
	first.Path = path
	l.frames[i] = p.arrive(first)
	for n := 1; n < pieces; n++ {
		f := pop(&p.unused)
		l.socket.cut(i, n, first, f)
		f.Path = path
		p.unused = append(p.unused, p.arrive(f))
	}
}

// pathFrom returns the path from a peer. It forgets all paths when there are too many.
func (l *line) pathFrom(peer netip.AddrPort) *Path {
	if l.path != nil && l.path.Src == peer {
		return l.path
	}
	path := l.paths[peer]
	if path == nil {
		if len(l.paths) == peers {
			l.forget()
		}
		path = NewPath(peer, netip.AddrPortFrom(l.address, wire.Port))
		path.counted = l.countOf(peer.Addr())
		l.paths[peer] = path
	}
	l.path = path
	return path
}

// countOf returns a peer's identification count, over all of its ports.
func (l *line) countOf(peer netip.Addr) *identification {
	if !peer.Is4() {
		return nil
	}
	c := l.counts[peer]
	if c == nil {
		c = new(identification)
		l.counts[peer] = c
	}
	return c
}

func (l *line) forget() {
	l.paths, l.counts = map[netip.AddrPort]*Path{}, map[netip.Addr]*identification{}
}

// drain sends until the outbox is empty, or the caller has done its share.
func (l *line) drain() {
	for range drains {
		if !l.load() {
			return
		}
		if refused := l.socket.send(l.flight); refused > 0 {
			l.drop(refused)
		}
	}
	l.network.leave(Work{lines: l})
}

// load moves the outbox to flight. If it is empty, no goroutine serves the line any more.
func (l *line) load() (some bool) {
	l.network.mu.Lock()
	defer l.network.mu.Unlock()
	l.port.unused = append(l.port.unused, l.flight...)
	l.flight, l.outbox = l.outbox, l.flight[:0]
	l.sending = len(l.flight) > 0
	if l.sending {
		l.oldest = l.flight[0].number
	}
	return l.sending
}

// drop counts datagrams that could not be sent.
func (l *line) drop(n int) {
	l.network.mu.Lock()
	defer l.network.mu.Unlock()
	l.port.counters.Dropped += uint64(n)
}

// lines are a port's lines, one per address.
type lines []*line

// poll is pull for a client that will poll again.
func (ls lines) poll() Work {
	for _, l := range ls {
		if pollable && !l.polled.Load() {
			l.polled.Store(true)
		}
	}
	w := ls.pull()
	w.polled = true
	return w
}

// attend makes serve receive at once.
func (ls lines) attend() {
	for _, l := range ls {
		select {
		case l.attend <- struct{}{}:
		default:
		}
	}
}

// pull takes the arrivals that no other goroutine is taking.
func (ls lines) pull() (w Work) {
	for _, l := range ls {
		if l.mu.TryLock() {
			more, _ := l.pull()
			l.mu.Unlock()
			w.add(more)
		}
	}
	return w
}

// of returns the line of an address, or nil.
func (ls lines) of(address netip.Addr) *line {
	if i := slices.IndexFunc(ls, func(l *line) bool { return l.address == address }); i >= 0 {
		return ls[i]
	}
	return nil
}

// passed reports whether the system has all frames up to the mark. The network is locked.
func (ls lines) passed(mark uint64) bool {
	return !slices.ContainsFunc(ls, func(l *line) bool { return l.sending && l.oldest <= mark })
}

// received waits for goroutines in the middle of receiving, which may have no processor.
func (ls lines) received() {
	for _, l := range ls {
		l.mu.Lock()
		l.mu.Unlock() //nolint:staticcheck // it is enough that it was locked
	}
}

// route asks the system for a route.
func (ls lines) route(dst netip.Addr) (host, network bool) {
	for _, l := range ls {
		if l.address.Is4() == dst.Is4() {
			_ = l.namespace.do(func() error {
				host, network = reach(l.address, dst)
				return nil
			})
			return host, network
		}
	}
	return false, false
}

// shut ends the lines' goroutines; wait waits for that.
func (ls lines) shut() {
	for _, l := range ls {
		l.socket.shut()
	}
	ls.attend()
}

func (ls lines) wait() {
	for _, l := range ls {
		<-l.ended
	}
}

// flushLines moves transmitted frames to the outboxes.
func (p *port) flushLines(w *Work) {
	for _, f := range p.transmitted {
		l := p.lines.of(f.Path.Src.Addr())
		if l == nil || p.partitions > 0 || p.left || len(l.outbox) >= depth {
			p.counters.Dropped++
			p.empty = append(p.empty, f)
			continue
		}
		p.network.number(f)
		l.enqueue(f)
		p.empty = append(p.empty, pop(&p.unused))
		if !l.sending {
			l.sending, l.oldest = true, f.number
			w.pushLine(l)
		}
	}
	p.transmitted = p.transmitted[:0]
	p.network.resume(w)
}
