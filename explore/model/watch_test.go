package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// posted posts Receives to the shared queue of an end until it holds count, by the queue pair of connection 1.
func posted(t *testing.T, w *World, end, count int) {
	t.Helper()
	for n := 0; len(w.ends[end].shared) < count; n++ {
		if n > 1000 {
			t.Fatal("no more Receives can be posted")
		}
		w.do(program.Receive, uint64(2+end), wishSmall, uint64(n))
	}
}

// arrive makes messages take the oldest Receives of the shared queue of an end.
func arrive(t *testing.T, w *World, end, count int) {
	t.Helper()
	p := w.connections[1].side[1-end]
	w.connections[1].flowed = true
	for range count {
		w.settling = true
		c := w.emptySend(p)
		w.settling = false
		if c == nil {
			t.Fatal("nothing can be sent")
		}
		o := p.other()
		r := nd2.Result{
			Status: nd2.Success, QueuePairContext: uintptr(o.context),
			RequestContext: uintptr(w.ends[end].shared[0].context), RequestType: nd2.RequestReceive,
		}
		if _, v := w.Took(end, r); v != nil {
			t.Fatal(v)
		}
	}
}

func TestASharedReceiveQueueNotifiesBelowItsThreshold(t *testing.T) {
	for _, c := range []struct {
		name                      string
		threshold, held, arriving int
		fires, due                bool // it may complete, and must
	}{
		{"no threshold", 0, 4, 4, false, false},
		{"as many as the threshold", 3, 4, 1, false, false},
		{"one less", 3, 4, 2, true, true},
		{"already below", 3, 2, 0, true, false},
		{"already below, and less", 3, 2, 1, true, false},
		{"all taken", 1, 2, 2, true, true},
	} {
		w := connectedWorld(2, 16)
		posted(t, w, 0, c.held)
		w.ends[0].threshold = c.threshold
		a := w.watch(newRandom(0)).Notify
		arrive(t, w, 0, c.arriving)
		if a.Due() != c.due {
			t.Errorf("%s: due is %v", c.name, a.Due())
		}
		if v := w.Fired(0, SharedQueue, a, nd2.Success); (v == nil) != c.fires {
			t.Errorf("%s: %v", c.name, v)
		}
	}
}

// A message on its way may have taken a Receive, or not.
func TestAMessageOnItsWayLeavesBothOpen(t *testing.T) {
	w := connectedWorld(2, 16)
	posted(t, w, 0, 3)
	w.ends[0].threshold = 3
	a := w.watch(newRandom(0)).Notify
	w.connections[1].flowed = true
	if w.emptySend(w.connections[1].side[1]) == nil {
		t.Fatal("nothing can be sent")
	}
	if a.Due() {
		t.Error("it is due before it is known that the message has come")
	}
	if v := w.Fired(0, SharedQueue, a, nd2.Success); v != nil {
		t.Error(v)
	}
}

// A message may be there before a Receive that another lane posts beside it.
func TestAReceiveBesideAMessageMayBeTheLater(t *testing.T) {
	w := connectedWorld(2, 16)
	posted(t, w, 0, 4)
	w.ends[0].threshold = 4
	a := w.watch(newRandom(0)).Notify
	w.connections[1].flowed = true
	w.BeginBlock()
	posted(t, w, 0, 5)
	if w.emptySend(w.connections[1].side[1]) == nil {
		t.Fatal("nothing can be sent")
	}
	if a.Due() {
		t.Error("it is due although the Receive may have been there first")
	}
	if v := w.Fired(0, SharedQueue, a, nd2.Success); v != nil {
		t.Error(v)
	}
}

func TestACancelEndsTheRequestsOfASharedQueue(t *testing.T) {
	w := connectedWorld(2, 16)
	a := w.watch(newRandom(0)).Notify
	if v := w.Fired(0, SharedQueue, &PendingNotify{}, nd2.Canceled); v == nil {
		t.Error("a request may end as canceled that nobody has canceled")
	}
	for n := uint64(0); !a.Due(); n++ {
		w.do(program.Cancel, 0, 0, n)
	}
	if v := w.Fired(0, SharedQueue, a, nd2.Canceled); v != nil {
		t.Error(v)
	}
}

// A Modify that lacks resources, or is refused, leaves the queue as it was.
func TestAModifyThatFailsChangesNothing(t *testing.T) {
	for n := range uint64(200) {
		w := connectedWorld(2, 16)
		posted(t, w, 0, 4)
		c := w.do(program.Modify, 0, 0, n)
		failure := nd2.InsufficientResources
		if c.Refused {
			if c.Depth >= 4 {
				t.Fatalf("a depth of %d is refused, and 4 Receives are posted", c.Depth)
			}
			failure = nd2.BufferOverflow
		}
		if v := w.Returned(c, failure); v != nil {
			t.Fatal(v)
		}
		if e := w.ends[0]; e.sharedDepth != 16 || e.threshold != 0 {
			t.Fatalf("the depth is %d and the threshold %d", e.sharedDepth, e.threshold)
		}
	}
}
