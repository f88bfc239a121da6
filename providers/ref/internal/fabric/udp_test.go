package fabric

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// newUDPHosts returns two hosts at unused addresses of this machine.
func newUDPHosts(t testing.TB) (*UDP, *host, *host) {
	t.Helper()
	n := NewUDP("")
	t.Cleanup(func() { n.Close() })
	a, b := newUDPHost(t, n), newUDPHost(t, n)
	a.path, b.path = pathBetween(a, b), pathBetween(b, a)
	return n, a, b
}

func newUDPHost(t testing.TB, n *UDP) *host {
	t.Helper()
	h := &host{t: t, frame: new(Frame)}
	pid := os.Getpid() // no other process is to take an address that is given back
	for last := byte(100); last < 200; last++ {
		h.address = netip.AddrFrom4([4]byte{127, byte(1 + pid>>8%200), byte(pid), last})
		err := h.attach(n)
		if errors.Is(err, ErrTaken) {
			continue
		}
		if err != nil {
			t.Skipf("no address like %v here: %v", h.address, err)
		}
		return h
	}
	t.Fatal("every address is taken")
	return nil
}

// awaits runs the host until n datagrams have arrived.
func (h *host) awaits(n int) []uint32 {
	for len(h.received()) < n {
		h.port.Run()
	}
	return h.received()
}

// eventually waits for a condition that will soon hold.
func eventually(t *testing.T, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !happened(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("it has not happened within ten seconds")
		}
	}
}

func TestUDPDeliversInOrder(t *testing.T) {
	_, a, b := newUDPHosts(t)
	for n := uint32(0); n < 900; n += 50 {
		a.send(n, n+50)
		b.awaits(int(n + 50))
	}
	wantFirst(t, b.received(), 900)
	if b.damaged() > 0 {
		t.Errorf("%d with a wrong ICRC", b.damaged())
	}
	if c := b.port.Counters(); c.Received != 900 || c.Dropped != 0 {
		t.Errorf("counters %+v", c)
	}
}

// Datagrams that the system cuts from one send, and joins for one receive, are whole
// and in order, whatever their sizes.
func TestUDPSegments(t *testing.T) {
	_, a, b := newUDPHosts(t)
	sent := uint32(0)
	for _, sizes := range [][]int{
		{4096, 4096, 4096, 4096, 4096, 4096, 100},
		{4, 4, 4, 4, 4},
		{2000, 2000, 2000, 1, 2000, 3000, 4096},
		{1024, 1024, 1024, 1024, 1024, 4},
		{60, 60, 60, 60, 8},
		{4096, 4096, 5, 4096, 4096, 4096},
	} {
		for range 5 {
			for _, a.size = range sizes {
				a.transmit(sent)
				sent++
			}
		}
		a.send(0, 0)
		b.awaits(int(sent))
	}
	wantFirst(t, b.received(), int(sent))
	if b.damaged() > 0 {
		t.Errorf("%d with a wrong ICRC", b.damaged())
	}
}

func TestUDPDeliversToWhoWaits(t *testing.T) {
	_, a, b := newUDPHosts(t)
	done := make(chan struct{})
	b.in = func() { close(done) }
	a.send(0, 1)
	<-done
}

func TestUDPAnswers(t *testing.T) {
	_, a, b := newUDPHosts(t)
	a.answers, b.answers = 3000, 3000
	a.send(0, 1)
	for len(a.received()) < 3000 {
		a.port.Run()
		b.port.Run()
	}
}

func TestUDPAddressesRefused(t *testing.T) {
	n, a, _ := newUDPHosts(t)
	other := NewUDP("")
	defer other.Close()
	for _, c := range []struct {
		network Network
		address netip.Addr
		taken   bool
		part    string
	}{
		{n, a.address, true, "in use"},
		{other, a.address, true, "in use"},
		{other, netip.MustParseAddr("198.51.100.77"), false, "not an address of this machine"},
	} {
		_, err := c.network.Attach([]netip.Addr{c.address}, a)
		if err == nil || errors.Is(err, ErrTaken) != c.taken || !strings.Contains(err.Error(),
			c.part) || !strings.Contains(err.Error(), c.address.String()) {
			t.Errorf("%v: %v", c.address, err)
		}
	}
}

func TestUDPGivesAddressesBack(t *testing.T) {
	n, a, _ := newUDPHosts(t)
	for range 20 {
		a.port.Detach()
		a.port.Wait()
		if err := a.attach(n); err != nil {
			t.Fatal(err)
		}
	}
}

// An address is freed even while a client polls all the time.
func TestUDPGivesPolledAddressesBack(t *testing.T) {
	n, a, _ := newUDPHosts(t)
	for range 50 {
		stop := polling(a.port)
		a.port.Detach()
		a.port.Wait()
		err := a.attach(n)
		stop()
		if err != nil {
			t.Fatal(err)
		}
	}
}

// polling polls a port without a pause until stop is called.
func polling(p Port) (stop func()) {
	var client sync.WaitGroup
	var over atomic.Bool
	began := make(chan struct{})
	client.Go(func() {
		p.Poll()
		close(began)
		for !over.Load() {
			p.Poll()
		}
	})
	<-began
	return func() { over.Store(true); client.Wait() }
}

// Receiving clients don't keep a mark from passing.
func TestUDPPassesWhileReceiving(t *testing.T) {
	_, a, b := newUDPHosts(t)
	a.send(0, 1)
	mark := a.port.Mark()
	l := b.port.(*port).lines[0]
	l.mu.Lock()
	defer l.mu.Unlock()
	eventually(t, func() bool { return a.port.Passed(mark) }) // whoever was receiving when it was marked ends
}

// Attend resets the memory of polling.
func TestUDPAttends(t *testing.T) {
	_, a, _ := newUDPHosts(t)
	synctest.Test(t, func(t *testing.T) {
		l := &line{network: a.port.(*port).network, attend: make(chan struct{}, 1)}
		l.polled.Store(true)
		pause := time.NewTimer(time.Hour)
		defer pause.Stop()
		go l.standAside(pause)
		synctest.Wait()
		l.polled.Store(true)
		lines{l}.attend()
		synctest.Wait()
		if l.aside || l.polled.Load() {
			t.Errorf("stands aside: %v, and will: %v", l.aside, l.polled.Load())
		}
	})
}

func TestUDPPartitionAndHold(t *testing.T) {
	_, a, b := newUDPHosts(t)
	for _, cut := range []Port{a.port, b.port} {
		cut.Partition(true)
		a.send(90, 92)
		b.port.Run()
		for c := cut.Counters(); c.Dropped < 2; c = cut.Counters() {
			b.port.Run()
		}
		cut.Partition(false)
	}
	b.port.Hold(true)
	a.send(0, 3)
	for !a.port.Holding(b.address) {
		b.port.Run()
	}
	if len(b.received()) > 0 {
		t.Error("delivered while held")
	}
	b.port.Hold(false)
	wantFirst(t, b.awaits(3), 3)
}

func TestUDPImpaired(t *testing.T) {
	const sent = 2000
	_, a, b := newUDPHosts(t)
	b.port.Impair(Impairments{Seed: 3, Loss: 0.1, Duplicate: 0.1, Reorder: 0.1, Corrupt: 0.1})
	for n := uint32(0); n < sent; n += 50 {
		a.send(n, n+50)
		for c := b.port.Counters(); c.Received+c.Dropped < uint64(n); c = b.port.Counters() {
			b.port.Run()
		}
	}
	count := map[uint32]int{}
	twice := 0
	for _, n := range b.received() {
		count[n]++
		if count[n] == 2 {
			twice++
		}
		if n >= sent {
			t.Fatalf("%d was never sent", n)
		}
	}
	if len(count) < sent*7/10 || len(count) > sent*9/10 || twice == 0 || b.damaged() == 0 {
		t.Errorf("%d arrived, %d twice, %d damaged", len(count), twice, b.damaged())
	}
}

// Arbitrary datagrams come from anywhere.
func TestUDPGarbage(t *testing.T) {
	_, a, b := newUDPHosts(t)
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(b.address, wire.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range []int{0, 1, 11, 12, 15, 16, 100, 4168, 4169, 9000} {
		if _, err := c.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
	}
	a.send(0, 1)
	wantFirst(t, b.awaits(1), 1)
	eventually(t, func() bool { // they come from another socket, and may be behind
		b.port.Poll()
		return b.damaged() >= 10
	})
	if b.damaged() != 10 {
		t.Errorf("%d were taken for no packets, want 10", b.damaged())
	}
}

// A line does not remember more peers than its limit.
func TestUDPManyPeers(t *testing.T) {
	_, a, _ := newUDPHosts(t)
	l := a.port.(*port).lines[0]
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := range 3 * peers {
		peer := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}), 1)
		if p := l.pathFrom(peer); p.Src != peer || l.pathFrom(peer) != p {
			t.Fatalf("path %+v", p)
		}
		if len(l.paths) > peers || len(l.counts) > peers {
			t.Fatalf("%d paths", len(l.paths))
		}
	}
}

func TestUDPRoute(t *testing.T) {
	_, a, b := newUDPHosts(t)
	if host, network := a.port.Route(b.address); !host || !network {
		t.Errorf("no way to a neighbor: %v, %v", host, network)
	}
	for _, far := range []string{"198.51.100.77", "2001:db8::77"} { // from the loopback network
		if host, _ := a.port.Route(netip.MustParseAddr(far)); host {
			t.Errorf("a way to %s", far)
		}
	}
}

func TestMTU(t *testing.T) {
	if got := Namespace("").MTU(netip.MustParseAddr("198.51.100.77")); got != 0 {
		t.Errorf("an address that is not there: %d", got)
	}
	if got := Namespace("").MTU(netip.MustParseAddr("127.0.0.1")); got < 1024 {
		t.Errorf("loopback: %d", got)
	}
	for n, mtu := range map[int]int{65456: 4096, 4096: 4096, 4095: 2048, 1420: 1024, 256: 256, 255: 0, -80: 0} {
		if got := pathMTU(n); got != mtu {
			t.Errorf("%d: %d, want %d", n, got, mtu)
		}
	}
}
