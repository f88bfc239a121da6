package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type provider struct{ object }

// QueryAddressList implements [nd2.Provider].
func (p *provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return p.queryAddressList(list, size)
}

// queryAddressList is also the adapter's.
func (o *object) queryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	q := &proto.QueryAddressList{Size: size}
	if list != nil {
		q.List = &proto.AddressList{Address: list.Address}
	}
	r := o.do(&proto.Call{Method: &proto.Call_QueryAddressList{QueryAddressList: q}})
	if list != nil && r.GetList() != nil {
		list.Address = r.GetList().GetAddress()
	}
	put(size, r.Size)
	return nd2.Status(r.GetStatus())
}

// put stores what has come where a pointer leads, unless the pointer is nil.
func put[T any](to, came *T) {
	if to != nil && came != nil {
		*to = *came
	}
}

// ResolveAddress implements [nd2.Provider].
func (p *provider) ResolveAddress(address []byte, adapterID *uint64) nd2.Status {
	r := p.do(&proto.Call{Method: &proto.Call_ResolveAddress{ResolveAddress: &proto.ResolveAddress{Address: p.buffer(address)}}})
	if s := nd2.Status(r.GetStatus()); s != nd2.Success {
		return s
	}
	*adapterID = r.GetValue()
	return nd2.Success
}

// OpenAdapter implements [nd2.Provider].
func (p *provider) OpenAdapter(iid nd2.GUID, adapterID uint64, adapter *nd2.Unknown) nd2.Status {
	return p.create(&proto.Call{Method: &proto.Call_OpenAdapter{OpenAdapter: &proto.OpenAdapter{Iid: wire.IID(iid), AdapterId: adapterID}}}, adapter)
}
