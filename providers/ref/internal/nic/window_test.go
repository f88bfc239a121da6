package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func (n *node) window(t testing.TB) *Window {
	t.Helper()
	w, s := n.domain.NewWindow()
	want(t, s, nd2.Success)
	return w
}

func TestWindow(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	mw := w.b.window(t)
	both := nd2.AllowRead | nd2.AllowWrite
	want(t, b.Bind(1, w.b.region, mw, w.b.memory[100:200], both), nd2.Success)
	token := mw.RemoteToken()
	one(t, w.b.cq, nd2.Success)
	want(t, w.b.region.Deregister(), nd2.DeviceBusy)

	copy(w.a.memory, "through the window")
	want(t, a.Write(2, []nd2.SGE{w.a.sge(0, 18)}, w.b.address(100), token, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	want(t, a.Read(3, []nd2.SGE{w.a.sge(50, 68)}, w.b.address(100), token, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	if got := string(w.a.memory[50:68]); got != "through the window" {
		t.Errorf("read %q", got)
	}

	want(t, b.Invalidate(4, mw, 0), nd2.Success)
	one(t, w.b.cq, nd2.Success)
	want(t, w.b.region.Deregister(), nd2.Success)
	want(t, a.Write(5, []nd2.SGE{w.a.sge(0, 1)}, w.b.address(100), token, 0), nd2.Success)
	one(t, w.a.cq, nd2.AccessViolation)
}

func TestWindowAccess(t *testing.T) {
	for _, c := range []struct {
		name     string
		flags    nd2.OpFlags
		from, to int // of a window from 100 to 200
		write    bool
		want     nd2.Status
	}{
		{"write", nd2.AllowWrite, 100, 200, true, nd2.Success},
		{"read", nd2.AllowRead, 100, 200, false, nd2.Success},
		{"write to a window for reading", nd2.AllowRead, 100, 101, true, nd2.AccessViolation},
		{"read of a window for writing", nd2.AllowWrite, 100, 101, false, nd2.AccessViolation},
		{"nothing allowed", 0, 100, 101, false, nd2.AccessViolation},
		{"below", nd2.AllowRead, 99, 101, false, nd2.AccessViolation},
		{"beyond", nd2.AllowWrite, 199, 201, true, nd2.AccessViolation},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.pair()
			mw := w.b.window(t)
			want(t, b.Bind(1, w.b.region, mw, w.b.memory[100:200], c.flags), nd2.Success)
			sge := []nd2.SGE{w.a.sge(0, c.to-c.from)}
			do := a.Read
			if c.write {
				do = a.Write
			}
			want(t, do(0, sge, w.b.address(c.from), mw.RemoteToken(), 0), nd2.Success)
			one(t, w.a.cq, c.want)
		})
	}
}

func TestWindowIsOneQueuePairs(t *testing.T) {
	w := newWorld(t)
	_, b := w.pair()
	other, _ := w.pair()
	mw := w.b.window(t)
	want(t, b.Bind(0, w.b.region, mw, w.b.memory[:10], nd2.AllowRead), nd2.Success)
	want(t, other.Read(0, []nd2.SGE{w.a.sge(0, 1)}, w.b.address(0), mw.RemoteToken(), 0), nd2.Success)
	one(t, w.a.cq, nd2.AccessViolation)
}

func TestWindowBoundAgain(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	mw := w.b.window(t)
	want(t, b.Bind(0, w.b.region, mw, w.b.memory[:10], nd2.AllowRead), nd2.Success)
	first := mw.RemoteToken()
	want(t, b.Invalidate(0, mw, 0), nd2.Success)
	want(t, b.Bind(0, w.b.region, mw, w.b.memory[20:30], nd2.AllowRead), nd2.Success)
	await(t, w.b.cq, 3)
	if first == mw.RemoteToken() {
		t.Error("the same token twice")
	}
	want(t, a.Read(0, []nd2.SGE{w.a.sge(0, 10)}, w.b.address(20), mw.RemoteToken(), 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	want(t, a.Read(0, []nd2.SGE{w.a.sge(0, 10)}, w.b.address(0), first, 0), nd2.Success)
	one(t, w.a.cq, nd2.AccessViolation)
}

func TestWindowsOverlap(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	one_, two := w.b.window(t), w.b.window(t)
	want(t, b.Bind(0, w.b.region, one_, w.b.memory[:20], nd2.AllowRead), nd2.Success)
	want(t, b.Bind(0, w.b.region, two, w.b.memory[10:30], nd2.AllowWrite), nd2.Success)
	want(t, b.Invalidate(0, one_, 0), nd2.Success)
	await(t, w.b.cq, 3)
	want(t, w.b.region.Deregister(), nd2.DeviceBusy)
	want(t, a.Write(0, []nd2.SGE{w.a.sge(0, 20)}, w.b.address(10), two.RemoteToken(), 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
}

func TestBindRefused(t *testing.T) {
	w := newWorld(t)
	_, b := w.pair()
	readOnly := w.b.domain.NewRegion()
	want(t, readOnly.Register(w.b.memory[:100], 0), nd2.Success)
	empty := w.b.domain.NewRegion()
	mw := w.b.window(t)
	for _, c := range []struct {
		name   string
		region *Region
		buffer []byte
		flags  nd2.OpFlags
		want   nd2.Status
	}{
		{"writing without local write", readOnly, w.b.memory[:10], nd2.AllowWrite, nd2.AccessViolation},
		{"beyond the region", readOnly, w.b.memory[50:101], nd2.AllowRead, nd2.AccessViolation},
		{"elsewhere", readOnly, w.b.memory[200:201], nd2.AllowRead, nd2.AccessViolation},
		{"nothing registered", empty, w.b.memory[:1], nd2.AllowRead, nd2.AccessViolation},
		{"inline", w.b.region, w.b.memory[:1], nd2.AllowRead | nd2.Inline, nd2.InvalidParameter6},
		{"solicited", w.b.region, w.b.memory[:1], nd2.AllowRead | nd2.SendAndSolicitEvent, nd2.InvalidParameter6},
		{"reserved", w.b.region, w.b.memory[:1], nd2.AllowRead | 0x40, nd2.InvalidParameter6},
	} {
		if got := b.Bind(0, c.region, mw, c.buffer, c.flags); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	want(t, b.Bind(0, readOnly, mw, w.b.memory[:100], nd2.AllowRead), nd2.Success)
	one(t, w.b.cq, nd2.Success)
}

func TestWindowMisused(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world, q *QueuePair, mw *Window)
		want nd2.Status
	}{
		{"invalidated while not bound", func(_ *world, q *QueuePair, mw *Window) {
			q.Invalidate(9, mw, 0)
		}, nd2.InvalidDeviceRequest},
		{"bound twice", func(w *world, q *QueuePair, mw *Window) {
			q.Bind(0, w.b.region, mw, w.b.memory[:1], nd2.SilentSuccess)
			q.Bind(9, w.b.region, mw, w.b.memory[:1], 0)
		}, nd2.InvalidDeviceRequest},
		{"bound after it was closed", func(w *world, q *QueuePair, mw *Window) {
			mw.Close()
			q.Bind(9, w.b.region, mw, w.b.memory[:1], 0)
		}, nd2.InvalidDeviceRequest},
		{"invalidated by another", func(w *world, q *QueuePair, mw *Window) {
			_, other := w.pair()
			q.Bind(0, w.b.region, mw, w.b.memory[:1], nd2.SilentSuccess)
			other.Invalidate(9, mw, 0)
		}, nd2.InvalidDeviceRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			_, b := w.pair()
			c.do(w, b, w.b.window(t))
			if r := one(t, w.b.cq, c.want); r.RequestContext != 9 {
				t.Errorf("result of request %d", r.RequestContext)
			}
		})
	}
}

func TestWindowEndsWith(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(q *QueuePair, mw *Window)
	}{
		{"its queue pair", func(q *QueuePair, _ *Window) { q.Close() }},
		{"its connection", func(q *QueuePair, _ *Window) {
			q.device.Lock()
			defer q.device.UnlockAndDeliver()
			q.disconnect()
		}},
		{"itself", func(_ *QueuePair, mw *Window) { mw.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			_, b := w.pair()
			mw := w.b.window(t)
			want(t, b.Bind(0, w.b.region, mw, w.b.memory[:1], nd2.AllowRead), nd2.Success)
			want(t, w.b.region.Deregister(), nd2.DeviceBusy)
			c.end(b, mw)
			want(t, w.b.region.Deregister(), nd2.Success)
		})
	}
}

// A transfer in flight fails when its window is invalidated.
func TestWindowInvalidatedUnderTransfer(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	mw := w.b.window(t)
	want(t, b.Bind(0, w.b.region, mw, w.b.memory, nd2.AllowRead|nd2.AllowWrite), nd2.Success)
	one(t, w.b.cq, nd2.Success)
	w.b.device.Port().Hold(true)
	want(t, a.Write(0, []nd2.SGE{w.a.sge(0, memorySize)}, w.b.address(0), mw.RemoteToken(), 0), nd2.Success)
	want(t, b.Invalidate(0, mw, nd2.SilentSuccess), nd2.Success)
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	one(t, w.a.cq, nd2.AccessViolation)
}
