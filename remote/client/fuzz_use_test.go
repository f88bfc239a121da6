package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
)

// use makes calls of all that an instance offers.
func use(i providers.Instance) {
	address, id := make([]byte, 16), uint64(1)
	var object nd2.Unknown
	if p := i.ND2(); p != nil {
		var list nd2.SocketAddressList
		size := uint32(1 << 16)
		p.QueryAddressList(&list, &size)
		if len(list.Address) > 0 {
			address = list.Address[0]
		}
		p.ResolveAddress(address, &id)
		p.OpenAdapter(nd2.IIDAdapter, id, &object)
		if a, ok := object.(nd2.Adapter); ok {
			useND2(a)
			a.Release()
		}
		p.Release()
	}
	if m, ok := i.(providers.Memory); ok {
		useMemory(m)
	}
	if v, ok := i.(providers.V1); ok {
		useV1(v.ND1(), address)
	}
	if k, ok := i.(providers.NDK); ok {
		useNDK(k.NDK(), id)
	}
}

func useV1(p nd1.Provider, address []byte) {
	if p == nil {
		return
	}
	var a nd1.Adapter
	var queue nd1.CompletionQueue
	var connector nd1.Connector
	var e nd1.Endpoint
	var l nd1.Listen
	var info nd1.AdapterInfo
	var mr nd1.MRHandle
	var d nd1.MWDescriptor
	var size uintptr
	var port uint16
	if p.OpenAdapter(address, &a); a == nil {
		return
	}
	a.Query(nd1.Version1, &info, &size)
	a.GetFileHandle()
	a.RegisterMemory(make([]byte, 8), new(nd2.Overlapped), &mr)
	a.CreateCompletionQueue(4, &queue)
	a.CreateConnector(&connector)
	a.Listen(0, nd1.ProtocolTCP, 0, &port, &l)
	if queue != nil {
		queue.GetResults(make([]*nd1.Result, 1))
	}
	if connector == nil {
		return
	}
	connector.CreateEndpoint(queue, queue, 1, 1, 1, 1, 0, 0, &size, &e)
	connector.GetConnectionData(&size, &size, make([]byte, 8), &size)
	if e != nil {
		e.Bind(new(nd1.Result), mr, nil, make([]byte, 8), 0, &d)
		e.Write(new(nd1.Result), []nd1.SGE{{Buffer: make([]byte, 8), MR: mr}}, &d, 1, 0)
	}
}

func useNDK(p ndk.Provider, id uint64) {
	var a ndk.Adapter
	var pd ndk.PD
	var queue ndk.CQ
	var srq ndk.SRQ
	var info ndk.AdapterInfo
	created := func(_ uintptr, _ ndk.Status, o ndk.Object) {
		if o != nil {
			o.Close(func(uintptr) {}, 0)
		}
	}
	if p.OpenAdapter(id, &a); a == nil {
		return
	}
	a.QueryAdapterInfo(&info)
	if a.CreateCq(4, created, 1, &queue); queue != nil {
		queue.GetCqResults(make([]ndk.Result, 1))
	}
	if a.CreatePd(created, 1, &pd); pd != nil {
		pd.CreateSrq(1, 1, 1, func(uintptr, ndk.Status) {}, 1, nil, created, 1, &srq)
	}
	if srq != nil {
		srq.QueryExtension(nd2.GUID{}, ndk.Version{}, &ndk.ExtensionInterface{})
		srq.SrqReceive(1, []ndk.SGE{{Buffer: make([]byte, 8)}})
	}
	if srq != nil {
		srq.Close(func(uintptr) {}, 0)
	}
	if pd != nil {
		pd.Close(func(uintptr) {}, 0)
	}
	if queue != nil {
		queue.Close(func(uintptr) {}, 0)
	}
	p.CloseAdapter(a)
}
