package host

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callND1 makes the calls of NetworkDirect v1 that are not as in v2; it returns nil for
// other calls.
func (h *host) callND1(n uint64, c *proto.Call) *proto.Reply {
	for _, of := range []func(uint64, *proto.ND1Call) *proto.Reply{h.callND1Provider, h.callND1Adapter, h.callND1Queue, h.callND1Connector, h.callND1Endpoint} {
		if r := of(n, c.GetNd1()); r != nil {
			return r
		}
	}
	return nil
}

// callND1Provider makes the calls of INDProvider, and GetOverlappedResult; it returns nil
// for other calls.
func (h *host) callND1Provider(n uint64, c *proto.ND1Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.ND1Call_NewProvider:
		offers, ok := h.instance.(providers.V1)
		if !ok {
			h.violated("the provider offers no NetworkDirect v1")
		}
		return &proto.Reply{Object: h.cameOut(offers.ND1())}
	case *proto.ND1Call_GetOverlappedResult:
		p := m.GetOverlappedResult
		bytes := wire.Narrow(p.BytesTransferred)
		r := status(the[nd1.Overlapping](h, n).GetOverlappedResult(h.request(p.GetOverlapped()), bytes, p.GetWait()))
		r.Nd1 = &proto.ND1Out{Size: wire.Wide(bytes)}
		return r
	case *proto.ND1Call_QueryAddressList:
		p := m.QueryAddressList
		var list *nd2.SocketAddressList
		if p.GetList() != nil {
			list = &nd2.SocketAddressList{Address: p.GetList().GetAddress()}
		}
		size := wire.Narrow(p.Size)
		r := status(the[nd1.Provider](h, n).QueryAddressList(list, size))
		r.Nd1 = &proto.ND1Out{Size: wire.Wide(size)}
		if list != nil {
			r.List = &proto.AddressList{Address: list.Address}
		}
		return r
	case *proto.ND1Call_OpenAdapter:
		return createND1(h, func(out *nd1.Adapter) nd2.Status {
			return the[nd1.Provider](h, n).OpenAdapter(h.buffer(m.OpenAdapter.GetAddress()), out)
		})
	}
	return nil
}

// createND1 makes a call that creates an object of v1.
func createND1[T nd2.Unknown](h *host, call func(out *T) nd2.Status) *proto.Reply {
	var out T
	s := call(&out)
	return &proto.Reply{Status: uint32(s), Object: h.cameOut(out)}
}
