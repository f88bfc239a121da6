package ref

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

func TestQuery(t *testing.T) {
	i, a, _ := testSides(t)
	for _, c := range []struct {
		given   uint32
		version uint32
		want    nd2.Status
	}{
		{0, nd2.Version2, nd2.BufferOverflow},
		{nd2.AdapterInfoSize - 1, nd2.Version2, nd2.BufferOverflow},
		{nd2.AdapterInfoSize, nd2.Version2, nd2.Success},
		{nd2.AdapterInfoSize + 100, nd2.Version1, nd2.Success},
		{nd2.AdapterInfoSize, 77, nd2.InvalidParameter1},
	} {
		info, size := nd2.AdapterInfo{InfoVersion: c.version, MaxReadSGE: 99}, c.given
		returns(t, a.adapter.Query(&info, &size), c.want)
		if size != nd2.AdapterInfoSize {
			t.Errorf("size %d", size)
		}
		if c.want != nd2.Success && info.MaxReadSGE != 99 {
			t.Error("a failure has changed the structure")
		}
		if c.want == nd2.Success &&
			(info.AdapterID != i.adapters[0].id || info.InfoVersion != nd2.Version2 || info.MaxReadSGE > info.MaxInitiatorSGE) {
			t.Errorf("%+v", info)
		}
	}
	size := uint32(0)
	returns(t, a.adapter.Query(nil, &size), nd2.BufferOverflow)
	returns(t, a.adapter.Query(nil, &size), nd2.InvalidParameter1)
	returns(t, a.adapter.Query(nil, nil), nd2.InvalidParameter2)
}

func TestAddressLists(t *testing.T) {
	i, a, _ := testSides(t)
	p := i.ND2()
	defer p.Release()
	for name, c := range map[string]struct {
		query func(*nd2.SocketAddressList, *uint32) nd2.Status
		n     int
	}{"adapter": {a.adapter.QueryAddressList, 2}, "provider": {p.QueryAddressList, 4}} {
		var size uint32
		returns(t, c.query(nil, &size), nd2.BufferOverflow)
		need := size
		size--
		var list nd2.SocketAddressList
		returns(t, c.query(&list, &size), nd2.BufferOverflow)
		if len(list.Address) != 0 || size != need {
			t.Errorf("%s: %d addresses, %d bytes", name, len(list.Address), size)
		}
		size += 10
		returns(t, c.query(&list, &size), nd2.Success)
		if len(list.Address) != c.n || size != need {
			t.Errorf("%s: %d addresses, %d bytes", name, len(list.Address), size)
		}
		for _, s := range list.Address {
			if _, ok := nd2.ParseSockaddr(s); !ok {
				t.Errorf("%s: malformed address % x", name, s)
			}
		}
		returns(t, c.query(nil, &size), nd2.InvalidParameter1)
		returns(t, c.query(nil, nil), nd2.InvalidParameter2)
	}
}

func TestProvider(t *testing.T) {
	i, _, _ := testSides(t)
	p := i.ND2()
	for n, h := range i.adapters {
		for _, own := range h.addresses {
			var id uint64
			returns(t, p.ResolveAddress(nd2.Sockaddr(netip.AddrPortFrom(own, 99)), &id), nd2.Success)
			if id != h.id {
				t.Errorf("adapter %d has id %#x", n, id)
			}
		}
	}
	id := uint64(5)
	for _, wrong := range [][]byte{nil, {2, 0}, nd2.Sockaddr(netip.MustParseAddrPort("198.51.100.1:0"))} {
		returns(t, p.ResolveAddress(wrong, &id), nd2.InvalidAddress)
	}
	if id != 5 {
		t.Error("a failure has changed the id")
	}
	out := nd2.Unknown(p)
	returns(t, p.OpenAdapter(nd2.IIDAdapter, 7, &out), nd2.InvalidParameter)
	if out != nil {
		t.Error("a failure, and an object")
	}
	out = p
	returns(t, p.OpenAdapter(nd2.IIDConnector, i.adapters[0].id, &out), object.NoInterface)
	if out != nil {
		t.Error("a failure, and an object")
	}
	returns(t, p.OpenAdapter(nd2.IIDAdapter, i.adapters[0].id, &out), nd2.Success)
	returns(t, nd2.Status(p.Release()), 0)
	if out.(*adapter).QueryAddressList(nil, new(uint32)) != nd2.BufferOverflow {
		t.Error("the adapter does not work without the provider")
	}
	out.Release()
	if i.Version() == "" {
		t.Error("no version")
	}
}

func TestAffinity(t *testing.T) {
	_, a, _ := testSides(t)
	for _, c := range []struct {
		group uint16
		mask  uint64
		want  affinity
	}{{0, 0, processors()}, {0, 1, 1}, {1, 1, processors()}, {0, 1 << 63, affinityFor(0, 1<<63)}} {
		cq := created[nd2.CompletionQueue](t, func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, a.file, 8, c.group, c.mask, out)
		})
		srq := created[nd2.SharedReceiveQueue](t, func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, 8, 1, 0, c.group, c.mask, out)
		})
		for _, get := range []func(*uint16, *uint64) nd2.Status{cq.GetNotifyAffinity, srq.GetNotifyAffinity} {
			group, mask := uint16(9), uint64(9)
			returns(t, get(&group, &mask), nd2.Success)
			if group != 0 || affinity(mask) != c.want || mask == 0 {
				t.Errorf("%d/%#x gives %d/%#x", c.group, c.mask, group, mask)
			}
			returns(t, get(nil, &mask), nd2.InvalidParameter)
			returns(t, get(&group, nil), nd2.InvalidParameter)
		}
	}
}

func TestMemoryRegion(t *testing.T) {
	i, a, _ := testSides(t)
	most := i.adapters[0].limits.Registration
	region := func() nd2.MemoryRegion {
		return created[nd2.MemoryRegion](t, func(out *nd2.Unknown) nd2.Status {
			return a.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, a.file, out)
		})
	}
	for _, c := range []struct {
		size     uint64
		flags    nd2.RegionFlags
		returned nd2.Status
	}{
		{0, 0, nd2.AccessViolation},
		{1, 0, nd2.Success},
		{inlineRegistration, nd2.AllowRemoteWrite, nd2.Success},
		{inlineRegistration + 1, nd2.DoNotSecureVM, nd2.Pending},
		{most, nd2.RDMAReadSink, nd2.Pending},
		{most + 1, 0, nd2.InvalidParameter},
		{1, 0x10, nd2.InvalidParameter},
	} {
		m, buffer := region(), make([]byte, c.size)
		register := pends(m, func(o *nd2.Overlapped) nd2.Status { return m.Register(buffer, c.flags, o) })
		returns(t, register.returned, c.returned)
		if c.returned == nd2.Pending {
			returns(t, register.wait(), nd2.Success)
			if register.sets() != 1 {
				t.Errorf("the event was set %d times", register.sets())
			}
		} else if register.sets() != 0 {
			t.Error("the event was set for an inline completion")
		}
		if c.returned == nd2.Success || c.returned == nd2.Pending {
			if m.GetLocalToken() == 0 || m.GetRemoteToken() == 0 {
				t.Error("a token is 0")
			}
			returns(t, pends(m, m.Deregister).returned, c.returned)
		}
	}
	m := region()
	returns(t, m.Register([]byte{1}, 0, nil), nd2.InvalidParameter)
	returns(t, m.Deregister(nil), nd2.InvalidParameter)
	returns(t, m.GetOverlappedResult(nil, false), nd2.InvalidParameter1)
}

func TestBindParameters(t *testing.T) {
	_, a, b := testSides(t)
	p := connectPair(t, a, b)
	window := func(s *testSide) nd2.MemoryWindow {
		return created[nd2.MemoryWindow](t, func(out *nd2.Unknown) nd2.Status {
			return s.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, out)
		})
	}
	q, mine, theirs := p.aQueuePair, window(a), window(b)
	var none *memoryWindow
	bind := func(mr, mw nd2.Unknown) nd2.Status { return q.Bind(0, mr, mw, a.memory, nd2.AllowRead) }
	returns(t, bind(nil, mine), nd2.InvalidParameter2)
	returns(t, bind(mine, mine), nd2.InvalidParameter2)
	returns(t, bind(b.region, mine), nd2.InvalidParameter2)
	returns(t, bind(a.region, nil), nd2.InvalidParameter3)
	returns(t, bind(a.region, none), nd2.InvalidParameter3)
	returns(t, bind(a.region, theirs), nd2.InvalidParameter3)
	returns(t, q.Invalidate(0, theirs, 0), nd2.InvalidParameter2)
	returns(t, q.Invalidate(0, a.region, 0), nd2.InvalidParameter2)
	returns(t, bind(a.region, mine), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	returns(t, pends(a.region, a.region.Deregister).wait(), nd2.DeviceBusy)
	returns(t, q.Invalidate(0, mine, 0), nd2.Success)
	returns(t, a.result().Status, nd2.Success)
	returns(t, pends(a.region, a.region.Deregister).wait(), nd2.Success)
}

func TestQueueParameters(t *testing.T) {
	_, a, _ := testSides(t)
	o := new(nd2.Overlapped)
	returns(t, a.cq.Notify(3, o), nd2.InvalidParameter1)
	returns(t, a.cq.Notify(nd2.NotifyAny, nil), nd2.InvalidParameter2)
	returns(t, a.cq.Resize(0), nd2.InvalidParameter)
	returns(t, a.cq.Resize(1<<31), nd2.InvalidParameter)
	returns(t, a.cq.Resize(4096), nd2.Success)
	srq := created[nd2.SharedReceiveQueue](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.file, 8, 1, 0, 0, 0, out)
	})
	returns(t, srq.Notify(nil), nd2.InvalidParameter1)
	returns(t, srq.Modify(1<<31, 0), nd2.InvalidParameter)
	returns(t, srq.Modify(2048, 3), nd2.Success)
}
