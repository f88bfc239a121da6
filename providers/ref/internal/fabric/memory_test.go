package fabric

import (
	"encoding/binary"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A host counts what arrives, and may answer it.
type host struct {
	t     testing.TB
	port  Port
	frame *Frame
	// address is the port's.
	address netip.Addr
	path    *Path
	mu      sync.Mutex
	seen    []uint32
	wrong   int
	pokes   int
	// size is how many bytes each datagram has, 4 at least.
	size int
	// answers is how many more datagrams the host answers.
	answers int
	// again is how many more Receives the host asks for.
	again int
	// in is called in Receive, before anything else.
	in func()
	// counted is called for each datagram after it was counted.
	counted func()
}

func (h *host) Receive(frames []*Frame, _ time.Duration) Work {
	if h.in != nil {
		h.in()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(frames) == 0 {
		h.pokes++
	}
	for _, f := range frames {
		var p wire.Packet
		if !f.Open(&p) {
			h.wrong++
			continue
		}
		h.seen = append(h.seen, binary.BigEndian.Uint32(p.Payload))
		if h.counted != nil {
			h.counted()
		}
		if h.answers > 0 {
			h.answers--
			h.transmit(uint32(len(h.seen)))
		}
	}
	if h.again > 0 {
		h.again--
		h.port.Poke()
	}
	return h.port.Finish()
}

func (h *host) transmit(n uint32) {
	p := wire.Packet{BTH: wire.BTH{Opcode: wire.SendOnly}, Payload: h.frame.Payload(max(4, h.size))}
	binary.BigEndian.PutUint32(p.Payload, n)
	h.frame.Seal(&p, h.path)
	h.frame = h.port.Transmit(h.frame)
}

// send transmits numbers and delivers them.
func (h *host) send(from, to uint32) {
	h.mu.Lock()
	for n := from; n < to; n++ {
		h.transmit(n)
	}
	w := h.port.Flush()
	h.mu.Unlock()
	w.Do(h.port.Now())
}

func (h *host) received() []uint32 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen
}

// damaged counts datagrams that were no packets, or not whole.
func (h *host) damaged() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.wrong
}

func newHosts(t testing.TB) (*Memory, *host, *host) {
	n := NewMemory()
	t.Cleanup(func() { n.Close() })
	one, two := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	return n, newHost(t, n, one, two), newHost(t, n, two, one)
}

func newHost(t testing.TB, n *Memory, own, peer netip.Addr) *host {
	h := &host{t: t, frame: new(Frame), address: own}
	h.path = NewPath(netip.AddrPortFrom(own, 50000), netip.AddrPortFrom(peer, wire.Port))
	if err := h.attach(n); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *host) attach(n Network) (err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.port, err = n.Attach([]netip.Addr{h.address}, h)
	return err
}

func pathBetween(from, to *host) *Path {
	return NewPath(netip.AddrPortFrom(from.address, wire.Port), netip.AddrPortFrom(to.address, wire.Port))
}

func wantFirst(t *testing.T, got []uint32, n int) {
	t.Helper()
	if len(got) != n {
		t.Fatalf("%d datagrams, want %d", len(got), n)
	}
	for i, number := range got {
		if number != uint32(i) {
			t.Fatalf("datagram %d is %d", i, number)
		}
	}
}

func TestMemoryDeliversInOrder(t *testing.T) {
	_, a, b := newHosts(t)
	a.send(0, 900)
	wantFirst(t, b.received(), 900)
	if c := b.port.Counters(); c.Received != 900 || c.Dropped != 0 {
		t.Errorf("counters %+v", c)
	}
}

func TestMemoryRunsAnswersToTheEnd(t *testing.T) {
	_, a, b := newHosts(t)
	a.answers, b.answers = 5000, 5000
	done := make(chan struct{})
	b.in = func() {
		if len(b.seen) == 4999 {
			close(done)
		}
	}
	a.send(0, 1) // longer than a Run's budget: the network's goroutine takes over
	<-done
}

func TestMemoryUsesFramesAgain(t *testing.T) {
	_, a, _ := newHosts(t)
	a.send(0, 100)
	if n := testing.AllocsPerRun(100, func() {
		a.send(1, 2)
	}); n > 1 { // the test's own list of numbers grows now and then
		t.Errorf("%v allocations a datagram", n)
	}
}

func TestMemoryDropsWhatDoesNotFit(t *testing.T) {
	_, a, b := newHosts(t)
	b.port.Hold(true)
	a.send(0, depth+10)
	if got := b.port.Counters().Dropped; got != 10 {
		t.Errorf("dropped %d, want 10", got)
	}
	b.port.Hold(false)
	b.port.Run()
	for len(b.received()) < depth { // what is beyond a Run's budget comes later
		b.port.Run()
	}
	wantFirst(t, b.received(), depth)
}

func TestMemoryHold(t *testing.T) {
	_, a, b := newHosts(t)
	b.port.Hold(true)
	b.port.Hold(true)
	a.send(0, 3)
	b.port.Hold(false)
	a.send(3, 5)
	if len(b.received()) != 0 {
		t.Fatal("delivered while held")
	}
	b.port.Hold(false)
	b.port.Run()
	wantFirst(t, b.received(), 5)
}

func TestMemoryHolding(t *testing.T) {
	_, a, b := newHosts(t)
	expect := func(when string, expected bool) {
		t.Helper()
		for _, h := range []*host{a, b} {
			if got := h.port.Holding(h.path.Dst.Addr()); got != expected {
				t.Errorf("%s: %v", when, got)
			}
		}
	}
	b.port.Hold(true)
	expect("nothing has arrived", false)
	a.send(0, 1)
	expect("something has", true)
	a.port.Partition(true)
	expect("the sender is cut off", false)
	a.port.Partition(false)
	b.port.Partition(true)
	expect("the receiver is cut off", false)
	b.port.Partition(false)
	if a.port.Holding(netip.MustParseAddr("192.0.2.99")) {
		t.Error("held from nobody")
	}
	b.port.Hold(false)
	b.port.Run()
	expect("it has been delivered", false)
}

func TestMemoryPartition(t *testing.T) {
	for _, side := range []string{"sender", "receiver"} {
		_, a, b := newHosts(t)
		port := a.port
		if side == "receiver" {
			port = b.port
		}
		a.send(0, 2)
		port.Partition(true)
		a.send(2, 4)
		port.Partition(false)
		a.send(2, 4)
		wantFirst(t, b.received(), 4)
		if got := port.Counters().Dropped; got != 2 {
			t.Errorf("%s: dropped %d, want 2", side, got)
		}
	}
}

func TestMemoryUnreliable(t *testing.T) {
	_, a, b := newHosts(t)
	const sent = 1000
	send := func() {
		for i := uint32(0); i < sent; i += 100 {
			a.send(i, i+100)
		}
	}
	b.port.Unreliable(true)
	send()
	lost := int(b.port.Counters().Dropped)
	if twice := len(b.received()) - (sent - lost); lost == 0 || lost > sent/20 || twice < sent/20 || twice > sent/2 {
		t.Errorf("of %d datagrams %d were lost and %d came twice", sent, lost, twice)
	}
	b.port.Unreliable(false)
	before := len(b.received())
	send()
	if got := len(b.received()) - before; got != sent {
		t.Errorf("of %d datagrams %d came after the end", sent, got)
	}
}

func TestMemoryPoke(t *testing.T) {
	_, a, b := newHosts(t)
	b.mu.Lock()
	b.port.Poke()
	w := b.port.Flush()
	b.mu.Unlock()
	w.Do(0)
	a.port.Run()
	if b.pokes != 1 {
		t.Errorf("poked %d times, want once", b.pokes)
	}
}

func TestMemoryPokeWhileReceiving(t *testing.T) {
	_, a, b := newHosts(t)
	b.again = 3
	a.send(0, 1)
	if b.pokes != 3 {
		t.Errorf("poked %d times, want 3", b.pokes)
	}
	b.port.Hold(true)
	b.again = 1
	a.send(1, 2)
	b.send(0, 0)
	b.port.Hold(false)
	a.port.Run()
	wantFirst(t, b.received(), 2)
}

func TestMemoryManySenders(t *testing.T) {
	n, _, b := newHosts(t)
	var all sync.WaitGroup
	for i := range uint32(8) {
		own := netip.AddrFrom4([4]byte{192, 0, 2, byte(10 + i)})
		h := newHost(t, n, own, netip.MustParseAddr("192.0.2.2"))
		all.Go(func() {
			for k := range uint32(300) {
				h.send(i<<16|k, i<<16|k+1)
			}
		})
	}
	all.Wait()
	for len(b.received()) < 8*300 {
		b.port.Run()
	}
	var next [8]uint32
	for _, v := range b.received() {
		if k := v & 0xffff; next[v>>16] != k {
			t.Fatalf("sender %d: datagram %d, want %d", v>>16, k, next[v>>16])
		}
		next[v>>16]++
	}
}

func TestMemoryAttach(t *testing.T) {
	n, a, b := newHosts(t)
	taken := []netip.Addr{netip.MustParseAddr("192.0.2.9"), netip.MustParseAddr("192.0.2.2")}
	if _, err := n.Attach(taken, b); err == nil {
		t.Error("an address that is taken was given away")
	}
	b.port.Detach()
	b.port.Detach()
	a.send(0, 1)
	if _, err := n.Attach(taken, b); err != nil {
		t.Errorf("after Detach: %v", err)
	}
	if len(b.received()) != 0 {
		t.Error("delivered to a detached port")
	}
	n.Close()
	if _, err := n.Attach([]netip.Addr{netip.MustParseAddr("192.0.2.8")}, b); err == nil {
		t.Error("a closed network took a port")
	}
	if n.Close() != nil {
		t.Error("a second Close failed")
	}
}

func TestMemoryRoute(t *testing.T) {
	_, a, _ := newHosts(t)
	for _, c := range []struct {
		address       string
		host, network bool
	}{
		{"192.0.2.2", true, true},
		{"192.0.2.77", false, true},
		{"198.51.100.1", false, false},
		{"2001:db8::1", false, false},
	} {
		host, network := a.port.Route(netip.MustParseAddr(c.address))
		if host != c.host || network != c.network {
			t.Errorf("%s: %v, %v", c.address, host, network)
		}
	}
}

func TestImpairments(t *testing.T) {
	const sent = 2000
	for _, c := range []struct {
		name                 string
		i                    Impairments
		least, most          int
		wrong, outOfOrder    bool
		duplicated, complete bool
	}{
		{name: "none", least: sent, most: sent, complete: true},
		{name: "loss", i: Impairments{Loss: 0.1}, least: sent * 8 / 10, most: sent * 95 / 100},
		{
			name: "duplicate", i: Impairments{Duplicate: 0.1}, least: sent * 105 / 100, most: sent * 12 / 10, duplicated: true,
			complete: true,
		},
		{name: "reorder", i: Impairments{Reorder: 0.1}, least: sent, most: sent, outOfOrder: true, complete: true},
		{name: "corrupt", i: Impairments{Corrupt: 0.1}, least: sent * 8 / 10, most: sent * 95 / 100, wrong: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := func() ([]uint32, int) {
				_, a, b := newHosts(t)
				b.port.Impair(c.i)
				all := b.awaiting(sent)
				for i := uint32(0); i < sent; i += 100 {
					a.send(i, i+100)
				}
				if c.i.Reorder > 0 { // what was set aside may come later, and so may what comes after it
					<-all
				}
				return b.received(), b.damaged()
			}
			got, wrong := run()
			if len(got) < c.least || len(got) > c.most {
				t.Errorf("%d delivered, want %d to %d", len(got), c.least, c.most)
			}
			if (wrong > 0) != c.wrong {
				t.Errorf("%d wrong", wrong)
			}
			unordered := false
			count := map[uint32]int{}
			for i, n := range got {
				count[n]++
				unordered = unordered || i > 0 && n < got[i-1]
			}
			if unordered != c.outOfOrder {
				t.Errorf("out of order: %v", unordered)
			}
			if c.complete && len(count) != sent {
				t.Errorf("%d different ones", len(count))
			}
			again, _ := run()
			if timed := c.i.Reorder > 0; !timed && !slices.Equal(again, got) {
				t.Error("another run with the same seed went another way")
			}
		})
	}
}

func TestMemoryMark(t *testing.T) {
	n, a, b := newHosts(t)
	c := newHost(t, n, netip.MustParseAddr("192.0.2.3"), netip.MustParseAddr("192.0.2.2"))
	if a.port.Mark() != 0 {
		t.Error("a mark on an idle network")
	}
	inside, on := make(chan struct{}), make(chan struct{})
	b.in = func() {
		inside <- struct{}{}
		<-on
	}
	done := make(chan struct{})
	go func() {
		a.send(0, 2*batchSize)
		close(done)
	}()
	<-inside
	mark := a.port.Mark()
	c.send(2*batchSize, 3*batchSize) // waits its turn, and is not waited for
	for range 2 {
		if mark == 0 || a.port.Passed(mark) {
			t.Errorf("mark %d has passed while what it marks is received", mark)
		}
		on <- struct{}{}
		<-inside
	}
	if !a.port.Passed(mark) || c.port.Passed(c.port.Mark()) {
		t.Error("not passed although the NIC receives what came later")
	}
	on <- struct{}{}
	<-done
	if a.port.Mark() != 0 {
		t.Error("a mark on a network that is idle again")
	}
}
