package ref

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// notify makes a Notify request.
func (s *testSide) notify(kind nd2.NotifyType) *testRequest {
	return pends(s.cq, func(o *nd2.Overlapped) nd2.Status { return s.cq.Notify(kind, o) })
}

func TestPeek(t *testing.T) {
	a, b := withQuirks(t, "peek")
	p := connectPair(t, a, b)
	first := a.notify(nd2.NotifyAny)
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, first.wait(), nd2.Success)
	if again := a.notify(nd2.NotifyAny); again.pending() {
		t.Error("a Notify waits although a result is queued")
	}
	a.result()
	if drained := a.notify(nd2.NotifyAny); !drained.pending() {
		t.Error("a Notify does not wait although nothing is queued")
	}
}

// The data is there before its result, which comes with the notification.
func TestSlowReceives(t *testing.T) {
	a, b := withQuirks(t, "slow-receives")
	p := connectPair(t, a, b)
	for context := range uintptr(3) {
		returns(t, p.bQueuePair.Receive(context, b.sge(8)), nd2.Success)
	}
	told := b.notify(nd2.NotifyAny)
	a.memory[0] = 7
	began := time.Now()
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	a.result()
	results := make([]nd2.Result, 1)
	results = results[:b.cq.GetResults(results)]
	quick := len(results) != 0 || !told.pending()
	if b.memory[0] != 7 || quick && time.Since(began) < time.Millisecond { // which a busy machine exceeds
		t.Error("the result of the Receive was as quick as the Send's")
	}
	returns(t, told.wait(), nd2.Success)
	for len(results) < 2 {
		results = append(results, b.result())
	}
	for context, r := range results {
		if r.RequestContext != uintptr(context) || r.Status != nd2.Success {
			t.Errorf("%+v, want that of Receive %d", r, context)
		}
	}
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, p.bQueuePair.Flush(), nd2.Success)
	if r := b.result(); r.Status != nd2.Success {
		t.Errorf("a Flush lost the result before it: %+v", r)
	}
}

func TestRefuseAfterError(t *testing.T) {
	a, b := withQuirks(t, "refuse-after-error")
	p := connectPair(t, a, b)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	for _, q := range []nd2.QueuePair{p.aQueuePair, p.bQueuePair} {
		returns(t, q.Send(0, nil, 0), nd2.ConnectionInvalid)
		returns(t, q.Receive(0, nil), nd2.ConnectionInvalid)
	}
	p = connectPair(t, a, b)
	returns(t, p.aQueuePair.Read(0, a.sge(8), 0, 0, 0), nd2.Success)
	if r := a.result(); r.Status == nd2.Success {
		t.Errorf("%+v", r)
	}
	returns(t, p.aQueuePair.Send(0, nil, 0), nd2.ConnectionInvalid)
	returns(t, p.aQueuePair.Receive(0, nil), nd2.ConnectionInvalid)
}

// A request that the peer can't take has succeeded without effect; the connection is
// over for both.
func TestIWARP(t *testing.T) {
	for name, spoil := range map[string]func(p *testPair) nd2.Status{
		"no Receive": func(p *testPair) nd2.Status { return p.aQueuePair.Send(0, p.a.sge(8), 0) },
		"no right":   func(p *testPair) nd2.Status { return p.aQueuePair.Write(0, p.a.sge(8), 0, 0, 0) },
		"a short Receive": func(p *testPair) nd2.Status {
			returns(t, p.bQueuePair.Receive(0, p.b.sge(4)), nd2.Success)
			return p.aQueuePair.Send(0, p.a.sge(8), 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := withQuirks(t, "iwarp")
			p := connectPair(t, a, b)
			aEnd := pends(p.aConnector, p.aConnector.NotifyDisconnect)
			bEnd := pends(p.bConnector, p.bConnector.NotifyDisconnect)
			returns(t, spoil(p), nd2.Success)
			returns(t, aEnd.wait(), nd2.Success)
			returns(t, bEnd.wait(), nd2.Success)
			returns(t, a.result().Status, nd2.Success)
			returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
			returns(t, a.result().Status, nd2.Canceled)
		})
	}
}

// Data on its way stays unchanged, and the queue takes more.
func TestIWARPSharedReceives(t *testing.T) {
	a, b := withQuirks(t, "iwarp")
	shared := created[nd2.SharedReceiveQueue](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, b.file, 8, 1, 0, 0, 0, out)
	})
	p := connectPairOf(t, a, b, a.queuePair(), created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, b.cq, b.cq, shared, 0, 8, 1, 0, out)
	}))
	for n := range 100 { // of 64 entries
		a.memory[0] = byte(n)
		returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
		returns(t, a.result().Status, nd2.Success)
	}
	for n := range 100 {
		returns(t, shared.Receive(0, b.sge(8)), nd2.Success)
		if r := b.result(); r.Status != nd2.Success || b.memory[0] != byte(n) {
			t.Fatalf("message %d: %+v, and data %d", n, r, b.memory[0])
		}
	}
}

// Announced results of other queue pairs stay announced; no others are.
func TestPurgeOnRelease(t *testing.T) {
	a, b := withQuirks(t, "purge-on-release")
	p, other := connectPair(t, a, b), connectPair(t, a, b)
	for context, q := range []nd2.QueuePair{p.aQueuePair, other.aQueuePair, p.aQueuePair, other.aQueuePair} {
		returns(t, q.Receive(uintptr(context), a.sge(8)), nd2.Success)
	}
	told := a.notify(nd2.NotifyAny)
	returns(t, p.bQueuePair.Send(0, nil, 0), nd2.Success)
	returns(t, other.bQueuePair.Send(0, nil, 0), nd2.Success)
	returns(t, told.wait(), nd2.Success)
	returns(t, other.bQueuePair.Send(0, nil, 0), nd2.Success)
	other.aQueuePair.Release()
	var results [4]nd2.Result
	if n := a.cq.GetResults(results[:]); n != 1 || results[0].RequestContext != 0 {
		t.Errorf("%d results are left: %+v", n, results[:n])
	}
	if again := a.notify(nd2.NotifyAny); !again.pending() {
		t.Error("a Notify does not wait although nothing is queued")
	}
}

func TestFlushOnPeerDisconnect(t *testing.T) {
	a, b := withQuirks(t, "flush-on-peer-disconnect")
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, b.result().Status, nd2.Canceled)
	returns(t, pends(p.bConnector, p.bConnector.Disconnect).wait(), nd2.Success)
}

func TestOtherCodes(t *testing.T) {
	a, b := withQuirks(t, "other-codes")
	p := connectPair(t, a, b)
	end := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	returns(t, p.aConnector.Bind(a.sockaddr(0)), nd2.AddressAlreadyAssociated)
	returns(t, p.bQueuePair.Receive(0, b.sge(4)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, a.result().Status, nd2.DataError)
	returns(t, b.result().Status, nd2.DataOverrun)
	returns(t, end.wait(), nd2.ConnectionDisconnected)
}

func TestFlushLater(t *testing.T) {
	a, b := withQuirks(t, "flush-later")
	p := connectPair(t, a, b)
	for range 2 {
		returns(t, p.aQueuePair.Receive(0, a.sge(8)), nd2.Success)
		returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	}
	returns(t, p.bQueuePair.Send(0, nil, 0), nd2.Success)
	began := time.Now()
	returns(t, p.aQueuePair.Flush(), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	canceled := make([]nd2.Result, 1)
	if a.cq.GetResults(canceled) == 0 {
		canceled[0] = a.result()
	} else if time.Since(began) < time.Millisecond { // which a busy machine exceeds
		t.Error("what was canceled has its result at once")
	}
	returns(t, canceled[0].Status, nd2.Canceled)
	b.result() // of the Send
	p.bQueuePair.Release()
	if n := b.cq.GetResults(make([]nd2.Result, 3)); n != 2 {
		t.Errorf("%d results after the release of the queue pair, want 2", n)
	}
}

func TestStaleBytes(t *testing.T) {
	a, b := withQuirks(t, "stale-bytes")
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(4), 0), nd2.Success)
	if sent, received := a.result(), b.result(); sent.BytesTransferred < 1<<16 || received.BytesTransferred != 4 {
		t.Errorf("%d bytes are sent and %d received", sent.BytesTransferred, received.BytesTransferred)
	}
}

func TestNotifyOnFall(t *testing.T) {
	a, b := withQuirks(t, "notify-on-fall")
	shared := created[nd2.SharedReceiveQueue](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, b.file, 8, 1, 2, 0, 0, out)
	})
	p := connectPairOf(t, a, b, a.queuePair(), created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, b.cq, b.cq, shared, 0, 8, 1, 0, out)
	}))
	few := pends(shared, shared.Notify)
	returns(t, shared.Modify(0, 3), nd2.Success)
	returns(t, shared.Receive(0, b.sge(8)), nd2.Success)
	if !few.pending() {
		t.Error("a notification that no Receive has caused")
	}
	returns(t, p.aQueuePair.Send(0, nil, 0), nd2.Success)
	returns(t, few.wait(), nd2.Success)
}

// The result reports what the call could have refused.
func TestCheckLate(t *testing.T) {
	a, b := withQuirks(t, "check-late")
	p := connectPair(t, a, b)
	w, _ := windowOf(t, a)
	returns(t, p.aQueuePair.Bind(0, a.region, w, make([]byte, 8), nd2.AllowRead), nd2.Success)
	returns(t, a.result().Status, nd2.InvalidDeviceRequest)
	p = connectPair(t, a, b)
	long := nd2.SGE{Buffer: make([]byte, 5<<20)} // of 16 MiB together
	returns(t, p.aQueuePair.Send(0, []nd2.SGE{long, long, long, long}, 0), nd2.Success)
	returns(t, a.result().Status, nd2.DataOverrun)
}
