package nic

import (
	"errors"
	"net/netip"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

func TestRemove(t *testing.T) {
	settles(t)
	w := newWorld(t)
	a, b := w.pair()
	s := w.a.shared(4, 0)
	want(t, a.Receive(1, nil), nd2.Success)
	w.b.device.Port().Hold(true)
	want(t, a.Send(2, nil, 0), nd2.Success)
	os := []*nd2.Overlapped{{}, {}, {}}
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	want(t, w.a.cq.Notify(nd2.NotifyErrors, os[0]), nd2.Pending)
	want(t, s.Notify(os[1]), nd2.Pending)
	want(t, w.a.cq.Notify(nd2.NotifyErrors, os[2]), nd2.Pending)
	w.a.device.Remove()
	w.a.device.Remove()
	for i, o := range os {
		if p.posted[i] != o {
			t.Errorf("packet %d is of another request", i)
		}
		want(t, w.a.cq.Requests.Result(o, true), nd2.DeviceRemoved)
	}
	for _, r := range await(t, w.a.cq, 2) {
		want(t, r.Status, nd2.Canceled)
	}
	want(t, w.a.device.Check("IND2QueuePair::Send"), nd2.DeviceRemoved)
	want(t, w.a.device.CheckCleanUp("IND2QueuePair::Flush"), nd2.Success)
	// Cleaning up works.
	a.Flush()
	a.Close()
	s.Close()
	want(t, w.a.region.Deregister(), nd2.Success)
	w.a.cq.Close()
	w.b.device.Port().Hold(false)
	want(t, b.Send(0, nil, 0), nd2.Success)
	one(t, w.b.cq, nd2.IOTimeout)
	// Another device can have the address.
	if _, err := NewDevice(w.network, w.a.device.Addresses(), DefaultLimits(), Quirks{},
		1); !errors.Is(err, fabric.ErrTaken) {
		t.Errorf("a device at the address: %v", err)
	}
	d, err := w.a.device.Successor(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.a.device.Successor(1); err == nil {
		t.Error("a second successor")
	}
	w.a.device.Close() // which leaves the successor its place
	if _, err := NewDevice(w.network, d.Addresses(), DefaultLimits(), Quirks{}, 1); !errors.Is(err, fabric.ErrTaken) {
		t.Errorf("a device at the successor's address: %v", err)
	}
	d.Close()
	d, err = NewDevice(w.network, d.Addresses(), DefaultLimits(), Quirks{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
}

func TestCloseLeavesNothing(t *testing.T) {
	settles(t)
	w := newWorld(t)
	a, b := w.pair()
	want(t, a.Send(0, nil, 0), nd2.Success) // a timer is running
	o := &nd2.Overlapped{}
	want(t, w.b.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
	w.a.device.Close()
	w.b.device.Close()
	w.b.device.Close()
	want(t, w.b.cq.Requests.Result(o, true), nd2.Canceled)
	a.Close()
	b.Close()
}

// Datagrams that are malformed, forged or for nobody are dropped and counted, and don't
// affect the connection.
func TestStrayDatagrams(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	stranger := netip.MustParseAddr("192.0.2.66")
	from := deaf{}
	outside, err := w.network.Attach([]netip.Addr{stranger}, from)
	if err != nil {
		t.Fatal(err)
	}
	own, to := w.a.device.Addresses()[0], w.b.device.Addresses()[0]
	packet := func(qpn uint32) *wire.Packet {
		return &wire.Packet{BTH: wire.BTH{Opcode: wire.SendOnly, DestQP: qpn, PKey: wire.DefaultPKey, PSN: 0xfffff0}}
	}
	management := func() *wire.Packet {
		p := packet(wire.GSIQPN)
		p.Opcode, p.QKey, p.Payload = wire.UDSendOnly, wire.GSIQKey, make([]byte, wire.MADSize)
		new(wire.RTU).Encode((*[wire.MADSize]byte)(p.Payload))
		return p
	}
	shoot := func(p *wire.Packet, path *fabric.Path, damage func([]byte)) {
		f := new(fabric.Frame)
		copy(f.Payload(len(p.Payload)), p.Payload)
		f.Seal(p, path)
		damage(f.Datagram())
		outside.Transmit(f)
		outside.Flush().Do(0)
	}
	nothing := func([]byte) {}
	want(t, b.Receive(0, nil), nd2.Success)
	for _, c := range []struct {
		name   string
		p      *wire.Packet
		path   *fabric.Path
		damage func([]byte)
		want   Counters
	}{
		{"a bit is wrong", packet(b.number), PathBetween(own, to), func(b []byte) { b[9] ^= 1 }, Counters{Malformed: 1}},
		{"an opcode is unknown", packet(b.number), PathBetween(own, to), func(b []byte) {
			b[0] = 0xff
		}, Counters{Malformed: 1}},
		{"no such queue pair", packet(b.number ^ 1<<20), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
		{"queue pair 0", packet(0), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
		{"far beyond the table", packet(0xffffff), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
		{"from another address", packet(b.number), PathBetween(stranger, to), nothing, Counters{Unexpected: 1}},
		{"another partition", func() *wire.Packet {
			p := packet(b.number)
			p.PKey = 0x1234
			return p
		}(), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
		{"management without a message", packet(wire.GSIQPN), PathBetween(stranger, to), nothing, Counters{Malformed: 1}},
		{"not connected", packet(w.b.queuePair(t).number), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
		{"management that nobody does", management(), PathBetween(own, to), nothing, Counters{Unexpected: 1}},
	} {
		before := w.b.device.Counters()
		shoot(c.p, c.path, c.damage)
		after := w.b.device.Counters()
		if got := (Counters{after.Malformed - before.Malformed, after.Unexpected - before.Unexpected}); got != c.want {
			t.Errorf("%s: counted %+v", c.name, got)
		}
	}
	if got := results(w.b.cq); len(got) > 0 {
		t.Errorf("results: %v", got)
	}
	want(t, a.Send(0, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	one(t, w.b.cq, nd2.Success)
}

// Many goroutines use many queue pairs of two devices at once.
func TestDevicesUnderLoad(t *testing.T) {
	w := newWorld(t)
	var work sync.WaitGroup
	for range 8 {
		cqa, cqb := w.a.device.NewCompletionQueue(w.a.file, 100), w.b.device.NewCompletionQueue(w.b.file, 100)
		a := w.a.queuePair(t, func(c *QueuePairConfig) { c.ReceiveCQ, c.InitiatorCQ = cqa, cqa })
		b := w.b.queuePair(t, func(c *QueuePairConfig) { c.ReceiveCQ, c.InitiatorCQ = cqb, cqb })
		connect(a, b)
		side := func(own *QueuePair, n *node, cq *CompletionQueue, first bool) {
			s := []nd2.SGE{n.sge(0, 64)}
			if first {
				own.Send(0, s, nd2.SilentSuccess)
			}
			for range 300 {
				one(t, cq, nd2.Success)
				own.Receive(0, s)
				own.Send(0, s, nd2.SilentSuccess)
			}
		}
		a.Receive(0, []nd2.SGE{w.a.sge(0, 64)})
		b.Receive(0, []nd2.SGE{w.b.sge(0, 64)})
		work.Go(func() { side(a, w.a, cqa, true) })
		work.Go(func() { side(b, w.b, cqb, false) })
	}
	work.Wait()
}

func TestTimers(t *testing.T) {
	w := newWorld(t)
	d := w.a.device
	fired := make(chan int, 10)
	timers := make([]*timer, 5)
	d.Lock()
	now := d.now()
	for i := range timers {
		timers[i] = &timer{fire: func(rc.Tick) { fired <- i }}
		d.schedule(timers[i], now+1_000_000)
	}
	d.schedule(timers[3], now+2000)
	d.schedule(timers[1], now+1000)
	d.unschedule(timers[1])
	d.unschedule(timers[1])
	d.schedule(timers[4], now+3000)
	d.schedule(timers[0], now)
	d.UnlockAndDeliver()
	for _, i := range []int{0, 3, 4} {
		if got := <-fired; got != i {
			t.Errorf("timer %d fired, want %d", got, i)
		}
	}
	d.Lock()
	if len(d.timers) != 1 || d.timers[0] != timers[2] {
		t.Errorf("%d timers left", len(d.timers))
	}
	d.UnlockAndDeliver()
}
