package ref

import (
	"net/netip"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A testSide is an adapter of a test's instance, with what connections need.
type testSide struct {
	t       *testing.T
	address netip.Addr
	adapter nd2.Adapter
	file    nd2.OverlappedFile
	cq      nd2.CompletionQueue
	region  nd2.MemoryRegion
	memory  []byte
}

// testSides opens an instance with two adapters, and checks that the test leaves
// nothing of it.
func testSides(t *testing.T) (i *instance, a, b *testSide) {
	t.Helper()
	i = openForTest(t, &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits()})
	return i, newTestSide(t, i, 0), newTestSide(t, i, 1)
}

// openForTest opens an instance, and checks that the test leaves nothing of it.
func openForTest(t *testing.T, o *options) *instance {
	t.Helper()
	before := runtime.NumGoroutine()
	i, err := open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
		deadline := time.Now().Add(10 * time.Second)
		for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
			runtime.Gosched()
		}
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines, %d before", now, before)
		}
	})
	return i
}

func newTestSide(t *testing.T, i *instance, n int) *testSide {
	t.Helper()
	return testSideOf(t, i.ND2(), i.adapters[n].id, i.adapters[n].addresses[0])
}

// testSideOf makes a side of a provider's adapter, which has the address. It releases the provider.
func testSideOf(t *testing.T, provider nd2.Provider, id uint64, address netip.Addr) *testSide {
	t.Helper()
	s := &testSide{t: t, address: address, memory: make([]byte, 4096)}
	defer provider.Release()
	s.adapter = created[nd2.Adapter](t, func(out *nd2.Unknown) nd2.Status {
		return provider.OpenAdapter(nd2.IIDAdapter, id, out)
	})
	returns(t, s.adapter.CreateOverlappedFile(&s.file), nd2.Success)
	s.cq = created[nd2.CompletionQueue](t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, 256, 0, 0, out)
	})
	s.region = created[nd2.MemoryRegion](t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, s.file, out)
	})
	flags := nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite
	returns(t, pends(s.region, func(o *nd2.Overlapped) nd2.Status {
		return s.region.Register(s.memory, flags, o)
	}).wait(), nd2.Success)
	return s
}

// created returns a created object, released when the test ends.
func created[T nd2.Unknown](t *testing.T, create func(out *nd2.Unknown) nd2.Status) T {
	t.Helper()
	var out nd2.Unknown
	returns(t, create(&out), nd2.Success)
	t.Cleanup(func() { out.Release() })
	return out.(T)
}

func (s *testSide) connector() nd2.Connector {
	s.t.Helper()
	return created[nd2.Connector](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateConnector(nd2.IIDConnector, s.file, out)
	})
}

func (s *testSide) queuePair() nd2.QueuePair {
	s.t.Helper()
	return created[nd2.QueuePair](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateQueuePair(nd2.IIDQueuePair, s.cq, s.cq, 0, 64, 64, 4, 4, 64, out)
	})
}

// listener listens at a port of the ephemeral range, and returns its sockaddr.
func (s *testSide) listener() (l nd2.Listener, address []byte) {
	s.t.Helper()
	l = created[nd2.Listener](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateListener(nd2.IIDListener, s.file, out)
	})
	returns(s.t, l.Bind(s.sockaddr(0)), nd2.Success)
	returns(s.t, l.Listen(0), nd2.Success)
	address = make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	returns(s.t, l.GetLocalAddress(address, &size), nd2.Success)
	return l, address[:size]
}

func (s *testSide) sockaddr(port uint16) []byte {
	return nd2.Sockaddr(netip.AddrPortFrom(s.address, port))
}

// sge is an entry with the first n bytes of the side's memory.
func (s *testSide) sge(n int) []nd2.SGE {
	return []nd2.SGE{{Buffer: s.memory[:n], MemoryRegionToken: s.region.GetLocalToken()}}
}

// result waits for the next result.
func (s *testSide) result() nd2.Result {
	s.t.Helper()
	var r [1]nd2.Result
	for s.cq.GetResults(r[:]) == 0 {
		returns(s.t, pends(s.cq, func(o *nd2.Overlapped) nd2.Status {
			return s.cq.Notify(nd2.NotifyAny, o)
		}).wait(), nd2.Success)
	}
	return r[0]
}

// A testPair is a connection: a has connected, b has accepted.
type testPair struct {
	a, b                   *testSide
	aConnector, bConnector nd2.Connector
	aQueuePair, bQueuePair nd2.QueuePair
}

// connectPair connects two new queue pairs with four Reads either way.
func connectPair(t *testing.T, a, b *testSide) *testPair {
	t.Helper()
	return connectPairOf(t, a, b, a.queuePair(), b.queuePair())
}

// connectPairOf connects two queue pairs.
func connectPairOf(t *testing.T, a, b *testSide, aQueuePair, bQueuePair nd2.QueuePair) *testPair {
	t.Helper()
	p := &testPair{a, b, a.connector(), b.connector(), aQueuePair, bQueuePair}
	l, address := b.listener()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(p.bConnector, o) })
	returns(t, p.aConnector.Bind(a.sockaddr(0)), nd2.Success)
	connect := pends(p.aConnector, func(o *nd2.Overlapped) nd2.Status {
		return p.aConnector.Connect(p.aQueuePair, address, 4, 4, nil, o)
	})
	returns(t, request.wait(), nd2.Success)
	accept := pends(p.bConnector, func(o *nd2.Overlapped) nd2.Status {
		return p.bConnector.Accept(p.bQueuePair, 4, 4, nil, o)
	})
	returns(t, connect.wait(), nd2.Success)
	returns(t, pends(p.aConnector, p.aConnector.CompleteConnect).wait(), nd2.Success)
	returns(t, accept.wait(), nd2.Success)
	return p
}

// A testRequest is an overlapped request, ended inline or later.
type testRequest struct {
	object   nd2.Overlapping
	o        *nd2.Overlapped
	returned nd2.Status
}

func pends(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *testRequest {
	r := &testRequest{object: object, o: &nd2.Overlapped{Event: new(testEvent)}}
	r.returned = call(r.o)
	return r
}

func (r *testRequest) wait() nd2.Status {
	if r.returned != nd2.Pending {
		return r.returned
	}
	return r.object.GetOverlappedResult(r.o, true)
}

// pending reports whether the request goes on.
func (r *testRequest) pending() bool {
	return r.returned == nd2.Pending && r.object.GetOverlappedResult(r.o, false) == nd2.Pending
}

// sets is how often the request's event is set.
func (r *testRequest) sets() int { return r.o.Event.(*testEvent).count() }

// A testEvent counts how often it was set.
type testEvent struct {
	mu   sync.Mutex
	sets int
}

func (e *testEvent) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sets++
}

func (e *testEvent) Reset() {}

func (e *testEvent) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sets
}

func returns(t *testing.T, got, expected nd2.Status) {
	t.Helper()
	if got != expected {
		t.Fatalf("got %v, want %v", got, expected)
	}
}
