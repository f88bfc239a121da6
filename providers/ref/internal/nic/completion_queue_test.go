package nic

import (
	"runtime"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// fill queues n results whose contexts count from a number.
func (c *CompletionQueue) fill(from, n int) {
	c.device.Lock()
	defer c.device.UnlockAndDeliver()
	for i := range n {
		c.push(nil, &nd2.Result{RequestContext: uintptr(from + i)}, false)
	}
}

func wantContexts(t *testing.T, got []nd2.Result, from, n int) {
	t.Helper()
	if len(got) != n {
		t.Fatalf("%d results, want %d", len(got), n)
	}
	for i, r := range got {
		if r.RequestContext != uintptr(from+i) {
			t.Fatalf("result %d is of request %d, want %d", i, r.RequestContext, from+i)
		}
	}
}

func TestGetResults(t *testing.T) {
	w := newWorld(t)
	c := w.a.device.NewCompletionQueue(w.a.file, 5)
	if c.GetResults(make([]nd2.Result, 3)) != 0 {
		t.Error("results in an empty queue")
	}
	for round := range 4 { // around the ring
		c.fill(10*round, 5)
		if c.GetResults(nil) != 0 {
			t.Error("results without room")
		}
		r := make([]nd2.Result, 3)
		wantContexts(t, r[:c.GetResults(r)], 10*round, 3)
		wantContexts(t, r[:c.GetResults(r)], 10*round+3, 2)
	}
}

func TestResize(t *testing.T) {
	w := newWorld(t)
	c := w.a.device.NewCompletionQueue(w.a.file, 8)
	c.fill(0, 6)
	results(c)
	c.fill(6, 6)
	want(t, c.Resize(5), nd2.BufferOverflow)
	want(t, c.Resize(6), nd2.Success)
	want(t, c.Resize(100), nd2.Success)
	c.fill(12, 94)
	want(t, c.Resize(99), nd2.BufferOverflow)
	wantContexts(t, results(c), 6, 100)
	want(t, c.Resize(1), nd2.Success)
	c.fill(106, 2)
	wantContexts(t, results(c), 106, 1)
	want(t, c.Notify(nd2.NotifyAny, &nd2.Overlapped{}), nd2.BufferOverflow)
}

// A queue is resized while results come in at one end and go out at the other.
func TestResizeUnderLoad(t *testing.T) {
	w := newWorld(t)
	c := w.a.device.NewCompletionQueue(w.a.file, 512)
	const total = 5000
	var work sync.WaitGroup
	work.Go(func() {
		for n := 0; n < total; {
			c.device.Lock()
			if c.tail.Load()-c.head.Load() < 100 {
				c.push(nil, &nd2.Result{RequestContext: uintptr(n)}, false)
				n++
			}
			c.device.UnlockAndDeliver()
			runtime.Gosched()
		}
	})
	stop := make(chan struct{})
	var resizes sync.WaitGroup
	resizes.Go(func() {
		for depth := uint32(100); ; depth = 100 + (depth*7)%1000 {
			select {
			case <-stop:
				return
			default:
			}
			want(t, c.Resize(depth), nd2.Success)
			runtime.Gosched()
		}
	})
	r := make([]nd2.Result, 7)
	for n := 0; n < total; {
		for _, got := range r[:c.GetResults(r)] {
			if got.RequestContext != uintptr(n) {
				t.Fatalf("got %d, want %d", got.RequestContext, n)
			}
			n++
		}
		runtime.Gosched()
	}
	work.Wait()
	close(stop)
	resizes.Wait()
}

func TestManyTakeResults(t *testing.T) {
	w := newWorld(t)
	c := w.a.device.NewCompletionQueue(w.a.file, 4096)
	const total = 4000
	var mu sync.Mutex
	seen := map[uintptr]bool{}
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			r := make([]nd2.Result, 3)
			for {
				n := c.GetResults(r)
				mu.Lock()
				for _, x := range r[:n] {
					if seen[x.RequestContext] {
						t.Errorf("result %d came twice", x.RequestContext)
					}
					seen[x.RequestContext] = true
				}
				done := len(seen) == total
				mu.Unlock()
				if done {
					return
				}
				runtime.Gosched()
			}
		})
	}
	for i := 0; i < total; i += 10 {
		c.fill(i, 10)
	}
	work.Wait()
}

func TestOverrun(t *testing.T) {
	w := newWorld(t)
	small := w.b.device.NewCompletionQueue(w.b.file, 2)
	a := w.a.queuePair(t)
	b := w.b.queuePair(t, func(c *QueuePairConfig) { c.ReceiveCQ = small })
	other := w.b.queuePair(t)
	peer := w.a.queuePair(t)
	connect(a, b)
	connect(peer, other)
	for range 5 {
		want(t, b.Receive(0, nil), nd2.Success)
	}
	o := &nd2.Overlapped{}
	want(t, small.Notify(nd2.NotifyErrors, o), nd2.Pending)
	for range 3 {
		want(t, a.Send(0, nil, 0), nd2.Success)
	}
	want(t, small.Requests.Result(o, true), nd2.BufferOverflow)
	want(t, small.Notify(nd2.NotifyAny, o), nd2.BufferOverflow)
	want(t, b.Send(0, nil, 0), nd2.Success)
	one(t, w.b.cq, nd2.Canceled) // its own initiator queue reports elsewhere
	if got := results(small); len(got) != 2 {
		t.Errorf("%d results in the queue that was overrun, want what it held: 2", len(got))
	}
	// A queue pair without that queue goes on.
	want(t, peer.Receive(0, nil), nd2.Success)
	want(t, other.Send(0, nil, 0), nd2.Success)
	one(t, w.b.cq, nd2.Success)
}

func TestCatastrophe(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	for range 3 {
		want(t, b.Receive(0, nil), nd2.Success)
	}
	os := []*nd2.Overlapped{{}, {}}
	want(t, w.b.cq.Notify(nd2.NotifySolicited, os[0]), nd2.Pending)
	want(t, w.b.cq.Notify(nd2.NotifyErrors, os[1]), nd2.Pending)
	w.b.device.FailQueues()
	for _, o := range os {
		want(t, w.b.cq.Requests.Result(o, false), nd2.InternalError)
	}
	want(t, w.b.cq.Notify(nd2.NotifyAny, os[0]), nd2.InternalError)
	if got := results(w.b.cq); len(got) != 0 {
		t.Errorf("completions after the failure: %v", got)
	}
	want(t, a.Send(0, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.IOTimeout)
}

// meanwhile is an event that does something when reset: within a call that makes a request.
type meanwhile func()

func (meanwhile) Set()     {}
func (m meanwhile) Reset() { m() }

// TestNotifyMissesNothing: an event between Notify's two looks at the queue ends the request.
func TestNotifyMissesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(w *world)
		ends    nd2.Status
	}{
		"a failure": {func(w *world) { w.b.device.FailQueues() }, nd2.InternalError},
		"a removal": {func(w *world) { w.b.device.Remove() }, nd2.DeviceRemoved},
		"a result":  {func(w *world) { w.b.cq.fill(0, 1) }, nd2.Success},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := &nd2.Overlapped{Event: meanwhile(func() { c.happens(w) })}
			want(t, w.b.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
			want(t, w.b.cq.Requests.Result(o, false), c.ends)
		})
	}
}
