package nic

import (
	"runtime"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A port records the packets that are posted to it.
type port struct {
	mu     sync.Mutex
	posted []*nd2.Overlapped
	key    uintptr
	// post, if set, is called in Post.
	post func(*nd2.Overlapped)
}

func (p *port) Post(key uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	p.posted, p.key = append(p.posted, o), key
	p.mu.Unlock()
	if p.post != nil {
		p.post(o)
	}
}

func TestFile(t *testing.T) {
	w := newWorld(t)
	f := w.a.device.NewFile()
	p := &port{}
	want(t, f.BindCompletionPort(nil, 0), nd2.InvalidParameter)
	want(t, f.BindCompletionPort(p, 5), nd2.Success)
	want(t, f.BindCompletionPort(p, 5), nd2.InvalidParameter)
	c := w.a.device.NewCompletionQueue(f, 10)
	o := &nd2.Overlapped{}
	want(t, c.Notify(nd2.NotifyAny, o), nd2.Pending)
	want(t, f.Close(), nd2.Success)
	want(t, f.Close(), nd2.InvalidHandle)
	want(t, f.BindCompletionPort(p, 5), nd2.InvalidHandle)
	plainResult.happen(c)
	want(t, c.Requests.Result(o, false), nd2.Success)
	if len(p.posted) != 1 || p.posted[0] != o || p.key != 5 {
		t.Errorf("posted %v with key %d", p.posted, p.key)
	}
}

// Requests are canceled in the order of their making, and the packets are there when
// Cancel returns. Source: MS tests, ndcq.
func TestCancelInOrder(t *testing.T) {
	w := newWorld(t)
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	one, two := w.a.cq, w.a.device.NewCompletionQueue(w.a.file, 10)
	os := make([]nd2.Overlapped, 4)
	for i, c := range []*CompletionQueue{two, one, two, one} {
		want(t, c.Notify(nd2.NotifyAny, &os[i]), nd2.Pending)
	}
	want(t, one.Requests.Cancel(), nd2.Success)
	want(t, two.Requests.Cancel(), nd2.Success)
	want(t, two.Requests.Cancel(), nd2.Success)
	order := []*nd2.Overlapped{&os[1], &os[3], &os[0], &os[2]}
	if len(p.posted) != len(order) {
		t.Fatalf("%d packets", len(p.posted))
	}
	for i, o := range order {
		if p.posted[i] != o {
			t.Errorf("packet %d is of another request", i)
		}
	}
	for i, c := range []*CompletionQueue{two, one, two, one} {
		want(t, c.Requests.Result(&os[i], false), nd2.Canceled)
	}
}

func TestResultWaits(t *testing.T) {
	w := newWorld(t)
	for _, end := range []struct {
		name string
		do   func(*CompletionQueue)
		want nd2.Status
	}{
		{"a result", plainResult.happen, nd2.Success},
		{"Cancel", func(c *CompletionQueue) { c.Requests.Cancel() }, nd2.Canceled},
		{"Close", func(c *CompletionQueue) { c.Close() }, nd2.Canceled},
		{"removal", func(c *CompletionQueue) { c.device.Remove() }, nd2.DeviceRemoved},
	} {
		t.Run(end.name, func(t *testing.T) {
			c := w.a.device.NewCompletionQueue(w.a.file, 10)
			o := &nd2.Overlapped{Event: newEvent()}
			want(t, c.Notify(nd2.NotifyAny, o), nd2.Pending)
			want(t, c.Requests.Result(o, false), nd2.Pending)
			got := make(chan nd2.Status)
			go func() { got <- c.Requests.Result(o, true) }()
			end.do(c)
			want(t, <-got, end.want)
		})
	}
}

// A client that has seen the final status was notified, and can use the OVERLAPPED
// again.
func TestResultFollowsNotification(t *testing.T) {
	w := newWorld(t)
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	e := newEvent()
	o := &nd2.Overlapped{Event: e}
	for round := range 2000 {
		want(t, w.a.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
		go plainResult.happen(w.a.cq)
		for w.a.cq.Requests.Result(o, round%2 == 0) == nd2.Pending {
			runtime.Gosched()
		}
		if p.mu.Lock(); e.set != round+1 || e.reset != round+1 || len(p.posted) != round+1 {
			t.Fatalf("round %d: set %d, reset %d, posted %d", round, e.set, e.reset, len(p.posted))
		}
		p.mu.Unlock()
		results(w.a.cq)
	}
}

func TestResultOfWhatNeverPended(t *testing.T) {
	w := newWorld(t)
	want(t, w.a.cq.Requests.Result(&nd2.Overlapped{}, true), nd2.Success)
}

// A client may call the provider from where it is notified.
func TestNotifiedClientCalls(t *testing.T) {
	w := newWorld(t)
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	c := w.a.cq
	again := &nd2.Overlapped{}
	p.post = func(o *nd2.Overlapped) {
		if o != again {
			results(c)
			c.Notify(nd2.NotifyAny, again)
			w.a.queuePair(t).Close()
			w.a.device.NewCompletionQueue(w.a.file, 3).Requests.Cancel()
		}
	}
	o := &nd2.Overlapped{}
	want(t, c.Notify(nd2.NotifyAny, o), nd2.Pending)
	plainResult.happen(c)
	want(t, c.Requests.Result(o, true), nd2.Success)
	want(t, c.Requests.Result(again, false), nd2.Pending)
	plainResult.happen(c)
	want(t, c.Requests.Result(again, true), nd2.Success)
}

func TestCancelFails(t *testing.T) {
	w := newWorld(t)
	o := &nd2.Overlapped{}
	want(t, w.a.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
	undo := w.a.device.FailCancel()
	want(t, w.a.cq.Requests.Cancel(), nd2.Unsuccessful)
	want(t, w.a.cq.Requests.Result(o, false), nd2.Pending)
	undo()
	undo()
	want(t, w.a.cq.Requests.Cancel(), nd2.Success)
}

// Many goroutines arm, complete and cancel; each request is notified once.
func TestRequestsUnderLoad(t *testing.T) {
	w := newWorld(t)
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	c := w.a.cq
	var work sync.WaitGroup
	pended := make([]int, 4)
	for i := range pended {
		work.Go(func() {
			o := &nd2.Overlapped{}
			for range 500 {
				if c.Notify(nd2.NotifyAny, o) == nd2.Pending {
					pended[i]++
					c.Requests.Result(o, true)
				}
				results(c)
			}
		})
	}
	stop := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				plainResult.happen(c)
				results(c)
				c.Requests.Cancel()
				runtime.Gosched()
			}
		}
	})
	work.Wait()
	close(stop)
	others.Wait()
	sum := 0
	for _, n := range pended {
		sum += n
	}
	if len(p.posted) != sum {
		t.Errorf("%d packets for %d requests that pended", len(p.posted), sum)
	}
}

// An entry takes memory for what it holds, not for the limits: they may be 2³²-1.
func TestEntriesTakeRoomForWhatTheyHold(t *testing.T) {
	const huge = ^uint32(0)
	initiator := initiatorQueue{left: 1, maxSGE: huge, inline: huge}
	sent := initiator.take()
	received := newReceiveQueue(nil, 1, huge).entry()
	sge := []nd2.SGE{{Buffer: []byte{1}}, {Buffer: []byte{2}}, {Buffer: []byte{3}}}
	sent.fill(sge, false)
	received.buffers.set(sge)
	for _, list := range []*scatterList{&sent.buffers, &received.buffers} {
		if n := cap(list.more); n > 2*len(sge) || list.n != 3 || list.entry(2).Buffer[0] != 3 {
			t.Errorf("room for %d entries, %d of 3 kept", n, list.n)
		}
	}
	sent.fill(sge, true)
	if n := cap(sent.inline); n > 64 || string(sent.inline) != "\x01\x02\x03" {
		t.Errorf("room for %d bytes inline, which are % x", n, sent.inline)
	}
}
