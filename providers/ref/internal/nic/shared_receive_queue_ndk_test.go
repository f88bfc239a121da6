package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestNDKArms: NDK's queue is armed by its creation and by a threshold, once each.
func TestNDKArms(t *testing.T) {
	w := newWorld(t)
	s := w.b.shared(10, 2)
	a, b := w.a.queuePair(t), w.b.queuePair(t, sharing(s))
	connect(a, b)
	arming := func() (*event, *nd2.Overlapped) {
		e := newEvent()
		return e, &nd2.Overlapped{Event: e}
	}
	send := func(n int) {
		for range n {
			want(t, a.Send(0, nil, 0), nd2.Success)
		}
	}
	rung := func(e *event, times int) {
		t.Helper()
		if e.set != times {
			t.Errorf("notified %d times, want %d", e.set, times)
		}
	}
	first, o := arming()
	s.Arm(o) // of an empty queue
	rung(first, 0)
	for range 3 {
		want(t, s.Receive(0, nil), nd2.Success)
	}
	send(1)
	rung(first, 0)
	send(2)
	rung(first, 1)

	below, o := arming()
	want(t, s.ModifyAndArm(0, 1, o), nd2.Success)
	rung(below, 1)
	kept, o := arming()
	want(t, s.Receive(0, nil), nd2.Success)
	want(t, s.ModifyAndArm(0, 1, o), nd2.Success)
	want(t, s.ModifyAndArm(5, 0, nil), nd2.Success)
	unused, o := arming()
	want(t, s.ModifyAndArm(0, 1, o), nd2.Success)
	rung(kept, 0)
	send(1)
	rung(kept, 1)
	rung(unused, 0)

	w.b.device.FailQueues()
	failed, o := arming()
	want(t, s.ModifyAndArm(0, 1, o), nd2.Success)
	rung(failed, 1)
	want(t, nd2.Status(o.Internal), nd2.InternalError)
}
