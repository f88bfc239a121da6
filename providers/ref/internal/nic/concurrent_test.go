package nic

import (
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A resetEvent calls a function in Reset: a request that will pend has checked its
// condition before, and must check it again.
type resetEvent struct {
	*event
	happens func()
}

func (m resetEvent) Reset() { m.event.Reset(); m.happens() }

// during begins a request that pends, and returns its final status.
func during(t *testing.T, r *Requests, call func(*nd2.Overlapped) nd2.Status, happens func()) nd2.Status {
	t.Helper()
	o := &nd2.Overlapped{Event: resetEvent{newEvent(), happens}}
	want(t, call(o), nd2.Pending)
	return r.Result(o, true)
}

// TestNotifyMeanwhile: no event is lost between the two looks of a Notify.
// Source: IND2CompletionQueue::Notify, IND2SharedReceiveQueue::Notify.
func TestNotifyMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name    string
		happens func(w *world, a *QueuePair)
		want    nd2.Status
	}{
		{"a Send", func(_ *world, a *QueuePair) { a.Send(0, nil, nd2.SilentSuccess) }, nd2.Success},
		{"a catastrophe", func(w *world, _ *QueuePair) { w.b.device.FailQueues() }, nd2.InternalError},
		{"removal", func(w *world, _ *QueuePair) { w.b.device.Remove() }, nd2.DeviceRemoved},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, shared := range []bool{false, true} {
				w := newWorld(t)
				s := w.b.shared(4, 1)
				a := w.a.queuePair(t)
				connect(a, w.b.queuePair(t, sharing(s)))
				want(t, s.Receive(0, nil), nd2.Success)
				happens := func() { c.happens(w, a) }
				if shared {
					want(t, during(t, &s.Requests, s.Notify, happens), c.want)
					continue
				}
				notify := func(o *nd2.Overlapped) nd2.Status { return w.b.cq.Notify(nd2.NotifyAny, o) }
				want(t, during(t, &w.b.cq.Requests, notify, happens), c.want)
			}
		})
	}
}

// TestConnectMeanwhile: the peer acts between the two looks of a request.
func TestConnectMeanwhile(t *testing.T) {
	t.Run("a request comes", func(t *testing.T) {
		_, a, b := parties(t)
		l := b.listen(7, 0)
		get := func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(b.connector, o) }
		want(t, during(t, &l.Requests, get, func() { a.connect(b.at(7), Reads{}, "knock") }), nd2.Success)
		data(t, b, "knock", MaxCallerData)
	})
	t.Run("the peer gives up", func(t *testing.T) {
		_, a, b := parties(t)
		meet(a, b, Reads{}, "")
		accept := func(o *nd2.Overlapped) nd2.Status { return b.connector.Accept(b.queuePair, Reads{}, nil, o) }
		want(t, during(t, &b.connector.Requests, accept, func() { a.connector.Cancel() }), nd2.ConnectionAborted)
	})
	t.Run("the peer disconnects", func(t *testing.T) {
		for _, call := range []func(*Connector, *nd2.Overlapped) nd2.Status{
			(*Connector).Disconnect,
			(*Connector).NotifyDisconnect,
		} {
			_, a, b := parties(t)
			establish(a, b)
			disconnect := func(o *nd2.Overlapped) nd2.Status { return call(b.connector, o) }
			want(t, during(t, &b.connector.Requests, disconnect, func() { a.disconnect() }), nd2.Success)
		}
	})
	t.Run("no port is left", func(t *testing.T) {
		_, a, b := parties(t)
		undo := a.manager.ExhaustPorts()
		connect := a.connect(b.at(7), Reads{}, "")
		want(t, connect.returned, nd2.Pending)
		want(t, connect.status(), nd2.TooManyAddresses)
		undo()
		establish(a, b)
	})
}

// TestNotifiedMeanwhile: what the peer completes while the client is being notified is
// the next notification, not a nested one.
func TestNotifiedMeanwhile(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	post := func() { want(t, b.Receive(0, nil), nd2.Success) }
	post()
	post()
	p := &port{}
	want(t, w.b.file.BindCompletionPort(p, 0), nd2.Success)
	other := w.b.device.NewCompletionQueue(w.b.file, 4)
	first, second := &nd2.Overlapped{}, &nd2.Overlapped{}
	want(t, w.b.cq.Notify(nd2.NotifyAny, first), nd2.Pending)
	p.post = func(o *nd2.Overlapped) {
		if o != first {
			return
		}
		want(t, other.Notify(nd2.NotifyAny, second), nd2.Pending)
		plainResult.happen(other)
		want(t, other.Requests.Result(second, false), nd2.Pending)
	}
	want(t, a.Send(0, nil, 0), nd2.Success)
	want(t, other.Requests.Result(second, true), nd2.Success)
	if len(p.posted) != 2 || p.posted[0] != first || p.posted[1] != second {
		t.Errorf("posted %v", p.posted)
	}
}

// TestGivenUp is the state of a connector whose peer has given up.
func TestGivenUp(t *testing.T) {
	_, a, b := parties(t)
	meet(a, b, Reads{}, "")
	want(t, b.connector.Bind(b.at(0)), nd2.ConnectionActive)
	a.device.Lock()
	a.manager.device.SendManagement(a.at(0).Addr(), b.at(0).Addr(), &wire.REJ{
		LocalCommID: a.connector.conn.cm.LocalID(), MessageRejected: wire.RejectedOther, Reason: wire.RejectTimeout,
	})
	a.device.UnlockAndDeliver()
	for name, s := range map[string]nd2.Status{
		"Bind":             b.connector.Bind(b.at(0)),
		"Connect":          b.connect(a.at(7), Reads{}, "").returned,
		"CompleteConnect":  b.connector.CompleteConnect(),
		"Disconnect":       b.disconnect().returned,
		"NotifyDisconnect": b.notifyDisconnect().returned,
	} {
		if s != nd2.ConnectionInvalid {
			t.Errorf("%s: %v", name, s)
		}
	}
	want(t, b.accept(Reads{}, "").returned, nd2.ConnectionAborted)
}

// TestResultMeanwhile: GetOverlappedResult during the notification returns the final
// status, after the notification.
func TestResultMeanwhile(t *testing.T) {
	w := newWorld(t)
	p := &port{}
	want(t, w.a.file.BindCompletionPort(p, 0), nd2.Success)
	asked, got := make(chan struct{}), make(chan nd2.Status)
	o := &nd2.Overlapped{}
	p.post = func(*nd2.Overlapped) {
		go func() {
			close(asked)
			got <- w.a.cq.Requests.Result(o, false)
		}()
		<-asked
		for range 100 { // it waits by then, more likely than not
			runtime.Gosched()
		}
		select {
		case s := <-got:
			t.Errorf("told %v", s)
		default:
		}
	}
	want(t, w.a.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
	plainResult.happen(w.a.cq)
	want(t, <-got, nd2.Success)
}
