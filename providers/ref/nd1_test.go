package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// newND1 opens an adapter through v1.
func newND1(t *testing.T, i *instance, s *testSide) *nd1Adapter {
	t.Helper()
	p := i.ND1()
	defer p.Release()
	var a nd1.Adapter
	returns(t, p.OpenAdapter(s.sockaddr(0), &a), nd2.Success)
	return a.(*nd1Adapter)
}

// TestND1Results: each result is handed back once, and abandoned results are forgotten.
func TestND1Results(t *testing.T) {
	var table nd1Results
	q := new(nd1CompletionQueue)
	var results [3]nd1.Result
	first, second := table.add(&results[0], q), table.add(&results[1], q)
	window := table.add(&results[2], nil)
	from := nd2.Result{
		Status: nd2.BufferOverflow, BytesTransferred: 3, RequestContext: first,
		RequestType: nd2.RequestReceive,
	}
	if got := table.fill(&from); got != &results[0] || got.Status != nd1.LocalLength || got.BytesTransferred != 3 {
		t.Errorf("%+v", got)
	}
	if got := table.fill(&from); got != nil {
		t.Errorf("handed back twice: %+v", got)
	}
	for range 2 {
		if got := table.fill(&nd2.Result{RequestContext: window}); got != &results[2] {
			t.Errorf("a window's: %+v", got)
		}
	}
	table.forget(window)
	table.forgetAll(q)
	if got := table.fill(&nd2.Result{RequestContext: second}); got != nil {
		t.Errorf("forgotten, and handed back: %+v", got)
	}
	table.byContext.Range(func(context, _ any) bool {
		t.Errorf("%d is left", context)
		return true
	})
}

func TestND1Query(t *testing.T) {
	i, s, _ := testSides(t)
	a := newND1(t, i, s)
	defer a.Release()
	var info nd1.AdapterInfo
	for _, c := range []struct {
		version uint32
		given   uintptr
		want    nd2.Status
	}{
		{nd2.Version2, nd1.AdapterInfoSize, nd2.NotSupported},
		{nd1.Version1, nd1.AdapterInfoSize - 1, nd2.BufferOverflow},
		{nd1.Version1, nd1.AdapterInfoSize, nd2.Success},
	} {
		size := c.given
		returns(t, a.Query(c.version, &info, &size), c.want)
	}
	if info.MaxCQEntries == 0 || info.MaxCalleeData == 0 {
		t.Errorf("%+v", info)
	}
	var list nd2.SocketAddressList
	var size uintptr
	p := i.ND1()
	defer p.Release()
	returns(t, p.QueryAddressList(nil, &size), nd2.BufferOverflow)
	returns(t, p.QueryAddressList(&list, &size), nd2.Success)
	returns(t, p.QueryAddressList(&list, nil), nd2.InvalidParameter2)
	var none nd1.Adapter
	returns(t, p.OpenAdapter(nil, &none), nd2.InvalidAddress)
}

func TestND1Memory(t *testing.T) {
	i, s, _ := testSides(t)
	a := newND1(t, i, s)
	defer a.Release()
	o := new(nd2.Overlapped)
	for _, size := range []int{1, inlineRegistration + 1} {
		var mr nd1.MRHandle
		var n uintptr
		registered := a.RegisterMemory(make([]byte, size), o, &mr)
		if registered == nd2.Pending {
			registered = a.GetOverlappedResult(o, &n, true)
		}
		returns(t, registered, nd2.Success)
		if mr == 0 {
			t.Error("no handle")
		}
		if deregistered := a.DeregisterMemory(mr, o); deregistered != nd2.Pending {
			returns(t, deregistered, nd2.Success)
		}
		returns(t, a.DeregisterMemory(mr, o), nd2.InvalidParameter1)
	}
	returns(t, a.RegisterMemory(nil, o, new(nd1.MRHandle)), nd2.AccessViolation)
}

func TestND1Listen(t *testing.T) {
	i, s, _ := testSides(t)
	a := newND1(t, i, s)
	defer a.Release()
	var l, other nd1.Listen
	var port uint16
	returns(t, a.Listen(0, 17, 0, &port, &l), nd2.InvalidParameter2)
	returns(t, a.Listen(0, nd1.ProtocolTCP, 0, nil, &l), nd2.InvalidParameterMix)
	returns(t, a.Listen(0, nd1.ProtocolTCP, 0, &port, &l), nd2.Success)
	returns(t, a.Listen(0, nd1.ProtocolTCP, port, nil, &other), nd2.AddressAlreadyExists)
	if other != nil || networkPort(port) < 49152 {
		t.Errorf("port %d, %v", networkPort(port), other)
	}
	l.Release()
	returns(t, a.Listen(0, nd1.ProtocolTCP, port, nil, &other), nd2.Success)
	other.Release()
}

// TestND1ConnectChecksFirst: a refused Connect leaves its local port to others.
func TestND1ConnectChecksFirst(t *testing.T) {
	i, s, peer := testSides(t)
	a := newND1(t, i, s)
	defer a.Release()
	var q nd1.CompletionQueue
	returns(t, a.CreateCompletionQueue(1, &q), nd2.Success)
	defer q.Release()
	var c nd1.Connector
	returns(t, a.CreateConnector(&c), nd2.Success)
	defer c.Release()
	var e nd1.Endpoint
	returns(t, c.CreateEndpoint(q, q, 1, 1, 1, 1, 0, 0, nil, &e), nd2.Success)
	defer e.Release()

	to, first, o := peer.sockaddr(1), networkPort(50000), new(nd2.Overlapped)
	returns(t, c.Connect(nil, to, nd1.ProtocolTCP, first, nil, o), nd2.InvalidParameter1)
	returns(t, c.Connect(e, nil, nd1.ProtocolTCP, first, nil, o), nd2.InvalidParameter2)
	returns(t, c.Connect(e, to, 17, first, nil, o), nd2.InvalidParameter4)
	returns(t, c.Connect(e, to, nd1.ProtocolTCP, first, nil, nil), nd2.InvalidParameter8)
	returns(t, c.Connect(e, to, nd1.ProtocolTCP, networkPort(50001), nil, o), nd2.Pending)
	if at, _ := c.(*nd1Connector).connector.connector.Bound(); at.Port() != 50001 {
		t.Errorf("the connector is bound to %v, want port 50001", at)
	}
	returns(t, c.GetOverlappedResult(o, new(uintptr), true), nd2.ConnectionRefused)
}
