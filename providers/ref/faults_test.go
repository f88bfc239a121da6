package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
)

func (s *testSide) inject(i *instance, f providers.Fault) (undo func()) {
	s.t.Helper()
	f.Adapter = s.adapter.(*adapter).hardware.id
	undo, err := i.Inject(f)
	if err != nil {
		s.t.Fatal(err)
	}
	return undo
}

func TestInjectRefused(t *testing.T) {
	i, a, _ := testSides(t)
	id := i.adapters[0].id
	for _, f := range []providers.Fault{
		{Kind: "earthquake", Adapter: id},
		{Kind: providers.AdapterRemoved, Adapter: 1},
		{Kind: providers.OutOfMemory, Adapter: id, Call: "IND2QueuePair::Sned"},
		{Kind: providers.OutOfResources, Adapter: id, Call: "IND2CompletionQueue::GetResults"},
		{Kind: providers.RequestDamaged, Adapter: id, Request: "Sned"},
		{Kind: providers.RequestInternal, Adapter: id},
		{Kind: providers.ResponderInternal, Adapter: id, Request: "Bind"},
	} {
		if undo, err := i.Inject(f); err == nil || undo != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
	undo := a.inject(i, providers.Fault{Kind: providers.AdapterRemoved})
	if _, err := i.Inject(providers.Fault{Kind: providers.Hold, Adapter: id}); err == nil {
		t.Error("a fault of an adapter that was removed")
	}
	undo()
}

func TestEveryKindIsInjected(t *testing.T) {
	i, a, _ := testSides(t)
	for _, kind := range i.Faults() {
		undo := a.inject(i, providers.Fault{Kind: kind, Call: "IND2Adapter::Query", Request: "Send"})
		undo()
		undo()
	}
	_, err := i.Inject(providers.Fault{Kind: providers.Hold, Adapter: i.adapters[1].id})
	if err != nil {
		t.Error(err)
	}
}

// Each call that can be made to fail does.
func TestEveryCallFails(t *testing.T) {
	i, a, b := testSides(t)
	p := connectPair(t, a, b)
	provider := i.ND2()
	defer provider.Release()
	all := a.every()
	srq := all[nd2.IIDSharedReceiveQueue].(nd2.SharedReceiveQueue)
	mw := all[nd2.IIDMemoryWindow].(nd2.MemoryWindow)
	l := all[nd2.IIDListener].(nd2.Listener)
	c, q := p.aConnector, p.aQueuePair
	o, size, out := new(nd2.Overlapped), uint32(100), nd2.Unknown(nil)
	file := nd2.OverlappedFile(nil)
	address := a.sockaddr(0)
	v1 := newND1(t, i, a)
	defer v1.Release()
	var c1 nd1.Connector
	returns(t, v1.CreateConnector(&c1), nd2.Success)
	defer c1.Release()
	d := newTestDomain(t, i)
	var ndkSRQ, noSRQ ndk.SRQ
	var noQP ndk.QP
	ends(t, d.createSrq(nil, nil, &ndkSRQ), ndk.Success)
	try := map[string]func() nd2.Status{
		"IND2Provider::ResolveAddress": func() nd2.Status {
			return provider.ResolveAddress(address, new(uint64))
		},
		"IND2Provider::OpenAdapter": func() nd2.Status {
			return provider.OpenAdapter(nd2.IIDAdapter, i.adapters[0].id, &out)
		},
		"IND2Overlapped::CancelOverlappedRequests": a.cq.CancelOverlappedRequests,
		"IND2Adapter::CreateOverlappedFile":        func() nd2.Status { return a.adapter.CreateOverlappedFile(&file) },
		"IND2Adapter::Query":                       func() nd2.Status { return a.adapter.Query(nil, &size) },
		"IND2Adapter::QueryAddressList":            func() nd2.Status { return a.adapter.QueryAddressList(nil, &size) },
		"IND2Adapter::CreateCompletionQueue": func() nd2.Status {
			return a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, 1, 0, 0, &out)
		},
		"IND2Adapter::CreateMemoryRegion": func() nd2.Status {
			return a.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, a.file, &out)
		},
		"IND2Adapter::CreateMemoryWindow": func() nd2.Status {
			return a.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, &out)
		},
		"IND2Adapter::CreateSharedReceiveQueue": func() nd2.Status {
			return a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, 1, 1, 0, 0, 0, &out)
		},
		"IND2Adapter::CreateQueuePair": func() nd2.Status {
			return a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, 1, 1, 1, 1, 0, &out)
		},
		"IND2Adapter::CreateQueuePairWithSrq": func() nd2.Status {
			return a.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, a.cq, a.cq, srq, 0, 1, 1, 0, &out)
		},
		"IND2Adapter::CreateConnector": func() nd2.Status {
			return a.adapter.CreateConnector(nd2.IIDConnector, a.file, &out)
		},
		"IND2Adapter::CreateListener": func() nd2.Status {
			return a.adapter.CreateListener(nd2.IIDListener, a.file, &out)
		},
		"IND2CompletionQueue::GetNotifyAffinity": func() nd2.Status {
			return a.cq.GetNotifyAffinity(new(uint16), new(uint64))
		},
		"IND2CompletionQueue::Resize": func() nd2.Status { return a.cq.Resize(1) },
		"IND2CompletionQueue::Notify": func() nd2.Status { return a.cq.Notify(nd2.NotifyAny, o) },
		"IND2SharedReceiveQueue::GetNotifyAffinity": func() nd2.Status {
			return srq.GetNotifyAffinity(new(uint16), new(uint64))
		},
		"IND2SharedReceiveQueue::Modify":     func() nd2.Status { return srq.Modify(0, 0) },
		"IND2SharedReceiveQueue::Notify":     func() nd2.Status { return srq.Notify(o) },
		"IND2SharedReceiveQueue::Receive":    func() nd2.Status { return srq.Receive(0, nil) },
		"IND2MemoryRegion::Register":         func() nd2.Status { return a.region.Register(a.memory, 0, o) },
		"IND2MemoryRegion::Deregister":       func() nd2.Status { return a.region.Deregister(o) },
		"IND2QueuePair::Flush":               q.Flush,
		"IND2QueuePair::Send":                func() nd2.Status { return q.Send(0, nil, 0) },
		"IND2QueuePair::Receive":             func() nd2.Status { return q.Receive(0, nil) },
		"IND2QueuePair::Bind":                func() nd2.Status { return q.Bind(0, a.region, mw, a.memory, nd2.AllowRead) },
		"IND2QueuePair::Invalidate":          func() nd2.Status { return q.Invalidate(0, mw, 0) },
		"IND2QueuePair::Read":                func() nd2.Status { return q.Read(0, nil, 0, 0, 0) },
		"IND2QueuePair::Write":               func() nd2.Status { return q.Write(0, nil, 0, 0, 0) },
		"IND2Connector::Bind":                func() nd2.Status { return c.Bind(address) },
		"IND2Connector::Connect":             func() nd2.Status { return c.Connect(q, address, 0, 0, nil, o) },
		"IND2Connector::CompleteConnect":     func() nd2.Status { return c.CompleteConnect(o) },
		"IND2Connector::Accept":              func() nd2.Status { return c.Accept(q, 0, 0, nil, o) },
		"IND2Connector::Reject":              func() nd2.Status { return c.Reject(nil) },
		"IND2Connector::GetReadLimits":       func() nd2.Status { return c.GetReadLimits(nil, nil) },
		"IND2Connector::GetPrivateData":      func() nd2.Status { return c.GetPrivateData(nil, &size) },
		"IND2Connector::GetLocalAddress":     func() nd2.Status { return c.GetLocalAddress(nil, &size) },
		"IND2Connector::GetPeerAddress":      func() nd2.Status { return c.GetPeerAddress(nil, &size) },
		"IND2Connector::NotifyDisconnect":    func() nd2.Status { return c.NotifyDisconnect(o) },
		"IND2Connector::Disconnect":          func() nd2.Status { return c.Disconnect(o) },
		"IND2Listener::Bind":                 func() nd2.Status { return l.Bind(address) },
		"IND2Listener::Listen":               func() nd2.Status { return l.Listen(0) },
		"IND2Listener::GetLocalAddress":      func() nd2.Status { return l.GetLocalAddress(nil, &size) },
		"IND2Listener::GetConnectionRequest": func() nd2.Status { return l.GetConnectionRequest(c, o) },
		"INDConnector::CreateEndpoint": func() nd2.Status {
			return c1.CreateEndpoint(nil, nil, 0, 0, 0, 0, 0, 0, nil, new(nd1.Endpoint))
		},
		"NDK_PD_DISPATCH::NdkCreateSrq":       func() nd2.Status { return nd2.Status(d.createSrq(nil, nil, &noSRQ)) },
		"NDK_PD_DISPATCH::NdkCreateQpWithSrq": func() nd2.Status { return nd2.Status(d.createQP(ndkSRQ, &noQP)) },
	}
	if len(try) != len(failable) {
		t.Errorf("%d calls are tried, %d are known", len(try), len(failable))
	}
	for _, call := range failable {
		undo := a.inject(i, providers.Fault{Kind: providers.OutOfMemory, Call: call})
		if got := try[call](); got != nd2.NoMemory {
			t.Errorf("%s: %v without memory", call, got)
		}
		undo()
		undo = a.inject(i, providers.Fault{Kind: providers.OutOfResources, Call: call})
		if got := try[call](); got != nd2.InsufficientResources {
			t.Errorf("%s: %v without resources", call, got)
		}
		undo()
		if out != nil || file != nil || noSRQ != nil || noQP != nil {
			t.Fatalf("%s: a failure, and an object", call)
		}
	}
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
	// Without the adapter, only cleaning up works.
	cleanUp := map[string]nd2.Status{
		"IND2Provider::ResolveAddress": nd2.InvalidAddress, "IND2Provider::OpenAdapter": nd2.InvalidParameter,
		"IND2Overlapped::CancelOverlappedRequests": nd2.Success,
		"IND2MemoryRegion::Deregister":             nd2.Success, "IND2QueuePair::Flush": nd2.Success,
	}
	a.inject(i, providers.Fault{Kind: providers.AdapterRemoved})
	for _, call := range failable {
		expected, ok := cleanUp[call]
		if !ok {
			expected = nd2.DeviceRemoved
		}
		if got := try[call](); got != expected {
			t.Errorf("%s: %v of an adapter that was removed, want %v", call, got, expected)
		}
	}
}

func TestAdapterRemoved(t *testing.T) {
	i, a, b := testSides(t)
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Receive(1, nil), nd2.Success)
	notify := pends(a.cq, func(o *nd2.Overlapped) nd2.Status { return a.cq.Notify(nd2.NotifyErrors, o) })
	undo := a.inject(i, providers.Fault{Kind: providers.AdapterRemoved})
	again := a.inject(i, providers.Fault{Kind: providers.AdapterRemoved})
	returns(t, notify.wait(), nd2.DeviceRemoved)
	var r [2]nd2.Result
	if n := a.cq.GetResults(r[:]); n != 1 || r[0].Status != nd2.Canceled {
		t.Errorf("%d results: %v", n, r[0])
	}
	var size uint32
	provider := i.ND2()
	defer provider.Release()
	returns(t, provider.QueryAddressList(nil, &size), nd2.BufferOverflow)
	less := size
	undo()
	returns(t, provider.ResolveAddress(a.sockaddr(0), new(uint64)), nd2.InvalidAddress)
	again()
	size = 0
	returns(t, provider.QueryAddressList(nil, &size), nd2.BufferOverflow)
	if less >= size {
		t.Errorf("the list has %d bytes without the adapter, %d with it", less, size)
	}
	returns(t, a.cq.Notify(nd2.NotifyAny, new(nd2.Overlapped)), nd2.DeviceRemoved)
	fresh := newTestSide(t, i, 0)
	q := connectPair(t, fresh, b)
	exchange(t, fresh, b, q.aQueuePair, q.bQueuePair)
}

func TestQueueFailure(t *testing.T) {
	i, a, b := testSides(t)
	p := connectPair(t, a, b)
	srq := a.every()[nd2.IIDSharedReceiveQueue].(nd2.SharedReceiveQueue)
	any_ := pends(a.cq, func(o *nd2.Overlapped) nd2.Status { return a.cq.Notify(nd2.NotifyAny, o) })
	low := pends(srq, srq.Notify)
	a.inject(i, providers.Fault{Kind: providers.QueueFailure})()
	returns(t, any_.wait(), nd2.InternalError)
	returns(t, low.wait(), nd2.InternalError)
	returns(t, p.aQueuePair.Send(0, nil, 0), nd2.Success)
	if n := a.cq.GetResults(make([]nd2.Result, 1)); n != 0 {
		t.Error("a completion after the failure")
	}
	fresh := connectPair(t, newTestSide(t, i, 0), b)
	exchange(t, fresh.a, b, fresh.aQueuePair, fresh.bQueuePair)
}

func TestAffinityUnsupported(t *testing.T) {
	i, a, _ := testSides(t)
	undo := a.inject(i, providers.Fault{Kind: providers.AffinityUnsupported})
	returns(t, a.cq.GetNotifyAffinity(new(uint16), new(uint64)), nd2.NotSupported)
	returns(t, a.cq.GetNotifyAffinity(nil, nil), nd2.InvalidParameter)
	undo()
	returns(t, a.cq.GetNotifyAffinity(new(uint16), new(uint64)), nd2.Success)
}

func TestHoldAndPartition(t *testing.T) {
	i, a, b := testSides(t)
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(1, nil), nd2.Success)
	undo := b.inject(i, providers.Fault{Kind: providers.Hold})
	returns(t, p.aQueuePair.Send(1, nil, 0), nd2.Success)
	if n := b.cq.GetResults(make([]nd2.Result, 1)); n != 0 {
		t.Error("received while held")
	}
	undo()
	returns(t, b.result().Status, nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	undo = b.inject(i, providers.Fault{Kind: providers.Partition})
	returns(t, p.aQueuePair.Send(1, nil, 0), nd2.Success)
	returns(t, a.result().Status, nd2.IOTimeout)
	undo()
}
