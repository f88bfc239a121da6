package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// post leaves n Receives at p.
func post(p *party, n int) {
	for i := range n {
		want(p.t, p.queuePair.Receive(uintptr(i), nil), nd2.Success)
	}
}

func TestDisconnect(t *testing.T) {
	_, a, b := parties(t)
	establish(a, b)
	post(a, 2)
	post(b, 3)
	want(t, a.disconnect().status(), nd2.Success)
	for i, r := range await(t, a.cq, 2) {
		if r.Status != nd2.Canceled || r.RequestContext != uintptr(i) {
			t.Errorf("result %d: %+v", i, r)
		}
	}
	// The peer keeps what it has posted until it disconnects itself.
	if got := results(b.cq); len(got) != 0 {
		t.Errorf("the peer has results: %+v", got)
	}
	want(t, b.notifyDisconnect().returned, nd2.Success)
	want(t, b.disconnect().returned, nd2.Success)
	if got := results(b.cq); len(got) != 3 {
		t.Errorf("%d of 3 Receives have been flushed", len(got))
	}
}

func TestBothDisconnect(t *testing.T) {
	w, a, b := parties(t)
	establish(a, b)
	w.a.device.Port().Hold(true)
	w.b.device.Port().Hold(true)
	ends := []*operation{a.disconnect(), b.disconnect()}
	for _, n := range []*node{w.a, w.b} {
		n.device.Port().Hold(false)
		n.deliver()
	}
	for _, end := range ends {
		want(t, end.status(), nd2.Success)
	}
}

func TestNotifyDisconnect(t *testing.T) {
	_, a, b := parties(t)
	want(t, a.notifyDisconnect().returned, nd2.ConnectionInvalid)
	connect := meet(a, b, Reads{}, "")
	want(t, b.notifyDisconnect().returned, nd2.ConnectionInvalid)
	accept := b.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	want(t, a.notifyDisconnect().returned, nd2.ConnectionInvalid)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	want(t, accept.status(), nd2.Success)

	one, two := a.notifyDisconnect(), a.notifyDisconnect()
	want(t, a.connector.Cancel(), nd2.Success)
	want(t, one.status(), nd2.Canceled)
	want(t, two.status(), nd2.Canceled)
	converse(a, b)
	one, two = a.notifyDisconnect(), a.notifyDisconnect()
	b.queuePair.Close()
	want(t, one.status(), nd2.Success)
	want(t, two.status(), nd2.Success)
}

// TestConnectorReleased: the peer learns that a connector is gone.
func TestConnectorReleased(t *testing.T) {
	t.Run("connecting", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		a.connector.Close()
		want(t, connect.status(), nd2.Canceled)
		want(t, b.accept(Reads{}, "").returned, nd2.ConnectionAborted)
		want(t, b.connector.Reject(nil), nd2.ConnectionAborted)
	})
	t.Run("accepted", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		accept := b.accept(Reads{}, "")
		want(t, connect.status(), nd2.Success)
		a.connector.Close()
		want(t, accept.status(), nd2.ConnectionAborted)
	})
	t.Run("requested", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		b.connector.Close()
		want(t, connect.status(), nd2.ConnectionRefused)
	})
	t.Run("established", func(t *testing.T) {
		_, a, b := parties(t)
		establish(a, b)
		post(a, 1)
		noticed := b.notifyDisconnect()
		a.connector.Close()
		want(t, noticed.status(), nd2.Success)
		one(t, a.cq, nd2.Canceled)
	})
}

func TestQueuePairReleased(t *testing.T) {
	t.Run("connecting", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		a.queuePair.Close()
		want(t, connect.status(), nd2.Canceled)
		want(t, b.accept(Reads{}, "").returned, nd2.ConnectionAborted)
		for _, s := range []nd2.Status{
			a.connector.Bind(a.at(0)), a.disconnect().returned, a.connect(b.at(7), Reads{}, "").returned,
		} {
			want(t, s, nd2.Canceled)
		}
	})
	t.Run("accepting", func(t *testing.T) {
		_, a, b := parties(t)
		meet(a, b, Reads{}, "")
		accept := b.accept(Reads{}, "")
		b.queuePair.Close()
		want(t, accept.status(), nd2.Canceled)
		want(t, a.connector.CompleteConnect(), nd2.ConnectionInvalid)
		want(t, a.connector.Reject(nil), nd2.ConnectionAborted)
	})
	t.Run("established", func(t *testing.T) {
		_, a, b := parties(t)
		establish(a, b)
		post(a, 2)
		noticed := b.notifyDisconnect()
		a.queuePair.Close()
		want(t, noticed.status(), nd2.Success)
		for _, r := range await(t, a.cq, 2) {
			want(t, r.Status, nd2.Canceled)
		}
		want(t, a.disconnect().returned, nd2.Canceled)
	})
}

// TestError: a result with an error status ends the connection for both.
func TestError(t *testing.T) {
	_, a, b := parties(t)
	establish(a, b)
	here, there := a.notifyDisconnect(), b.notifyDisconnect()
	bad := a.sge(0, 8)
	bad.MemoryRegionToken++
	want(t, a.queuePair.Send(1, []nd2.SGE{bad}, 0), nd2.Success)
	one(t, a.cq, nd2.AccessViolation)
	want(t, there.status(), nd2.Success)
	want(t, here.status(), nd2.Success)
	want(t, a.disconnect().returned, nd2.Success)
	want(t, b.disconnect().returned, nd2.Success)
}

func TestCancel(t *testing.T) {
	t.Run("Connect", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		want(t, a.connector.Cancel(), nd2.Success)
		want(t, connect.status(), nd2.Canceled)
		want(t, b.accept(Reads{}, "").returned, nd2.ConnectionAborted)
		establish(a, b.other())
	})
	t.Run("Accept", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		accept := b.accept(Reads{}, "")
		want(t, connect.status(), nd2.Success)
		post(b, 1)
		want(t, b.connector.Cancel(), nd2.Success)
		want(t, accept.status(), nd2.Canceled)
		want(t, a.connector.CompleteConnect(), nd2.ConnectionInvalid)
		if got := results(b.cq); len(got) != 0 {
			t.Errorf("a Receive has ended: %+v", got)
		}
	})
	t.Run("Disconnect", func(t *testing.T) {
		w, a, b := parties(t)
		b.manager.timing.Response, a.manager.timing.Response = 21, 21 // nobody gives up meanwhile
		establish(a, b)
		w.b.device.Port().Hold(true)
		end := a.disconnect()
		if !end.pending() {
			t.Error("Disconnect has ended before the peer knows")
		}
		want(t, a.connector.Cancel(), nd2.Success)
		want(t, end.status(), nd2.Canceled)
		w.b.device.Port().Hold(false)
		w.b.deliver()
		want(t, b.disconnect().returned, nd2.Success)
	})
	t.Run("fails", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		undo := a.device.FailCancel()
		want(t, a.connector.Cancel(), nd2.Unsuccessful)
		undo()
		if !connect.pending() {
			t.Error("Connect has been canceled")
		}
	})
}
