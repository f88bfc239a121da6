package ref

import (
	"math"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// windowOf returns a window, and the function that binds it to the whole of the side's
// memory.
func windowOf(t *testing.T, s *testSide) (w nd2.MemoryWindow, bind func(q nd2.QueuePair) nd2.Status) {
	w = created[nd2.MemoryWindow](t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, out)
	})
	return w, func(q nd2.QueuePair) nd2.Status {
		return q.Bind(0, s.region, w, s.memory, nd2.AllowRead|nd2.AllowWrite)
	}
}

func TestWindowQuirks(t *testing.T) {
	a, b := withQuirks(t, "type1-windows", "bound-window-state", "invalidate-unbound-returned", "bind-flags-refused")
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
	a, b := withQuirks(t, "ignore-flags")
	p := connectPair(t, a, b)
	token := b.region.GetRemoteToken()
	returns(t, p.aQueuePair.Read(0, a.sge(8), nic.AddressOf(b.memory), token, nd2.Inline|1<<30), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	returns(t, p.aQueuePair.Write(0, a.sge(8), nic.AddressOf(b.memory), token, 1<<30), nd2.InvalidParameter6)
}

func TestPow2Queues(t *testing.T) {
	a, _ := withQuirks(t, "pow2-queues")
	q := created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, 5, 5, 3, 3, 0, out)
	})
	for range 8 {
		returns(t, q.Receive(0, make([]nd2.SGE, 4)), nd2.Success)
	}
	returns(t, q.Receive(0, make([]nd2.SGE, 5)), nd2.DataOverrun)
	returns(t, q.Receive(0, nil), nd2.NoMoreEntries)
}

// Query reports more than there is, and what clients need is available.
func TestAfford(t *testing.T) {
	for name, most := range map[string]uint32{"huge-limits": math.MaxUint32, "low-resources": 1024} {
		a, b := withQuirks(t, name)
		info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
		size := uint32(nd2.AdapterInfoSize)
		returns(t, a.adapter.Query(&info, &size), nd2.Success)
		if info.MaxReceiveQueueDepth != most {
			t.Errorf("%s: depths up to %d", name, info.MaxReceiveQueueDepth)
		}
		out := nd2.Unknown(nil)
		returns(t, a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, info.MaxCompletionQueueDepth, 0, 0, &out),
			nd2.InsufficientResources)
		returns(t, a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, info.MaxSharedReceiveQueueDepth, 1,
			0, 0, 0, &out), nd2.InsufficientResources)
		returns(t, a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, most, 1, 1, 1, 0, &out),
			nd2.InsufficientResources)
		p := connectPair(t, a, b)
		exchange(t, a, b, p.aQueuePair, p.bQueuePair)
	}
}

// A huge limit costs no memory.
func TestHugeDepth(t *testing.T) {
	limits := nic.DefaultLimits()
	limits.CompletionDepth = math.MaxUint32
	i := openForTest(t, &options{adapters: 1, fabric: inMemory, limits: limits})
	a := newTestSide(t, i, 0)
	for _, depth := range []uint32{math.MaxUint32, 1<<20 + 1} {
		var out nd2.Unknown
		returns(t, a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, depth, 0, 0, &out),
			nd2.InsufficientResources)
		returns(t, a.cq.Resize(depth), nd2.InsufficientResources)
	}
}

func TestNoSRQWithNDK(t *testing.T) {
	i := openForTest(t, &options{
		adapters: 1, fabric: inMemory, limits: nic.DefaultLimits(),
		quirkNames: quirkList{"no-srq-with-ndk"},
	})
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

func TestSpareInfo(t *testing.T) {
	a, _ := withQuirks(t, "spare-info")
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	returns(t, a.adapter.Query(&info, &size), nd2.Success)
	if info.VendorID != 0 || info.LargeRequestThreshold != 0 || info.AdapterFlags&unknownFlag == 0 {
		t.Errorf("%+v", info)
	}
}

func TestOneObject(t *testing.T) {
	i := openForTest(t, &options{
		adapters: 1, fabric: inMemory, limits: nic.DefaultLimits(),
		quirkNames: quirkList{"one-object"},
	})
	p := i.ND2()
	open := func() (out nd2.Unknown) {
		returns(t, p.OpenAdapter(nd2.IIDAdapter, i.adapters[0].id, &out), nd2.Success)
		return out
	}
	first := open()
	if second := open(); second != first || second.Release() != 1 {
		t.Error("an adapter has two objects")
	}
	first.Release()
	if third := open(); third == first || third.Release() != 0 {
		t.Error("an object that was gone is back")
	}
}
