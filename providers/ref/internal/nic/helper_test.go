package nic

import (
	"net/netip"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A world is two devices on a network.
type world struct {
	t       testing.TB
	network fabric.Network
	a, b    *node
}

// A node is a device, with one of each object that most tests need.
type node struct {
	device *Device
	domain *Domain
	file   *File
	cq     *CompletionQueue
	region *Region
	memory []byte
}

const memorySize = 1 << 20

func newWorld(t testing.TB, change ...func(*Limits)) *world {
	t.Helper()
	limits := DefaultLimits()
	for _, f := range change {
		f(&limits)
	}
	w := &world{t: t, network: fabric.NewMemory()}
	w.populate("192.0.2.1", "192.0.2.2", limits)
	return w
}

// populate attaches the devices, which end with the test.
func (w *world) populate(a, b string, limits Limits) {
	w.a = w.node(netip.MustParseAddr(a), limits)
	w.b = w.node(netip.MustParseAddr(b), limits)
	w.closeAtEnd()
}

func (w *world) closeAtEnd() {
	w.t.Cleanup(func() {
		for _, n := range []*node{w.a, w.b} {
			if n != nil {
				n.device.Close()
			}
		}
		w.network.Close()
	})
}

// impair impairs all datagrams.
func (w *world) impair(i fabric.Impairments) {
	w.a.device.port.Impair(i)
	i.Seed++
	w.b.device.port.Impair(i)
}

func (w *world) node(a netip.Addr, limits Limits) *node {
	d, err := NewDevice(w.network, []netip.Addr{a}, limits, Quirks{}, 1)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.equip(d)
}

// equip gives a device a node's objects.
func (w *world) equip(d *Device) *node {
	limits := d.Limits()
	n := &node{device: d, domain: d.NewDomain(), file: d.NewFile(), memory: make([]byte, memorySize)}
	n.cq = d.NewCompletionQueue(n.file, limits.CompletionDepth)
	n.region = n.domain.NewRegion()
	want(w.t, n.region.Register(n.memory, nd2.AllowLocalWrite|nd2.AllowRemoteRead|nd2.AllowRemoteWrite), nd2.Success)
	return n
}

// sge is an entry of the node's memory.
func (n *node) sge(from, to int) nd2.SGE {
	return nd2.SGE{Buffer: n.memory[from:to], MemoryRegionToken: n.region.LocalToken()}
}

func (n *node) address(offset int) uint64 { return AddressOf(n.memory[offset:]) }

func (n *node) queuePair(t testing.TB, change ...func(*QueuePairConfig)) *QueuePair {
	t.Helper()
	c := QueuePairConfig{
		ReceiveCQ: n.cq, InitiatorCQ: n.cq, Context: 7,
		ReceiveDepth: 128, InitiatorDepth: 128, ReceiveSGE: 4, InitiatorSGE: 4, Inline: 64,
	}
	for _, f := range change {
		f(&c)
	}
	q, s := n.domain.NewQueuePair(c)
	want(t, s, nd2.Success)
	return q
}

func testConfig() rc.Config {
	return rc.Config{
		MTU: 4096, Retries: 7, RNRRetries: 6, AckTimeout: 20_000, RNRTimer: 1_000,
		ReadsOut: 4, ReadsIn: 4, Window: 32,
	}
}

// connect joins two queue pairs without a connection manager.
func connect(a, b *QueuePair, change ...func(*rc.Config)) {
	connectOne(a, b, change)
	connectOne(b, a, change)
}

func connectOne(q, peer *QueuePair, change []func(*rc.Config)) {
	c := testConfig()
	c.SendPSN, c.ReceivePSN = 0xfffff0, 0xfffff0
	for _, f := range change {
		f(&c)
	}
	c.RemoteQPN = peer.Number()
	q.device.Lock()
	defer q.device.UnlockAndDeliver()
	q.ReadyToReceive(c, PathBetween(q.device.Addresses()[0], peer.device.Addresses()[0]))
	q.ReadyToSend()
}

// pair makes a connected pair.
func (w *world) pair(change ...func(*rc.Config)) (a, b *QueuePair) {
	w.t.Helper()
	a, b = w.a.queuePair(w.t), w.b.queuePair(w.t)
	connect(a, b, change...)
	return a, b
}

func want(t testing.TB, got, expected nd2.Status) {
	t.Helper()
	if got != expected {
		t.Fatalf("got %v, want %v", got, expected)
	}
}

// results takes the queued results.
func results(c *CompletionQueue) []nd2.Result {
	r := make([]nd2.Result, 256)
	return r[:c.GetResults(r)]
}

// await takes results until there are n, and fails the test if there are more.
func await(t testing.TB, c *CompletionQueue, n int) []nd2.Result {
	t.Helper()
	var all []nd2.Result
	for len(all) < n {
		if got := results(c); len(got) > 0 {
			all = append(all, got...)
			continue
		}
		e := newEvent()
		o := &nd2.Overlapped{Event: e}
		if c.Notify(nd2.NotifyAny, o) == nd2.Pending {
			c.Requests.Result(o, true)
		}
	}
	if len(all) != n {
		t.Fatalf("got %d results, want %d: %v", len(all), n, all)
	}
	return all
}

// one takes the only result and checks its status.
func one(t testing.TB, c *CompletionQueue, s nd2.Status) nd2.Result {
	t.Helper()
	r := await(t, c, 1)[0]
	if r.Status != s {
		t.Fatalf("%v ended %v, want %v", r.RequestType, r.Status, s)
	}
	return r
}

// An event counts how often it was set and reset.
type event struct {
	set, reset int
	signal     chan struct{}
}

func newEvent() *event { return &event{signal: make(chan struct{}, 64)} }

func (e *event) Set() {
	e.set++
	select {
	case e.signal <- struct{}{}:
	default:
	}
}

func (e *event) Reset() { e.reset++ }

// patient makes a side answer RNR NAKs forever.
func patient(c *rc.Config) { c.RNRRetries = 7 }

// deaf stops receiving.
type deaf struct{}

func (deaf) Receive([]*fabric.Frame, time.Duration) (w fabric.Work) { return w }
