package host

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callND1Connector makes the calls of INDConnector and INDListen; it returns nil for other
// calls.
func (h *host) callND1Connector(n uint64, c *proto.ND1Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.ND1Call_CreateEndpoint:
		return h.createEndpoint(n, m.CreateEndpoint)
	case *proto.ND1Call_Connect:
		p := m.Connect
		return status(the[nd1.Connector](h, n).Connect(parameter[nd1.Endpoint](h, p.GetEndpoint()), h.buffer(p.GetAddress()), p.GetProtocol(),
			uint16(p.GetLocalPort()), h.buffer(p.GetPrivateData()), h.request(p.GetOverlapped())))
	case *proto.ND1Call_Accept:
		p := m.Accept
		return status(the[nd1.Connector](h, n).Accept(parameter[nd1.Endpoint](h, p.GetEndpoint()), h.buffer(p.GetPrivateData()), h.request(p.GetOverlapped())))
	case *proto.ND1Call_GetConnectionData:
		p := m.GetConnectionData
		in, out := wire.Narrow(p.Inbound), wire.Narrow(p.Outbound)
		r := copyOutND1(func(room []byte, size *uintptr) nd2.Status {
			return the[nd1.Connector](h, n).GetConnectionData(in, out, room, size)
		}, p.GetRoom(), p.Size)
		r.Nd1.Inbound, r.Nd1.Outbound = wire.Wide(in), wire.Wide(out)
		return r
	case *proto.ND1Call_GetLocalAddress:
		return copyOutND1(the[nd1.Connector](h, n).GetLocalAddress, m.GetLocalAddress.GetRoom(), m.GetLocalAddress.Size)
	case *proto.ND1Call_GetPeerAddress:
		return copyOutND1(the[nd1.Connector](h, n).GetPeerAddress, m.GetPeerAddress.GetRoom(), m.GetPeerAddress.Size)
	case *proto.ND1Call_GetConnectionRequest:
		p := m.GetConnectionRequest
		return status(the[nd1.Listen](h, n).GetConnectionRequest(parameter[nd1.Connector](h, p.GetConnector()), h.request(p.GetOverlapped())))
	}
	return nil
}

func (h *host) createEndpoint(n uint64, p *proto.ND1CreateEndpoint) *proto.Reply {
	inline := wire.Narrow(p.MaxInlineData)
	r := createND1(h, func(out *nd1.Endpoint) nd2.Status {
		return the[nd1.Connector](h, n).CreateEndpoint(
			parameter[nd1.CompletionQueue](h, p.GetInboundCompletionQueue()), parameter[nd1.CompletionQueue](h, p.GetOutboundCompletionQueue()),
			uintptr(p.GetInboundEntries()), uintptr(p.GetOutboundEntries()), uintptr(p.GetInboundSge()), uintptr(p.GetOutboundSge()),
			uintptr(p.GetInboundReadLimit()), uintptr(p.GetOutboundReadLimit()), inline, out)
	})
	r.Nd1 = &proto.ND1Out{Size: wire.Wide(inline)}
	return r
}

// copyOutND1 is copyOut with a size of v1's.
func copyOutND1(get func([]byte, *uintptr) nd2.Status, room []byte, given *uint64) *proto.Reply {
	size := wire.Narrow(given)
	r := status(get(room, size))
	r.Nd1, r.Data = &proto.ND1Out{Size: wire.Wide(size)}, room
	return r
}
