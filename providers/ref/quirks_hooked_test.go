package ref

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// selectedSides opens an instance as its users do, with its hooks, and makes sides of its first two adapters.
func selectedSides(t *testing.T, selector string) (a, b *testSide) {
	t.Helper()
	s, err := providers.ParseSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	i, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	at := func(n byte) *testSide {
		return testSideOf(t, i.ND2(), firstAdapterID+uint64(n), netip.AddrFrom4([4]byte{192, 0, 2, n + 1}))
	}
	return at(0), at(1)
}

// sizeOf is how many bytes of private data a connector has.
func sizeOf(t *testing.T, c nd2.Connector) (size uint32) {
	t.Helper()
	size = 256
	returns(t, c.GetPrivateData(make([]byte, size), &size), nd2.Success)
	return size
}

func TestEmptyData(t *testing.T) {
	a, _ := selectedSides(t, "ref,habits=empty-data")
	if n := sizeOf(t, a.connector()); n != 0 {
		t.Errorf("%d bytes, want none", n)
	}
}

func TestSilentOnceConnected(t *testing.T) {
	a, b := selectedSides(t, "ref,habits=silent-once-connected")
	p := connectPair(t, a, b)
	for _, c := range []nd2.Connector{p.aConnector, p.bConnector} {
		if n := sizeOf(t, c); n != 0 {
			t.Errorf("%d bytes, want none", n)
		}
		returns(t, c.GetReadLimits(nil, nil), nd2.InvalidDeviceState)
	}
}

// A connector is spent by a refusal, by a cancel as easyrdma's after a time-out, and by a connection.
func TestConnectsOnce(t *testing.T) {
	a, b := selectedSides(t, "ref,habits=connects-once")
	connect := func(c nd2.Connector, to []byte) *testRequest {
		return pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(a.queuePair(), to, 0, 0, nil, o) })
	}
	refused, canceled := a.connector(), a.connector()
	returns(t, connect(refused, b.sockaddr(5000)).wait(), nd2.ConnectionRefused)
	returns(t, connect(refused, b.sockaddr(5000)).wait(), nd2.ConnectionActive)
	_, unanswered := b.listener()
	asked := connect(canceled, unanswered)
	returns(t, canceled.CancelOverlappedRequests(), nd2.Success)
	returns(t, asked.wait(), nd2.Canceled)
	returns(t, connect(canceled, unanswered).wait(), nd2.ConnectionActive)
	p := connectPair(t, a, b)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, connect(p.aConnector, unanswered).wait(), nd2.ConnectionActive)
}

func TestEarlyBinds(t *testing.T) {
	a, b := selectedSides(t, "ref,habits=early-binds")
	window := created[nd2.MemoryWindow](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, out)
	})
	bind := func(q nd2.QueuePair, context uintptr) nd2.Status {
		return q.Bind(context, a.region, window, a.memory[:8], nd2.AllowRead)
	}
	early := a.queuePair()
	returns(t, bind(early, 1), nd2.Success)
	p := connectPairOf(t, a, b, early, b.queuePair())
	returns(t, bind(early, 2), nd2.Success)
	if r := a.result(); r.RequestContext != 2 || r.Status != nd2.Success {
		t.Errorf("the first result is %+v", r)
	}
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, bind(early, 3), nd2.ConnectionInvalid)
}

// A Write of no bytes that is refused does no harm.
func TestStuckWrites(t *testing.T) {
	a, b := selectedSides(t, "ref,habits=stuck-writes")
	p := connectPair(t, a, b)
	write := func(context uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
		return p.aQueuePair.Write(context, sge, nic.AddressOf(b.memory), b.region.GetRemoteToken(), flags)
	}
	returns(t, write(1, nil, 1<<20), nd2.InvalidParameter6)
	returns(t, write(2, a.sge(1), 0), nd2.Success)
	if r := a.result(); r.RequestContext != 2 {
		t.Errorf("%+v", r)
	}
	returns(t, write(3, a.sge(0), 0), nd2.Success)
	returns(t, write(4, a.sge(1), 0), nd2.Success)
	returns(t, p.aQueuePair.Receive(5, nil), nd2.Success)
	returns(t, p.bQueuePair.Send(1, nil, 0), nd2.Success)
	if r := a.result(); r.RequestContext != 5 {
		t.Errorf("a result comes after a Write of no bytes: %+v", r)
	}
}

// A Read where the limit was given as 0 ends the connection; any other tells its length.
func TestDamagedReads(t *testing.T) {
	a, b := selectedSides(t, "ref,habits=damaged-reads")
	p := connectPair(t, a, b)
	read := func(q nd2.QueuePair) nd2.Result {
		returns(t, q.Read(1, a.sge(8), nic.AddressOf(b.memory), b.region.GetRemoteToken(), 0), nd2.Success)
		return a.result()
	}
	if r := read(p.aQueuePair); r.Status != nd2.Success || r.BytesTransferred != 8 {
		t.Errorf("%+v", r)
	}
	l, address := b.listener()
	c, taken, q := a.connector(), b.connector(), a.queuePair()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(taken, o) })
	connect := pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, address, 4, 0, nil, o) })
	returns(t, request.wait(), nd2.Success)
	accept := pends(taken, func(o *nd2.Overlapped) nd2.Status { return taken.Accept(b.queuePair(), 4, 4, nil, o) })
	returns(t, connect.wait(), nd2.Success)
	returns(t, pends(c, c.CompleteConnect).wait(), nd2.Success)
	returns(t, accept.wait(), nd2.Success)
	if r := read(q); r.Status != nd2.DataError {
		t.Errorf("%+v", r)
	}
}

func TestLittleMemory(t *testing.T) {
	a, _ := selectedSides(t, "ref,habits=little-memory,max-registration=4294967296")
	region := created[nd2.MemoryRegion](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, a.file, out)
	})
	huge := make([]byte, 1<<30) // untouched, it takes no memory
	register := func(b []byte) nd2.Status {
		return pends(region, func(o *nd2.Overlapped) nd2.Status { return region.Register(b, 0, o) }).wait()
	}
	returns(t, register(huge), nd2.NoMemory)
	returns(t, register(huge[:1<<30-1]), nd2.Success)
}

// The engine has room for 56 and 148 bytes; less can be asked for, and peers' padding is cut to it.
func TestPrivateDataLimits(t *testing.T) {
	a, b := selectedSides(t, "ref,max-caller-data=8,max-callee-data=4")
	l, address := b.listener()
	c, taken := a.connector(), b.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(taken, o) })
	ask := func(n int) *testRequest {
		return pends(c, func(o *nd2.Overlapped) nd2.Status {
			return c.Connect(a.queuePair(), address, 0, 0, make([]byte, n), o)
		})
	}
	returns(t, ask(9).returned, nd2.InvalidBufferSize)
	connect := ask(8)
	returns(t, request.wait(), nd2.Success)
	if n := sizeOf(t, taken); n != 8 {
		t.Errorf("the request brings %d bytes, want 8", n)
	}
	returns(t, taken.Reject(make([]byte, 5)), nd2.InvalidBufferSize)
	returns(t, taken.Reject(make([]byte, 4)), nd2.Success)
	returns(t, connect.wait(), nd2.ConnectionRefused)
	if n := sizeOf(t, c); n != 4 {
		t.Errorf("the answer brings %d bytes, want 4", n)
	}
}
