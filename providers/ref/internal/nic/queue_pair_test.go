package nic

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

func TestSendReceive(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	copy(w.a.memory, "a message in two parts")
	want(t, b.Receive(3, []nd2.SGE{w.b.sge(100, 108), w.b.sge(200, 300)}), nd2.Success)
	want(t, a.Send(4, []nd2.SGE{w.a.sge(0, 10), w.a.sge(10, 22)}, 0), nd2.Success)
	sent, received := one(t, w.a.cq, nd2.Success), one(t, w.b.cq, nd2.Success)
	if sent.RequestContext != 4 || sent.QueuePairContext != 7 || sent.RequestType != nd2.RequestSend {
		t.Errorf("sent %+v", sent)
	}
	if received.RequestContext != 3 || received.BytesTransferred != 22 || received.RequestType != nd2.RequestReceive {
		t.Errorf("received %+v", received)
	}
	if got := string(w.b.memory[100:108]) + string(w.b.memory[200:214]); got != "a message in two parts" {
		t.Errorf("got %q", got)
	}
}

func TestLoopback(t *testing.T) {
	w := newWorld(t)
	a, b := w.a.queuePair(t), w.a.queuePair(t)
	connect(a, b)
	copy(w.a.memory, "to myself")
	want(t, b.Receive(0, []nd2.SGE{w.a.sge(100, 109)}), nd2.Success)
	want(t, a.Send(0, []nd2.SGE{w.a.sge(0, 9)}, 0), nd2.Success)
	await(t, w.a.cq, 2)
	if got := string(w.a.memory[100:109]); got != "to myself" {
		t.Errorf("got %q", got)
	}
}

// Every kind of transfer, of every length around the path MTU, over entries of
// every make, whole and impaired.
func TestTransfers(t *testing.T) {
	for _, i := range []fabric.Impairments{
		{},
		{Loss: 0.05},
		{Duplicate: 0.05},
		{Reorder: 0.05},
		{Corrupt: 0.05},
		{Seed: 2, Loss: 0.02, Duplicate: 0.02, Reorder: 0.02, Corrupt: 0.02},
	} {
		for _, mtu := range []int{256, 4096} {
			t.Run(fmt.Sprintf("%+v mtu %d", i, mtu), func(t *testing.T) {
				w := newWorld(t)
				w.impair(i)
				a, b := w.pair(func(c *rc.Config) { c.MTU, c.AckTimeout, c.RNRTimer = mtu, 10_000, 10 })
				for _, n := range []int{0, 1, 3, mtu - 1, mtu, mtu + 1, 3 * mtu, 100_001} {
					w.transfer(t, a, b, n)
				}
			})
		}
	}
}

// transfer sends, writes and reads n bytes, in entries cut at random.
func (w *world) transfer(t *testing.T, a, b *QueuePair, n int) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), 1))
	for i := range n {
		w.a.memory[i] = byte(random.Uint32())
	}
	token := w.b.region.RemoteToken()
	const written, read = 1 << 18, 1 << 19
	clear(w.b.memory)
	want(t, b.Receive(1, w.b.entries(random, 0, n)), nd2.Success)
	want(t, a.Send(1, w.a.entries(random, 0, n), 0), nd2.Success)
	want(t, a.Write(2, w.a.entries(random, 0, n), w.b.address(written), token, 0), nd2.Success)
	want(t, a.Read(3, w.a.entries(random, read, read+n), w.b.address(written), token, 0), nd2.Success)
	for i, r := range await(t, w.a.cq, 3) {
		if r.Status != nd2.Success || r.RequestContext != uintptr(i+1) {
			t.Fatalf("%d bytes: %+v", n, r)
		}
	}
	if r := one(t, w.b.cq, nd2.Success); int(r.BytesTransferred) != n {
		t.Errorf("received %d bytes, want %d", r.BytesTransferred, n)
	}
	for name, got := range map[string][]byte{
		"received": w.b.memory[:n], "written": w.b.memory[written : written+n], "read": w.a.memory[read : read+n],
	} {
		if !bytes.Equal(got, w.a.memory[:n]) {
			t.Errorf("%d bytes %s differ", n, name)
		}
	}
	if w.b.memory[n] != 0 || w.b.memory[written+n] != 0 {
		t.Errorf("%d bytes: more was stored", n)
	}
}

// entries cuts memory into at most four entries.
func (n *node) entries(random *rand.Rand, from, to int) (sge []nd2.SGE) {
	for range 3 {
		cut := from + random.IntN(to-from+1)
		sge = append(sge, n.sge(from, cut))
		from = cut
	}
	return append(sge, n.sge(from, to))
}

func TestCompletionOrder(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	mw := w.a.window(t)
	token := w.b.region.RemoteToken()
	const n = 60
	for i := range n {
		want(t, b.Receive(uintptr(i), nil), nd2.Success)
	}
	sends := 0
	for i := range uintptr(n) {
		var s nd2.Status
		switch i % 5 {
		case 0:
			s = a.Send(i, nil, 0)
			sends++
		case 1:
			s = a.Read(i, []nd2.SGE{w.a.sge(0, 20000)}, w.b.address(0), token, 0)
		case 2:
			s = a.Write(i, []nd2.SGE{w.a.sge(0, 9000)}, w.b.address(0), token, nd2.ReadFence)
		case 3:
			s = a.Bind(i, w.a.region, mw, w.a.memory, nd2.AllowRead)
		case 4:
			s = a.Invalidate(i, mw, nd2.ReadFence)
		}
		want(t, s, nd2.Success)
	}
	for i, r := range await(t, w.a.cq, n) {
		if r.RequestContext != uintptr(i) || r.Status != nd2.Success {
			t.Fatalf("result %d: %+v", i, r)
		}
	}
	wantContexts(t, await(t, w.b.cq, sends), 0, sends)
}

func TestSilentSuccess(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	mw := w.a.window(t)
	token := w.b.region.RemoteToken()
	want(t, b.Receive(0, nil), nd2.Success)
	want(t, a.Send(1, nil, nd2.SilentSuccess), nd2.Success)
	want(t, a.Write(2, nil, 0, 0, nd2.SilentSuccess), nd2.Success)
	want(t, a.Read(3, []nd2.SGE{w.a.sge(0, 9)}, w.b.address(0), token, nd2.SilentSuccess), nd2.Success)
	want(t, a.Bind(4, w.a.region, mw, w.a.memory, nd2.SilentSuccess), nd2.Success)
	want(t, a.Invalidate(5, mw, nd2.SilentSuccess), nd2.Success)
	want(t, a.Invalidate(6, mw, nd2.SilentSuccess), nd2.Success)
	if r := one(t, w.a.cq, nd2.InvalidDeviceRequest); r.RequestContext != 6 {
		t.Errorf("result of request %d", r.RequestContext)
	}
}

func TestSolicited(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	o := &nd2.Overlapped{}
	want(t, w.b.cq.Notify(nd2.NotifySolicited, o), nd2.Pending)
	for range 3 {
		want(t, b.Receive(0, nil), nd2.Success)
	}
	want(t, a.Send(0, nil, 0), nd2.Success)
	want(t, w.b.cq.Requests.Result(o, false), nd2.Pending)
	want(t, a.Send(0, nil, nd2.SendAndSolicitEvent), nd2.Success)
	want(t, w.b.cq.Requests.Result(o, true), nd2.Success)
	if n := len(results(w.b.cq)); n != 2 {
		t.Errorf("%d results when notified, want 2", n)
	}
}

// How each failure looks at both ends.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world, a, b *QueuePair)
		// a's and b's results in order, without the flushed ones that follow.
		a, b []nd2.Status
	}{
		{"Send longer than the Receive", func(w *world, a, b *QueuePair) {
			b.Receive(0, []nd2.SGE{w.b.sge(0, 10)})
			a.Send(0, []nd2.SGE{w.a.sge(0, 11)}, 0)
		}, []nd2.Status{nd2.RemoteError}, []nd2.Status{nd2.BufferOverflow}},
		{"no Receive", func(w *world, a, b *QueuePair) {
			a.Send(0, nil, 0)
		}, []nd2.Status{nd2.IOTimeout}, nil},
		{"Send from memory that is not registered", func(w *world, a, b *QueuePair) {
			b.Receive(0, []nd2.SGE{w.b.sge(0, 10)})
			a.Send(0, []nd2.SGE{{Buffer: make([]byte, 4), MemoryRegionToken: w.a.region.LocalToken()}}, 0)
		}, []nd2.Status{nd2.AccessViolation}, nil},
		{"Send with the peer's token", func(w *world, a, b *QueuePair) {
			b.Receive(0, []nd2.SGE{w.b.sge(0, 10)})
			a.Send(0, []nd2.SGE{{Buffer: w.a.memory[:4], MemoryRegionToken: w.a.region.RemoteToken()}}, 0)
		}, []nd2.Status{nd2.AccessViolation}, nil},
		{"Receive into memory that is not registered", func(w *world, a, b *QueuePair) {
			b.Receive(0, []nd2.SGE{{Buffer: make([]byte, 9), MemoryRegionToken: 1}})
			a.Send(0, []nd2.SGE{w.a.sge(0, 4)}, 0)
		}, []nd2.Status{nd2.RemoteError}, []nd2.Status{nd2.AccessViolation}},
		{"Write with a wrong token", func(w *world, a, b *QueuePair) {
			a.Write(0, []nd2.SGE{w.a.sge(0, 4)}, w.b.address(0), w.b.region.LocalToken()^1, 0)
		}, []nd2.Status{nd2.AccessViolation}, nil},
		{"Read beyond the region", func(w *world, a, b *QueuePair) {
			a.Read(0, []nd2.SGE{w.a.sge(0, 4)}, w.b.address(0)+memorySize-3, w.b.region.RemoteToken(), 0)
		}, []nd2.Status{nd2.AccessViolation}, nil},
		{"the peer is gone", func(w *world, a, b *QueuePair) {
			b.Close()
			a.Send(0, nil, 0)
		}, []nd2.Status{nd2.IOTimeout}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.pair()
			var ends [2]int
			a.ended = func(rc.Outcome) { ends[0]++ }
			b.ended = func(rc.Outcome) { ends[1]++ }
			c.do(w, a, b)
			for i, s := range c.a {
				if got := await(t, w.a.cq, 1)[0]; got.Status != s {
					t.Errorf("a's result %d: %v, want %v", i, got.Status, s)
				}
			}
			for i, s := range c.b {
				if got := await(t, w.b.cq, 1)[0]; got.Status != s {
					t.Errorf("b's result %d: %v, want %v", i, got.Status, s)
				}
			}
			if ends[0] != 1 || ends[1] > 1 {
				t.Errorf("the connection ended %v times", ends)
			}
			want(t, a.Send(0, nil, nd2.SilentSuccess), nd2.Success)
			one(t, w.a.cq, nd2.Canceled)
			want(t, a.Receive(0, nil), nd2.Success)
			one(t, w.a.cq, nd2.Canceled)
		})
	}
}

// The failed request reports first, and the rest follow in order.
func TestFlushedInOrder(t *testing.T) {
	w := newWorld(t)
	a, _ := w.pair()
	for i := range uintptr(3) {
		want(t, a.Receive(100+i, nil), nd2.Success)
	}
	w.b.device.Port().Hold(true)
	want(t, a.Write(0, nil, 0, 0, 0), nd2.Success)
	want(t, a.Write(1, []nd2.SGE{w.a.sge(0, 1)}, 0, 0, 0), nd2.Success)
	for i := range uintptr(5) {
		want(t, a.Write(2+i, nil, 0, 0, nd2.SilentSuccess), nd2.Success)
	}
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	var initiator, receive []nd2.Result
	for _, r := range await(t, w.a.cq, 10) {
		if r.RequestType == nd2.RequestReceive {
			receive = append(receive, r)
		} else {
			initiator = append(initiator, r)
		}
	}
	wantContexts(t, initiator, 0, 7)
	wantContexts(t, receive, 100, 3)
	for i, r := range initiator {
		expected := nd2.Canceled
		if i < 2 {
			expected = []nd2.Status{nd2.Success, nd2.AccessViolation}[i]
		}
		want(t, r.Status, expected)
	}
}

func TestFlush(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	other, peer := w.pair()
	loose := w.a.queuePair(t)
	want(t, loose.Receive(1, nil), nd2.Success)
	loose.Flush()
	one(t, w.a.cq, nd2.Canceled)
	connect(loose, w.b.queuePair(t)) // it can still be connected

	w.b.device.Port().Hold(true)
	for i := range uintptr(4) {
		want(t, a.Receive(i, nil), nd2.Success)
		want(t, a.Send(i, nil, nd2.SilentSuccess), nd2.Success)
	}
	want(t, other.Receive(0, nil), nd2.Success)
	a.Flush()
	a.Flush()
	for _, r := range await(t, w.a.cq, 8) {
		want(t, r.Status, nd2.Canceled)
	}
	want(t, a.Send(0, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.Canceled)
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	want(t, peer.Send(0, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	one(t, w.b.cq, nd2.Success)
	want(t, b.Send(0, nil, 0), nd2.Success)
	one(t, w.b.cq, nd2.IOTimeout)
}

func TestCloseFlushes(t *testing.T) {
	w := newWorld(t)
	a, _ := w.pair()
	closed := false
	a.closing = func() { closed = true }
	want(t, a.Receive(5, nil), nd2.Success)
	a.Close()
	if r := one(t, w.a.cq, nd2.Canceled); r.RequestContext != 5 || r.QueuePairContext != 7 || !closed {
		t.Errorf("%+v", r)
	}
	if len(w.a.cq.users) != 0 {
		t.Error("the completion queue still has a user")
	}
	w.a.device.FailQueues() // which has nobody to fail
}

func TestWithdraw(t *testing.T) {
	w := newWorld(t)
	a, b := w.a.queuePair(t), w.b.queuePair(t)
	want(t, b.Receive(1, nil), nd2.Success)
	c := testConfig()
	c.RemoteQPN = a.Number()
	w.b.device.Lock()
	b.ReadyToReceive(c, PathBetween(w.b.device.Addresses()[0], w.a.device.Addresses()[0]))
	w.b.device.UnlockAndDeliver()
	want(t, b.Send(0, nil, 0), nd2.ConnectionInvalid)
	w.b.device.Lock()
	b.withdraw()
	w.b.device.UnlockAndDeliver()
	connect(a, b)
	want(t, a.Send(0, nil, 0), nd2.Success)
	if r := one(t, w.b.cq, nd2.Success); r.RequestContext != 1 {
		t.Errorf("%+v", r)
	}
}

// A goroutine without a processor is not mistaken for a loss: the ACK timeout is a
// tick, and nothing is sent twice.
func TestNoTimeoutWhileDelivering(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair(func(c *rc.Config) { c.AckTimeout, c.Retries, c.Window = 1, 0, 256 })
	all := []nd2.SGE{w.a.sge(0, memorySize)}
	const n = 8
	for range n {
		want(t, b.Receive(0, []nd2.SGE{w.b.sge(0, memorySize)}), nd2.Success)
		want(t, a.Send(0, all, 0), nd2.Success)
		want(t, a.Read(0, all, w.b.address(0), w.b.region.RemoteToken(), 0), nd2.Success)
	}
	for _, r := range await(t, w.a.cq, 2*n) {
		want(t, r.Status, nd2.Success)
	}
	await(t, w.b.cq, n)
}

// A peer that receives nothing is waited for, unless the packets are lost, too.
func TestSlowPeer(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair(func(c *rc.Config) { c.AckTimeout = 500 })
	want(t, b.Receive(0, nil), nd2.Success)
	w.b.device.Port().Hold(true)
	want(t, a.Send(0, nil, 0), nd2.Success)
	aged := make(chan struct{})
	w.a.device.Lock()
	w.a.device.schedule(&timer{fire: func(rc.Tick) { close(aged) }}, w.a.device.now()+20_000)
	w.a.device.UnlockAndDeliver()
	<-aged
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	one(t, w.a.cq, nd2.Success)
	one(t, w.b.cq, nd2.Success)
	w.b.device.Port().Hold(true)
	want(t, a.Send(0, nil, 0), nd2.Success)
	w.b.device.Port().Partition(true)
	one(t, w.a.cq, nd2.IOTimeout)
}

func TestRetransmissionAfterPartition(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	want(t, b.Receive(0, nil), nd2.Success)
	w.b.device.Port().Partition(true)
	want(t, a.Send(0, nil, 0), nd2.Success)
	w.b.device.Port().Partition(false)
	one(t, w.a.cq, nd2.Success)
	one(t, w.b.cq, nd2.Success)
	w.a.device.Port().Partition(true)
	want(t, a.Send(0, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.IOTimeout)
	w.a.device.Port().Partition(false)
}
