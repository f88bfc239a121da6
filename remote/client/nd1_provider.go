package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// version1 is what an instance is beside the rest if its provider offers NetworkDirect v1.
type version1 struct{ of *session }

// ND1 implements [providers.V1].
func (v version1) ND1() nd1.Provider {
	var p nd1.Provider
	createND1(&object{session: v.of}, &proto.ND1Call{Method: &proto.ND1Call_NewProvider{NewProvider: &proto.NewProvider{}}}, &p)
	return p
}

// doND1 makes a call of v1 on the object. The reply has an ND1Out, whatever the agent says.
func (o *object) doND1(c *proto.ND1Call) *proto.Reply {
	r := o.do(&proto.Call{Method: &proto.Call_Nd1{Nd1: c}})
	if r.Nd1 == nil {
		r.Nd1 = &proto.ND1Out{}
	}
	return r
}

func (o *object) statusND1(c *proto.ND1Call) nd2.Status { return nd2.Status(o.doND1(c).GetStatus()) }

// createND1 makes a call of v1 that creates an object, and stores that where its caller wants it.
func createND1[T nd2.Unknown](o *object, c *proto.ND1Call, out *T) *proto.Reply {
	r := o.doND1(c)
	if came := r.GetObject(); came != nil && !came.GetUntouched() {
		var u nd2.Unknown
		o.comesOut(came, &u)
		*out, _ = u.(T)
	}
	return r
}

// putWide stores a size that has come where a pointer leads, unless the pointer is nil.
func putWide(to *uintptr, came *uint64) { put(to, wire.Narrow(came)) }

// resultND1 is GetOverlappedResult of v1.
func (o *overlapping) resultND1(request *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	r := o.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetOverlappedResult{GetOverlappedResult: &proto.ND1GetOverlappedResult{
		Overlapped: o.request(request), BytesTransferred: wire.Wide(bytesTransferred), Wait: wait,
	}}})
	putWide(bytesTransferred, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

type nd1Provider struct{ object }

// QueryAddressList implements [nd1.Provider].
func (p *nd1Provider) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	q := &proto.ND1QueryAddressList{Size: wire.Wide(size)}
	if list != nil {
		q.List = &proto.AddressList{Address: list.Address}
	}
	r := p.doND1(&proto.ND1Call{Method: &proto.ND1Call_QueryAddressList{QueryAddressList: q}})
	if list != nil && r.GetList() != nil {
		list.Address = r.GetList().GetAddress()
	}
	putWide(size, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

// OpenAdapter implements [nd1.Provider].
func (p *nd1Provider) OpenAdapter(address []byte, adapter *nd1.Adapter) nd2.Status {
	r := createND1(&p.object, &proto.ND1Call{Method: &proto.ND1Call_OpenAdapter{OpenAdapter: &proto.ND1OpenAdapter{Address: p.buffer(address)}}}, adapter)
	return nd2.Status(r.GetStatus())
}
