package ref

import (
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// withHabits opens an instance with two adapters that has the habits.
func withHabits(t *testing.T, names ...string) (a, b *testSide) {
	t.Helper()
	i := openForTest(t, &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits(), habits: names})
	return newTestSide(t, i, 0), newTestSide(t, i, 1)
}

func TestHabitsRefused(t *testing.T) {
	for _, value := range []string{"", "bad", "peek+", "peek+bad"} {
		_, err := providers.ParseSelector("ref,habits=" + value)
		if err == nil || !strings.Contains(err.Error(), strings.Join(habitNames(), ", ")) {
			t.Errorf("%q: error %v, want one with the habits", value, err)
		}
	}
}

// notify makes a Notify request.
func (s *testSide) notify(kind nd2.NotifyType) *testRequest {
	return pends(s.cq, func(o *nd2.Overlapped) nd2.Status { return s.cq.Notify(kind, o) })
}

func TestPeek(t *testing.T) {
	a, b := withHabits(t, "peek")
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
	a, b := withHabits(t, "slow-receives")
	p := connectPair(t, a, b)
	for context := range uintptr(3) {
		returns(t, p.bQueuePair.Receive(context, b.sge(8)), nd2.Success)
	}
	told := b.notify(nd2.NotifyAny)
	a.memory[0] = 7
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	a.result()
	if b.memory[0] != 7 || b.cq.GetResults(make([]nd2.Result, 1)) != 0 || !told.pending() {
		t.Error("the result of the Receive was as quick as the Send's")
	}
	returns(t, told.wait(), nd2.Success)
	for context := range uintptr(2) {
		if r := b.result(); r.RequestContext != context || r.Status != nd2.Success {
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
	a, b := withHabits(t, "refuse-after-error")
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

// What the peer can't take has succeeded, and nothing of it is stored; the connection
// is over for both.
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
			a, b := withHabits(t, "iwarp")
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

// Data that is on its way stays what it was, and the queue takes more.
func TestIWARPSharedReceives(t *testing.T) {
	a, b := withHabits(t, "iwarp")
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

func TestTimeWait(t *testing.T) {
	a, b := withHabits(t, "time-wait")
	l, address := b.listener()
	returns(t, pends(l, func(o *nd2.Overlapped) nd2.Status { return l.Bind(address) }).wait(), nd2.SharingViolation)
	released := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	returns(t, released.Bind(a.sockaddr(5000)), nd2.Success)
	released.Release()
	c := a.connector()
	returns(t, c.Bind(a.sockaddr(5000)), nd2.SharingViolation)
	eventually(t, func() bool { return c.Bind(a.sockaddr(5000)) == nd2.Success })
}

// eventually waits for something that time brings.
func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("it has not come in ten seconds")
		}
	}
}

func TestExclusivePorts(t *testing.T) {
	_, b := withHabits(t, "exclusive-ports")
	_, address := b.listener()
	returns(t, b.connector().Bind(address), nd2.SharingViolation)
}

func TestFamilyOrder(t *testing.T) {
	a, b := withHabits(t, "family-order")
	if !a.address.Is6() || !b.address.Is4() {
		t.Errorf("the first addresses are %v and %v", a.address, b.address)
	}
}

// A link-local address is the adapter's with its scope id only.
func TestLinkLocalListed(t *testing.T) {
	a, b := withHabits(t, "link-local-listed")
	listed := listedBy(t, a.adapter)
	if !a.address.IsLinkLocalUnicast() || listed[0][scopeAt] == listedBy(t, b.adapter)[0][scopeAt] {
		t.Errorf("the first address is %v", listed[0])
	}
	returns(t, a.connector().Bind(a.sockaddr(0)), nd2.InvalidAddress) // no scope id
	c := a.connector()
	returns(t, c.Bind(listed[0]), nd2.Success)
	bound := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(bound))
	returns(t, c.GetLocalAddress(bound, &size), nd2.Success)
	if bound[scopeAt] != listed[0][scopeAt] {
		t.Errorf("the scope id is %d", bound[scopeAt])
	}
	for _, own := range listed[1:] {
		returns(t, a.connector().Bind(own), nd2.Success)
	}
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), listedBy(t, b.adapter)[0], 0, 0, nil, o)
	}).wait(), nd2.NetworkUnreachable) // by the peer's scope id
}

// listedBy are the addresses that an adapter lists.
func listedBy(t *testing.T, adapter nd2.Adapter) [][]byte {
	t.Helper()
	var list nd2.SocketAddressList
	size := uint32(1 << 10)
	returns(t, adapter.QueryAddressList(&list, &size), nd2.Success)
	return list.Address
}

func TestOtherNetwork(t *testing.T) {
	a, b := withHabits(t, "other-network")
	c := a.connector()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), b.sockaddr(5000), 0, 0, nil, o)
	}).wait(), nd2.NetworkUnreachable)
	connectPair(t, a, a)
}

func TestNoLoopback(t *testing.T) {
	a, b := withHabits(t, "no-loopback")
	c := a.connector()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), a.sockaddr(5000), 0, 0, nil, o)
	}).wait(), nd2.HostUnreachable)
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	returns(t, a.adapter.Query(&info, &size), nd2.Success)
	if info.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		t.Error("the adapter says that it connects to itself")
	}
	p := connectPair(t, a, b)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
}

// What was announced of another queue pair's results stays announced, and nothing
// else does.
func TestPurgeOnRelease(t *testing.T) {
	a, b := withHabits(t, "purge-on-release")
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

func TestConnectorKeepsQueuePair(t *testing.T) {
	a, b := withHabits(t, "connector-keeps-queue-pair")
	p := connectPair(t, a, b)
	end := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	p.aQueuePair.Release()
	if !end.pending() {
		t.Error("releasing the queue pair has disconnected it")
	}
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, end.wait(), nd2.Success)
	if p.aQueuePair.(*queuePair).alive() {
		t.Error("the connector keeps the queue pair after Disconnect")
	}
}

// windowOf gives a window, and the function that binds it to the whole of the side's
// memory.
func windowOf(t *testing.T, s *testSide) (w nd2.MemoryWindow, bind func(q nd2.QueuePair) nd2.Status) {
	w = created[nd2.MemoryWindow](t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, out)
	})
	return w, func(q nd2.QueuePair) nd2.Status {
		return q.Bind(0, s.region, w, s.memory, nd2.AllowRead|nd2.AllowWrite)
	}
}

func TestWindowHabits(t *testing.T) {
	a, b := withHabits(t, "type1-windows", "bound-window-state", "invalidate-unbound-returned", "bind-flags-refused")
	p, other := connectPair(t, a, b), connectPair(t, a, b)
	w, bind := windowOf(t, b)
	returns(t, p.bQueuePair.Bind(0, b.region, w, b.memory, 0), nd2.InvalidParameter6)
	returns(t, p.bQueuePair.Invalidate(0, w, 0), nd2.InvalidDeviceRequest)
	returns(t, bind(p.bQueuePair), nd2.Success)
	returns(t, b.result().Status, nd2.Success)
	returns(t, bind(p.bQueuePair), nd2.InvalidDeviceState)
	returns(t, other.aQueuePair.Write(0, a.sge(8), nic.AddressOf(b.memory), w.GetRemoteToken(), 0), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	returns(t, p.bQueuePair.Invalidate(0, w, 0), nd2.Success)
	returns(t, b.result().Status, nd2.Success)
	returns(t, bind(other.bQueuePair), nd2.Success)
	returns(t, b.result().Status, nd2.Success)
}

func TestIgnoreFlags(t *testing.T) {
	a, b := withHabits(t, "ignore-flags")
	p := connectPair(t, a, b)
	token := b.region.GetRemoteToken()
	returns(t, p.aQueuePair.Read(0, a.sge(8), nic.AddressOf(b.memory), token, nd2.Inline|1<<30), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	returns(t, p.aQueuePair.Write(0, a.sge(8), nic.AddressOf(b.memory), token, 1<<30), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
}

func TestPow2Queues(t *testing.T) {
	a, _ := withHabits(t, "pow2-queues")
	q := created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, 5, 5, 3, 3, 0, out)
	})
	for range 8 {
		returns(t, q.Receive(0, make([]nd2.SGE, 4)), nd2.Success)
	}
	returns(t, q.Receive(0, make([]nd2.SGE, 5)), nd2.DataOverrun)
	returns(t, q.Receive(0, nil), nd2.NoMoreEntries)
}

func TestPow2Reads(t *testing.T) {
	a, b := withHabits(t, "pow2-reads")
	l, address := b.listener()
	active, passive := a.connector(), b.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	connect := pends(active, func(o *nd2.Overlapped) nd2.Status {
		return active.Connect(a.queuePair(), address, 7, 3, nil, o)
	})
	returns(t, request.wait(), nd2.Success)
	accept := pends(passive, func(o *nd2.Overlapped) nd2.Status { return passive.Accept(b.queuePair(), 9, 3, nil, o) })
	returns(t, connect.wait(), nd2.Success)
	returns(t, pends(active, active.CompleteConnect).wait(), nd2.Success)
	returns(t, accept.wait(), nd2.Success)
	var in, out uint32
	returns(t, active.GetReadLimits(&in, &out), nd2.Success)
	if in != 2 || out != 2 {
		t.Errorf("the read limits are %d and %d, want 2 and 2", in, out)
	}
}

// Query says more than there is, and what clients need can be had.
func TestAfford(t *testing.T) {
	for name, most := range map[string]uint32{"huge-limits": math.MaxUint32, "low-resources": 1024} {
		a, b := withHabits(t, name)
		info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
		size := uint32(nd2.AdapterInfoSize)
		returns(t, a.adapter.Query(&info, &size), nd2.Success)
		if info.MaxReceiveQueueDepth != most {
			t.Errorf("%s: depths up to %d", name, info.MaxReceiveQueueDepth)
		}
		out := nd2.Unknown(nil)
		returns(t, a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, info.MaxCompletionQueueDepth, 0, 0, &out), nd2.InsufficientResources)
		returns(t, a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, info.MaxSharedReceiveQueueDepth, 1, 0, 0, 0, &out), nd2.InsufficientResources)
		returns(t, a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, most, 1, 1, 1, 0, &out), nd2.InsufficientResources)
		p := connectPair(t, a, b)
		exchange(t, a, b, p.aQueuePair, p.bQueuePair)
	}
}

func TestNoSRQWithNDK(t *testing.T) {
	i := openForTest(t, &options{adapters: 1, fabric: inMemory, limits: nic.DefaultLimits(), habits: habitList{"no-srq-with-ndk"}})
	var a ndk.Adapter
	var info ndk.AdapterInfo
	if s := i.NDK().OpenAdapter(i.adapters[0].id, &a); s != ndk.Success {
		t.Fatal(s)
	}
	if a.QueryAdapterInfo(&info); info.MaxSrqDepth != 0 {
		t.Errorf("shared receive queues of %d", info.MaxSrqDepth)
	}
	i.NDK().CloseAdapter(a)
}

func TestFlushOnPeerDisconnect(t *testing.T) {
	a, b := withHabits(t, "flush-on-peer-disconnect")
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(0, b.sge(8)), nd2.Success)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, b.result().Status, nd2.Canceled)
	returns(t, pends(p.bConnector, p.bConnector.Disconnect).wait(), nd2.Success)
}

func TestSpentConnectors(t *testing.T) {
	a, b := withHabits(t, "spent-connectors")
	q, c := a.queuePair(), a.connector()
	connect := func(to []byte, data []byte) nd2.Status {
		return pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 0, 0, data, o) }).wait()
	}
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionRefused)
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionInvalid)
	c = a.connector()
	returns(t, connect(b.sockaddr(5000), make([]byte, 1000)), nd2.InvalidBufferSize)
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionInvalid)
}

func TestOtherCodes(t *testing.T) {
	a, b := withHabits(t, "other-codes")
	p := connectPair(t, a, b)
	end := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	returns(t, p.aConnector.Bind(a.sockaddr(0)), nd2.AddressAlreadyAssociated)
	returns(t, p.bQueuePair.Receive(0, b.sge(4)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, a.result().Status, nd2.DataError)
	returns(t, b.result().Status, nd2.DataOverrun)
	returns(t, end.wait(), nd2.ConnectionDisconnected)
}
