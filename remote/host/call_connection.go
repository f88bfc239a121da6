package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// binder and located are what connectors and listeners have in common.
type binder interface {
	Bind(address []byte) nd2.Status
}

// connection is what connectors of v2 and v1 have in common.
type connection interface {
	CompleteConnect(o *nd2.Overlapped) nd2.Status
	Reject(privateData []byte) nd2.Status
	NotifyDisconnect(o *nd2.Overlapped) nd2.Status
	Disconnect(o *nd2.Overlapped) nd2.Status
}

type located interface {
	GetLocalAddress(address []byte, size *uint32) nd2.Status
}

// callConnection makes the calls of IND2Connector and IND2Listener; it returns nil for
// other calls.
func (h *host) callConnection(n uint64, c *proto.Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.Call_BindAddress:
		return status(the[binder](h, n).Bind(h.buffer(m.BindAddress.GetAddress())))
	case *proto.Call_Connect:
		p := m.Connect
		return status(the[nd2.Connector](h, n).Connect(h.given(p.GetQueuePair()), h.buffer(p.GetAddress()), p.GetInboundReadLimit(), p.GetOutboundReadLimit(),
			h.buffer(p.GetPrivateData()), h.request(p.GetOverlapped())))
	case *proto.Call_CompleteConnect:
		return status(the[connection](h, n).CompleteConnect(h.request(m.CompleteConnect.GetOverlapped())))
	case *proto.Call_Accept:
		p := m.Accept
		return status(the[nd2.Connector](h, n).Accept(h.given(p.GetQueuePair()), p.GetInboundReadLimit(), p.GetOutboundReadLimit(),
			h.buffer(p.GetPrivateData()), h.request(p.GetOverlapped())))
	case *proto.Call_Reject:
		return status(the[connection](h, n).Reject(h.buffer(m.Reject.GetPrivateData())))
	case *proto.Call_GetReadLimits:
		in, out := m.GetReadLimits.Inbound, m.GetReadLimits.Outbound
		r := status(the[nd2.Connector](h, n).GetReadLimits(in, out))
		r.Inbound, r.Outbound = in, out
		return r
	case *proto.Call_GetPrivateData:
		return copyOut(the[nd2.Connector](h, n).GetPrivateData, m.GetPrivateData.GetRoom(), m.GetPrivateData.Size)
	case *proto.Call_GetLocalAddress:
		return copyOut(the[located](h, n).GetLocalAddress, m.GetLocalAddress.GetRoom(), m.GetLocalAddress.Size)
	case *proto.Call_GetPeerAddress:
		return copyOut(the[nd2.Connector](h, n).GetPeerAddress, m.GetPeerAddress.GetRoom(), m.GetPeerAddress.Size)
	case *proto.Call_NotifyDisconnect:
		return status(the[connection](h, n).NotifyDisconnect(h.request(m.NotifyDisconnect.GetOverlapped())))
	case *proto.Call_Disconnect:
		return status(the[connection](h, n).Disconnect(h.request(m.Disconnect.GetOverlapped())))
	case *proto.Call_Listen:
		return status(the[nd2.Listener](h, n).Listen(m.Listen.GetBacklog()))
	case *proto.Call_GetConnectionRequest:
		p := m.GetConnectionRequest
		return status(the[nd2.Listener](h, n).GetConnectionRequest(h.given(p.GetConnector()), h.request(p.GetOverlapped())))
	}
	return nil
}

// copyOut calls a method with a buffer that holds what the client's buffer holds, for
// the method to fill.
func copyOut(get func([]byte, *uint32) nd2.Status, room []byte, size *uint32) *proto.Reply {
	r := status(get(room, size))
	r.Size, r.Data = size, room
	return r
}
