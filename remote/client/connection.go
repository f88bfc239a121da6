package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// bind is Bind of both connectors and listeners.
func (o *object) bind(address []byte) nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_BindAddress{BindAddress: &proto.BindAddress{Address: o.buffer(address)}}})
}

// localAddress is GetLocalAddress of both.
func (o *object) localAddress(address []byte, size *uint32) nd2.Status {
	return o.copyOut(&proto.Call{Method: &proto.Call_GetLocalAddress{GetLocalAddress: &proto.GetLocalAddress{Room: address, Size: size}}}, address, size)
}

// copyOut makes a call that fills the client's buffer.
func (o *object) copyOut(c *proto.Call, to []byte, size *uint32) nd2.Status {
	r := o.do(c)
	copy(to, r.GetData())
	put(size, r.Size)
	return nd2.Status(r.GetStatus())
}

// connection is what the connectors of v2 and v1 have in common.
type connection struct{ overlapping }

// CompleteConnect implements [nd2.Connector] and [nd1.Connector].
func (c *connection) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_CompleteConnect{CompleteConnect: &proto.CompleteConnect{Overlapped: c.request(o)}}})
}

// Reject implements [nd2.Connector] and [nd1.Connector].
func (c *connection) Reject(privateData []byte) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_Reject{Reject: &proto.Reject{PrivateData: c.buffer(privateData)}}})
}

// NotifyDisconnect implements [nd2.Connector] and [nd1.Connector].
func (c *connection) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_NotifyDisconnect{NotifyDisconnect: &proto.NotifyDisconnect{Overlapped: c.request(o)}}})
}

// Disconnect implements [nd2.Connector] and [nd1.Connector].
func (c *connection) Disconnect(o *nd2.Overlapped) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_Disconnect{Disconnect: &proto.Disconnect{Overlapped: c.request(o)}}})
}

type connector struct{ connection }

// Bind implements [nd2.Connector].
func (c *connector) Bind(address []byte) nd2.Status { return c.bind(address) }

// Connect implements [nd2.Connector].
func (c *connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_Connect{Connect: &proto.Connect{
		QueuePair: c.given(queuePair), Address: c.buffer(destAddress), InboundReadLimit: inboundReadLimit, OutboundReadLimit: outboundReadLimit,
		PrivateData: c.buffer(privateData), Overlapped: c.request(o),
	}}})
}

// Accept implements [nd2.Connector].
func (c *connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	return c.status(&proto.Call{Method: &proto.Call_Accept{Accept: &proto.Accept{
		QueuePair: c.given(queuePair), InboundReadLimit: inboundReadLimit, OutboundReadLimit: outboundReadLimit,
		PrivateData: c.buffer(privateData), Overlapped: c.request(o),
	}}})
}

// GetReadLimits implements [nd2.Connector].
func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	r := c.do(&proto.Call{Method: &proto.Call_GetReadLimits{GetReadLimits: &proto.GetReadLimits{Inbound: inboundReadLimit, Outbound: outboundReadLimit}}})
	put(inboundReadLimit, r.Inbound)
	put(outboundReadLimit, r.Outbound)
	return nd2.Status(r.GetStatus())
}

// GetPrivateData implements [nd2.Connector].
func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	return c.copyOut(&proto.Call{Method: &proto.Call_GetPrivateData{GetPrivateData: &proto.GetPrivateData{Room: privateData, Size: size}}}, privateData, size)
}

// GetLocalAddress implements [nd2.Connector].
func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	return c.localAddress(address, size)
}

// GetPeerAddress implements [nd2.Connector].
func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	return c.copyOut(&proto.Call{Method: &proto.Call_GetPeerAddress{GetPeerAddress: &proto.GetPeerAddress{Room: address, Size: size}}}, address, size)
}

type listener struct{ overlapping }

// Bind implements [nd2.Listener].
func (l *listener) Bind(address []byte) nd2.Status { return l.bind(address) }

// Listen implements [nd2.Listener].
func (l *listener) Listen(backlog uint32) nd2.Status {
	return l.status(&proto.Call{Method: &proto.Call_Listen{Listen: &proto.Listen{Backlog: backlog}}})
}

// GetLocalAddress implements [nd2.Listener].
func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	return l.localAddress(address, size)
}

// GetConnectionRequest implements [nd2.Listener].
func (l *listener) GetConnectionRequest(connector nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	return l.status(&proto.Call{Method: &proto.Call_GetConnectionRequest{GetConnectionRequest: &proto.GetConnectionRequest{Connector: l.given(connector), Overlapped: l.request(o)}}})
}
