package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestSendAndInvalidate(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	window := w.b.window(t)
	window.Report(77)
	want(t, b.Bind(1, w.b.region, window, w.b.memory[:64], nd2.AllowWrite), nd2.Success)
	one(t, w.b.cq, nd2.Success)
	token := window.RemoteToken()
	want(t, b.Receive(2, []nd2.SGE{w.b.sge(100, 110)}), nd2.Success)
	want(t, a.SendAndInvalidate(3, []nd2.SGE{w.a.sge(0, 10)}, token, nd2.Inline<<1), nd2.InvalidParameter5)
	want(t, a.SendAndInvalidate(3, []nd2.SGE{w.a.sge(0, 10)}, token, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	got := await(t, w.b.cq, 2)
	if got[0].RequestContext != 77 || got[0].RequestType != nd2.RequestInvalidate || got[1].RequestContext != 2 {
		t.Errorf("%+v", got)
	}
	want(t, w.b.region.Deregister(), nd2.Success)
	want(t, b.Receive(4, []nd2.SGE{}), nd2.Success)
	want(t, a.SendAndInvalidate(5, nil, token, 0), nd2.Success) // it is not bound any more
	one(t, w.a.cq, nd2.AccessViolation)
	one(t, w.b.cq, nd2.Canceled)
}

func TestSilenced(t *testing.T) {
	w := newWorld(t)
	var silent []uintptr
	a := w.a.queuePair(t, func(c *QueuePairConfig) {
		c.Silenced = func(context uintptr) { silent = append(silent, context) }
	})
	b := w.b.queuePair(t)
	connect(a, b)
	for i := range uintptr(2) {
		want(t, b.Receive(i, nil), nd2.Success)
	}
	want(t, a.Send(5, nil, nd2.SilentSuccess), nd2.Success)
	want(t, a.Send(6, nil, 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	if len(silent) != 1 || silent[0] != 5 {
		t.Errorf("silent: %v", silent)
	}
}
