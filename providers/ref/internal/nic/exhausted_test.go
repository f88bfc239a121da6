package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// TestExhausted: an object without a free number is refused, and a removed device
// issues none.
func TestExhausted(t *testing.T) {
	w := newWorld(t)
	d, domain := w.a.device, w.a.domain
	create := func() (region, window, queuePair nd2.Status) {
		region = domain.NewRegion().Register(nil, 0)
		_, window = domain.NewWindow()
		_, queuePair = domain.NewQueuePair(QueuePairConfig{ReceiveCQ: w.a.cq, InitiatorCQ: w.a.cq})
		return region, window, queuePair
	}
	q := w.a.queuePair(t)
	d.Lock()
	for room := true; room; {
		_, moreKeys := d.keys.add(new(key))
		_, moreQueuePairs := d.queuePairs.add(q)
		room = moreKeys || moreQueuePairs
	}
	d.UnlockAndDeliver()
	region, window, queuePair := create()
	for _, s := range []nd2.Status{region, window, queuePair} {
		want(t, s, nd2.InsufficientResources)
	}

	d = w.b.device
	domain = d.NewDomain()
	d.Remove()
	region, _, queuePair = create()
	want(t, region, nd2.DeviceRemoved)
	want(t, queuePair, nd2.DeviceRemoved)
	o := &nd2.Overlapped{}
	s := domain.NewSharedReceiveQueue(w.b.file, 1, 1, 0)
	s.Arm(o)
	want(t, s.Requests.Result(o, true), nd2.DeviceRemoved)
}

// TestAddressTaken: no two devices have the same address.
func TestAddressTaken(t *testing.T) {
	w := newWorld(t)
	if _, err := NewDevice(w.network, w.a.device.Addresses(), DefaultLimits(), Quirks{}, 1); err == nil {
		t.Error("it is given twice")
	}
}

// TestFailedOnce: a queue keeps the status of its first failure.
func TestFailedOnce(t *testing.T) {
	w := newWorld(t)
	s := w.a.shared(1, 0)
	overrun.happen(w.a.cq)
	w.a.device.FailQueues()
	w.a.device.FailQueues()
	want(t, w.a.cq.Notify(nd2.NotifyAny, &nd2.Overlapped{}), nd2.BufferOverflow)
	want(t, s.Notify(&nd2.Overlapped{}), nd2.InternalError)
}

func TestStatusOf(t *testing.T) {
	want(t, new(Device).statusOf(rc.LocalLength, nd2.RequestReceive), nd2.BufferOverflow)
	want(t, new(Device).statusOf(rc.LocalLength, nd2.RequestRead), nd2.DataOverrun)
	for o := rc.Flushed; o <= rc.RetryExceeded; o++ {
		if new(Device).statusOf(o, nd2.RequestSend) == nd2.Success {
			t.Errorf("outcome %d is a success", o)
		}
	}
	want(t, new(Device).statusOf(rc.RetryExceeded+1, nd2.RequestSend), nd2.InternalError)
}

func TestSendAndInvalidateRefused(t *testing.T) {
	w := newWorld(t)
	a, _ := w.pair()
	want(t, a.SendAndInvalidate(0, make([]nd2.SGE, 5), 1, 0), nd2.DataOverrun)
	want(t, w.a.queuePair(t).SendAndInvalidate(0, nil, 1, 0), nd2.ConnectionInvalid)
}

func TestHideAffinity(t *testing.T) {
	d := newWorld(t).a.device
	first, second := d.HideAffinity(), d.HideAffinity()
	first()
	first()
	if !d.AffinityHidden() {
		t.Error("undone twice")
	}
	second()
	if d.AffinityHidden() {
		t.Error("still hidden")
	}
	want(t, d.CheckCleanUp("IND2CompletionQueue::Close"), nd2.Success)
}

// TestOf: who belongs to whom.
func TestOf(t *testing.T) {
	w := newWorld(t)
	n := w.a
	if q := n.queuePair(t); q.Device() != n.device || n.domain.Device() != n.device || n.file.Device() != n.device {
		t.Error("of another device")
	}
	if n.cq.Requests.File() != n.file || n.region.Size() != memorySize || n.device.Limits() != DefaultLimits() {
		t.Error("of another file, size or limits")
	}
	want(t, n.file.Close(), nd2.Success)
	if !n.file.Closed() || w.b.file.Closed() {
		t.Error("another file was closed")
	}
}
