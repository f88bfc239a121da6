//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"slices"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A call is a recorded call of a COM object's method.
type call struct {
	method int
	args   [11]uintptr
}

// recorder is an object whose methods note their calls, and return 0.
var recorder struct {
	last   call
	vtable *block
}

// record returns an object of the recorder's with an interface of the DLL's.
func record(i *instance, iid nd2.GUID) nd2.Unknown {
	if recorder.vtable == nil {
		recorder.vtable = newBlock(16 * ptrSize)
		for m := range words(recorder.vtable) {
			words(recorder.vtable)[m] = windows.NewCallback(func(_, a, b, c, d, e, f, g, h, j, k, l uintptr) uintptr {
				recorder.last = call{m, [11]uintptr{a, b, c, d, e, f, g, h, j, k, l}}
				return 0
			})
		}
	}
	object := newBlock(ptrSize)
	words(object)[0] = recorder.vtable.address()
	return i.wrap(object.address(), iid, &file{instance: i, handle: 0xf11e}, nd2.Success)
}

const some = ^uintptr(0) // stands for any pointer but NULL

// TestMethodsAreInTheirPlaces compares every call with ndspi.h: its place in the
// vtable, and its parameters, in order.
func TestMethodsAreInTheirPlaces(t *testing.T) {
	w := newWorld(t)
	i := w.instance
	f := &file{instance: i, handle: 0xf11e}
	ov := new(nd2.Overlapped)
	at, data, list := make([]byte, 16), make([]byte, 3), []nd2.SGE{{}, {}}
	list1, result, remote := []nd1.SGE{{}, {}}, new(nd1.Result), new(nd1.MWDescriptor)
	var u16 uint16
	var u32, v32 uint32
	var u64 uint64
	var size, long uintptr
	var out nd2.Unknown

	ad := record(i, nd2.IIDAdapter).(nd2.Adapter)
	cq := record(i, nd2.IIDCompletionQueue).(nd2.CompletionQueue)
	srq := record(i, nd2.IIDSharedReceiveQueue).(nd2.SharedReceiveQueue)
	mr := record(i, nd2.IIDMemoryRegion).(nd2.MemoryRegion)
	mw := record(i, nd2.IIDMemoryWindow).(nd2.MemoryWindow)
	qp := record(i, nd2.IIDQueuePair).(nd2.QueuePair)
	co := record(i, nd2.IIDConnector).(nd2.Connector)
	li := record(i, nd2.IIDListener).(nd2.Listener)
	pr := record(i, nd2.IIDProvider).(nd2.Provider)
	pcq, psrq, pmr, pmw, pqp, pco := pointerTo(
		cq), pointerTo(srq), pointerTo(mr), pointerTo(mw), pointerTo(qp), pointerTo(co)
	ad1 := record(i, nd1.IIDAdapter).(nd1.Adapter)
	cq1 := record(i, nd1.IIDCompletionQueue).(nd1.CompletionQueue)
	ep1 := record(i, nd1.IIDEndpoint).(nd1.Endpoint)
	co1 := record(i, nd1.IIDConnector).(nd1.Connector)
	li1 := record(i, nd1.IIDListen).(nd1.Listen)
	pr1 := record(i, nd1.IIDProvider).(nd1.Provider)
	pcq1, pep1, pco1 := pointerTo(cq1), pointerTo(ep1), pointerTo(co1)

	for _, c := range []struct {
		name   string
		do     func()
		method int
		args   []uintptr
	}{
		{"QueryInterface", func() { cq.QueryInterface(nd2.IIDOverlapped, &out) }, 0, []uintptr{some, some}},
		{"Cancel", func() { cq.CancelOverlappedRequests() }, 3, nil},
		{"GetOverlappedResult", func() { cq.GetOverlappedResult(ov, true) }, 4, []uintptr{some, 1}},

		{"Provider.QueryAddressList", func() { pr.QueryAddressList(nil, &u32) }, 3, []uintptr{0, some}},
		{"Provider.ResolveAddress", func() { pr.ResolveAddress(at, &u64) }, 4, []uintptr{some, 16, some}},
		{"Provider.OpenAdapter", func() { pr.OpenAdapter(nd2.IIDAdapter, 9, &out) }, 5, []uintptr{some, 9, some}},

		{"CreateOverlappedFile", func() { ad.CreateOverlappedFile(new(nd2.OverlappedFile)) }, 3, []uintptr{some}},
		{"Adapter.Query", func() { ad.Query(nil, &u32) }, 4, []uintptr{0, some}},
		{"Adapter.QueryAddressList", func() { ad.QueryAddressList(nil, &u32) }, 5, []uintptr{0, some}},
		{"CreateCompletionQueue", func() {
			ad.CreateCompletionQueue(nd2.IIDUnknown, f, 2, 3, 4, &out)
		}, 6, []uintptr{some, 0xf11e, 2, 3, 4, some}},
		{"CreateMemoryRegion", func() { ad.CreateMemoryRegion(nd2.IIDUnknown, f, &out) }, 7, []uintptr{some, 0xf11e, some}},
		{"CreateMemoryWindow", func() { ad.CreateMemoryWindow(nd2.IIDUnknown, &out) }, 8, []uintptr{some, some}},
		{"CreateSharedReceiveQueue", func() {
			ad.CreateSharedReceiveQueue(nd2.IIDUnknown, f, 2, 3, 4, 5, 6, &out)
		}, 9, []uintptr{some, 0xf11e, 2, 3, 4, 5, 6, some}},
		{"CreateQueuePair", func() {
			ad.CreateQueuePair(nd2.IIDUnknown, cq, mr, 1, 2, 3, 4, 5, 6, &out)
		}, 10, []uintptr{some, pcq, pmr, 1, 2, 3, 4, 5, 6, some}},
		{"CreateQueuePairWithSrq", func() {
			ad.CreateQueuePairWithSrq(nd2.IIDUnknown, cq, nil, srq, 1, 2, 3, 4, &out)
		}, 11, []uintptr{some, pcq, 0, psrq, 1, 2, 3, 4, some}},
		{"CreateConnector", func() { ad.CreateConnector(nd2.IIDUnknown, nil, &out) }, 12, []uintptr{some, 0, some}},
		{"CreateListener", func() { ad.CreateListener(nd2.IIDUnknown, f, nil) }, 13, []uintptr{some, 0xf11e, 0}},

		{"CompletionQueue.GetNotifyAffinity", func() { cq.GetNotifyAffinity(&u16, &u64) }, 5, []uintptr{some, some}},
		{"Resize", func() { cq.Resize(2) }, 6, []uintptr{2}},
		{"CompletionQueue.Notify", func() { cq.Notify(2, ov) }, 7, []uintptr{2, some}},
		{"GetResults", func() { cq.GetResults(make([]nd2.Result, 3)) }, 8, []uintptr{some, 3}},

		{"SharedReceiveQueue.GetNotifyAffinity", func() { srq.GetNotifyAffinity(nil, &u64) }, 5, []uintptr{0, some}},
		{"Modify", func() { srq.Modify(2, 3) }, 6, []uintptr{2, 3}},
		{"SharedReceiveQueue.Notify", func() { srq.Notify(ov) }, 7, []uintptr{some}},
		{"SharedReceiveQueue.Receive", func() { srq.Receive(1, list) }, 8, []uintptr{1, some, 2}},

		{"Register", func() { mr.Register(data, 7, ov) }, 5, []uintptr{some, 3, 7, some}},
		{"Deregister", func() { mr.Deregister(ov) }, 6, []uintptr{some}},
		{"MemoryRegion.GetLocalToken", func() { mr.GetLocalToken() }, 7, nil},
		{"MemoryRegion.GetRemoteToken", func() { mr.GetRemoteToken() }, 8, nil},
		{"MemoryWindow.GetRemoteToken", func() { mw.GetRemoteToken() }, 3, nil},

		{"Flush", func() { qp.Flush() }, 3, nil},
		{"Send", func() { qp.Send(1, list, 4) }, 4, []uintptr{1, some, 2, 4}},
		{"Send of nothing", func() { qp.Send(1, nil, 4) }, 4, []uintptr{1, 0, 0, 4}},
		{"Send of an empty list", func() { qp.Send(1, []nd2.SGE{}, 4) }, 4, []uintptr{1, some, 0, 4}},
		{"Receive", func() { qp.Receive(1, list) }, 5, []uintptr{1, some, 2}},
		{"Bind", func() { qp.Bind(1, mr, mw, data, 8) }, 6, []uintptr{1, pmr, pmw, some, 3, 8}},
		{"Invalidate", func() { qp.Invalidate(1, mw, 2) }, 7, []uintptr{1, pmw, 2}},
		{"Read", func() { qp.Read(1, list, 3, 4, 5) }, 8, []uintptr{1, some, 2, 3, 4, 5}},
		{"Write", func() { qp.Write(1, list, 3, 4, 5) }, 9, []uintptr{1, some, 2, 3, 4, 5}},

		{"Connector.Bind", func() { co.Bind(at) }, 5, []uintptr{some, 16}},
		{"Connect", func() { co.Connect(qp, at, 2, 3, data, ov) }, 6, []uintptr{pqp, some, 16, 2, 3, some, 3, some}},
		{"CompleteConnect", func() { co.CompleteConnect(ov) }, 7, []uintptr{some}},
		{"Accept", func() { co.Accept(qp, 2, 3, nil, ov) }, 8, []uintptr{pqp, 2, 3, 0, 0, some}},
		{"Reject", func() { co.Reject(data) }, 9, []uintptr{some, 3}},
		{"GetReadLimits", func() { co.GetReadLimits(&u32, nil) }, 10, []uintptr{some, 0}},
		{"GetPrivateData", func() { co.GetPrivateData(nil, &u32) }, 11, []uintptr{0, some}},
		{"Connector.GetLocalAddress", func() { co.GetLocalAddress(at, &u32) }, 12, []uintptr{some, some}},
		{"GetPeerAddress", func() { co.GetPeerAddress(at, &v32) }, 13, []uintptr{some, some}},
		{"NotifyDisconnect", func() { co.NotifyDisconnect(ov) }, 14, []uintptr{some}},
		{"Disconnect", func() { co.Disconnect(ov) }, 15, []uintptr{some}},

		{"Listener.Bind", func() { li.Bind(at) }, 5, []uintptr{some, 16}},
		{"Listen", func() { li.Listen(4) }, 6, []uintptr{4}},
		{"Listener.GetLocalAddress", func() { li.GetLocalAddress(at, &u32) }, 7, []uintptr{some, some}},
		{"GetConnectionRequest", func() { li.GetConnectionRequest(co, ov) }, 8, []uintptr{pco, some}},

		{"v1 Provider.QueryAddressList", func() { pr1.QueryAddressList(nil, &size) }, 3, []uintptr{0, some}},
		{"v1 GetOverlappedResult", func() { cq1.GetOverlappedResult(ov, &size, true) }, 4, []uintptr{some, some, 1}},
		{"v1 Query", func() { ad1.Query(1, nil, &size) }, 6, []uintptr{1, 0, some}},
		{"v1 Control", func() { ad1.Control(1, data, at, &size, ov) }, 7, []uintptr{1, some, 3, some, 16, some, some}},
		{"v1 CreateCompletionQueue", func() {
			ad1.CreateCompletionQueue(2, new(nd1.CompletionQueue))
		}, 8, []uintptr{2, some}},
		{"v1 RegisterMemory", func() { ad1.RegisterMemory(data, ov, new(nd1.MRHandle)) }, 9, []uintptr{some, 3, some, some}},
		{"v1 DeregisterMemory", func() { ad1.DeregisterMemory(5, ov) }, 10, []uintptr{5, some}},
		{"v1 CreateMemoryWindow", func() {
			ad1.CreateMemoryWindow(result, new(nd1.MemoryWindow))
		}, 11, []uintptr{some, some}},
		{"v1 CreateConnector", func() { ad1.CreateConnector(new(nd1.Connector)) }, 12, []uintptr{some}},
		{"v1 Listen", func() { ad1.Listen(1, 6, 3, &u16, new(nd1.Listen)) }, 13, []uintptr{1, 6, 3, some, some}},
		{"v1 Resize", func() { cq1.Resize(2) }, 5, []uintptr{2}},
		{"v1 Notify", func() { cq1.Notify(1, ov) }, 6, []uintptr{1, some}},
		{"v1 GetResults", func() { cq1.GetResults(make([]*nd1.Result, 3)) }, 7, []uintptr{some, 3}},
		{"v1 Flush", func() { ep1.Flush() }, 3, nil},
		{"v1 StartRequestBatch", func() { ep1.StartRequestBatch() }, 4, nil},
		{"v1 SubmitRequestBatch", func() { ep1.SubmitRequestBatch() }, 5, nil},
		{"v1 Send", func() { ep1.Send(result, list1, 4) }, 6, []uintptr{some, some, 2, 4}},
		{"v1 SendAndInvalidate", func() {
			ep1.SendAndInvalidate(result, list1, remote, 4)
		}, 7, []uintptr{some, some, 2, some, 4}},
		{"v1 Receive", func() { ep1.Receive(result, nil) }, 8, []uintptr{some, 0, 0}},
		{"v1 Bind", func() { ep1.Bind(result, 2, mw, data, 8, remote) }, 9, []uintptr{some, 2, pmw, some, 3, 8, some}},
		{"v1 Invalidate", func() { ep1.Invalidate(result, mw, 2) }, 10, []uintptr{some, pmw, 2}},
		{"v1 Read", func() { ep1.Read(result, list1, remote, 5, 6) }, 11, []uintptr{some, some, 2, some, 5, 6}},
		{"v1 Write", func() { ep1.Write(result, list1, nil, 5, 6) }, 12, []uintptr{some, some, 2, 0, 5, 6}},
		{"v1 CreateEndpoint", func() {
			co1.CreateEndpoint(cq1, cq1, 1, 2, 3, 4, 5, 6, &long, new(nd1.Endpoint))
		}, 5, []uintptr{pcq1, pcq1, 1, 2, 3, 4, 5, 6, some, some}},
		{"v1 Connect", func() { co1.Connect(ep1, at, 6, 7, data, ov) }, 6, []uintptr{pep1, some, 16, 6, 7, some, 3, some}},
		{"v1 CompleteConnect", func() { co1.CompleteConnect(ov) }, 7, []uintptr{some}},
		{"v1 Accept", func() { co1.Accept(ep1, data, ov) }, 8, []uintptr{pep1, some, 3, some}},
		{"v1 Reject", func() { co1.Reject(nil) }, 9, []uintptr{0, 0}},
		{"v1 GetConnectionData", func() {
			co1.GetConnectionData(&size, nil, data, &long)
		}, 10, []uintptr{some, 0, some, some}},
		{"v1 GetLocalAddress", func() { co1.GetLocalAddress(at, &size) }, 11, []uintptr{some, some}},
		{"v1 GetPeerAddress", func() { co1.GetPeerAddress(at, &size) }, 12, []uintptr{some, some}},
		{"v1 NotifyDisconnect", func() { co1.NotifyDisconnect(ov) }, 13, []uintptr{some}},
		{"v1 Disconnect", func() { co1.Disconnect(ov) }, 14, []uintptr{some}},
		{"v1 GetConnectionRequest", func() { li1.GetConnectionRequest(co1, ov) }, 5, []uintptr{pco1, some}},
	} {
		recorder.last = call{method: -1}
		c.do()
		got := recorder.last.args[:len(c.args)]
		for n, a := range got {
			if c.args[n] == some && a != 0 {
				got[n] = some
			}
		}
		if recorder.last.method != c.method || !slices.Equal(got, c.args) {
			t.Errorf("%s: method %d with %x, want %d with %x", c.name, recorder.last.method, got, c.method, c.args)
		}
	}
}
