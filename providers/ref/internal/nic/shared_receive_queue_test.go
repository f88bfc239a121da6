package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func (n *node) shared(depth, threshold uint32) *SharedReceiveQueue {
	return n.domain.NewSharedReceiveQueue(n.file, depth, 2, threshold)
}

func sharing(s *SharedReceiveQueue) func(*QueuePairConfig) {
	return func(c *QueuePairConfig) { c.Shared = s }
}

func TestSharedReceives(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 0)
	a1, a2 := w.a.queuePair(t), w.a.queuePair(t)
	b1, b2 := w.b.queuePair(t, sharing(s)), w.b.queuePair(t, sharing(s))
	connect(a1, b1)
	connect(a2, b2)
	want(t, b1.Receive(0, nil), nd2.NoMoreEntries)
	for i := range 4 {
		want(t, s.Receive(uintptr(i), []nd2.SGE{w.b.sge(10*i, 10*i+10)}), nd2.Success)
	}
	for _, q := range []*QueuePair{a1, a2, a2, a1} {
		want(t, q.Send(0, []nd2.SGE{w.a.sge(0, 5)}, 0), nd2.Success)
	}
	for i, r := range await(t, w.b.cq, 4) {
		if r.RequestContext != uintptr(i) || r.Status != nd2.Success || r.BytesTransferred != 5 {
			t.Errorf("%d: %+v", i, r)
		}
	}
}

func TestSharedReceiveRefused(t *testing.T) {
	w := newWorld(t, func(l *Limits) { l.Transfer = 100 })
	s := w.b.shared(2, 0)
	want(t, s.Receive(0, []nd2.SGE{w.b.sge(0, 1), w.b.sge(0, 1), w.b.sge(0, 1)}), nd2.DataOverrun)
	want(t, s.Receive(0, []nd2.SGE{w.b.sge(0, 60), w.b.sge(0, 41)}), nd2.BufferOverflow)
	want(t, s.Receive(0, nil), nd2.Success)
	want(t, s.Receive(0, nil), nd2.Success)
	want(t, s.Receive(0, nil), nd2.NoMoreEntries)
	want(t, s.Modify(1, 0), nd2.BufferOverflow)
	want(t, s.Receive(0, nil), nd2.NoMoreEntries)
	want(t, s.Modify(3, 0), nd2.Success)
	want(t, s.Receive(0, nil), nd2.Success)
	want(t, s.Receive(0, nil), nd2.NoMoreEntries)
	want(t, s.Modify(0, 1), nd2.Success)
	want(t, s.Receive(0, nil), nd2.NoMoreEntries)
}

func TestSharedThreshold(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 3)
	a, b := w.a.queuePair(t), w.b.queuePair(t, sharing(s))
	connect(a, b)
	send := func() {
		t.Helper()
		want(t, a.Send(0, nil, nd2.SilentSuccess), nd2.Success)
		one(t, w.b.cq, nd2.Success)
	}
	post := func(n int) {
		for range n {
			want(t, s.Receive(0, nil), nd2.Success)
		}
	}
	os := []*nd2.Overlapped{{}, {}}
	want(t, s.Notify(os[0]), nd2.Success) // below already
	post(5)
	for _, o := range os {
		want(t, s.Notify(o), nd2.Pending)
	}
	send()
	send()
	for _, o := range os {
		want(t, s.Requests.Result(o, false), nd2.Pending) // 3 left: not below
	}
	send()
	for _, o := range os {
		want(t, s.Requests.Result(o, false), nd2.Success)
	}
	post(1)
	want(t, s.Notify(os[0]), nd2.Pending)
	want(t, s.Modify(0, 0), nd2.Success)
	want(t, s.Requests.Result(os[0], false), nd2.Pending)
	want(t, s.Modify(0, 4), nd2.Success)
	want(t, s.Requests.Result(os[0], false), nd2.Success)
	want(t, s.Modify(0, 3), nd2.Success)
	want(t, s.Notify(os[0]), nd2.Pending)
	want(t, s.Requests.Cancel(), nd2.Success)
	send()
	want(t, s.Requests.Result(os[0], false), nd2.Canceled)
}

func TestSharedThresholdNone(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 0)
	o := &nd2.Overlapped{}
	want(t, s.Notify(o), nd2.Pending)
	s.Close()
	want(t, s.Requests.Result(o, false), nd2.Canceled)
}

// An empty shared receive queue does not fail the connection; a failing queue pair
// leaves the others their Receives.
func TestSharedEmptyAndOutlived(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 0)
	a1, a2 := w.a.queuePair(t), w.a.queuePair(t)
	b1, b2 := w.b.queuePair(t, sharing(s)), w.b.queuePair(t, sharing(s))
	connect(a1, b1, patient)
	connect(a2, b2, patient)
	want(t, a1.Send(1, nil, 0), nd2.Success)
	want(t, s.Receive(0, nil), nd2.Success)
	one(t, w.b.cq, nd2.Success)
	one(t, w.a.cq, nd2.Success)
	want(t, s.Receive(1, nil), nd2.Success)
	want(t, s.Receive(2, []nd2.SGE{w.b.sge(0, 8)}), nd2.Success)
	want(t, a1.Send(1, []nd2.SGE{w.a.sge(0, 8)}, 0), nd2.Success)
	if r := one(t, w.b.cq, nd2.BufferOverflow); r.RequestContext != 1 {
		t.Errorf("Receive %d", r.RequestContext)
	}
	one(t, w.a.cq, nd2.RemoteError)
	b1.Close()
	want(t, a2.Send(1, []nd2.SGE{w.a.sge(0, 8)}, 0), nd2.Success)
	if r := one(t, w.b.cq, nd2.Success); r.RequestContext != 2 {
		t.Errorf("Receive %d", r.RequestContext)
	}
}

func TestSharedCatastrophe(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 1)
	want(t, s.Receive(0, nil), nd2.Success)
	b := w.b.queuePair(t, sharing(s))
	connect(w.a.queuePair(t), b)
	o := &nd2.Overlapped{}
	want(t, s.Notify(o), nd2.Pending)
	w.b.device.Lock()
	s.fail(nd2.InternalError)
	w.b.device.UnlockAndDeliver()
	want(t, s.Requests.Result(o, false), nd2.InternalError)
	want(t, s.Notify(o), nd2.InternalError)
	want(t, b.Send(0, nil, 0), nd2.Success)
	one(t, w.b.cq, nd2.Canceled)
}
