package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type nd1Connector struct{ connection }

// GetOverlappedResult implements [nd1.Overlapping].
func (c *nd1Connector) GetOverlappedResult(o *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	return c.resultND1(o, bytesTransferred, wait)
}

// CreateEndpoint implements [nd1.Connector].
func (c *nd1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr, maxInlineData *uintptr, endpoint *nd1.Endpoint) nd2.Status {
	r := createND1(&c.object, &proto.ND1Call{Method: &proto.ND1Call_CreateEndpoint{CreateEndpoint: &proto.ND1CreateEndpoint{
		InboundCompletionQueue: c.given(inboundCQ), OutboundCompletionQueue: c.given(outboundCQ),
		InboundEntries: uint64(inboundEntries), OutboundEntries: uint64(outboundEntries), InboundSge: uint64(inboundSGE), OutboundSge: uint64(outboundSGE),
		InboundReadLimit: uint64(inboundReadLimit), OutboundReadLimit: uint64(outboundReadLimit), MaxInlineData: wire.Wide(maxInlineData),
	}}}, endpoint)
	putWide(maxInlineData, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

// Connect implements [nd1.Connector].
func (c *nd1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte, o *nd2.Overlapped) nd2.Status {
	return c.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Connect{Connect: &proto.ND1Connect{
		Endpoint: c.given(endpoint), Address: c.buffer(address), Protocol: protocol, LocalPort: uint32(localPort),
		PrivateData: c.buffer(privateData), Overlapped: c.request(o),
	}}})
}

// Accept implements [nd1.Connector].
func (c *nd1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	return c.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Accept{Accept: &proto.ND1Accept{
		Endpoint: c.given(endpoint), PrivateData: c.buffer(privateData), Overlapped: c.request(o),
	}}})
}

// GetConnectionData implements [nd1.Connector].
func (c *nd1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status {
	r := c.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetConnectionData{GetConnectionData: &proto.ND1GetConnectionData{
		Inbound: wire.Wide(inboundReadLimit), Outbound: wire.Wide(outboundReadLimit), Room: privateData, Size: wire.Wide(size),
	}}})
	putWide(inboundReadLimit, r.Nd1.Inbound)
	putWide(outboundReadLimit, r.Nd1.Outbound)
	return copiedOut(r, privateData, size)
}

// GetLocalAddress implements [nd1.Connector].
func (c *nd1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	return copiedOut(c.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetLocalAddress{GetLocalAddress: &proto.ND1GetAddress{Room: address, Size: wire.Wide(size)}}}), address, size)
}

// GetPeerAddress implements [nd1.Connector].
func (c *nd1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	return copiedOut(c.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetPeerAddress{GetPeerAddress: &proto.ND1GetAddress{Room: address, Size: wire.Wide(size)}}}), address, size)
}

// copiedOut stores what has come for the client's buffer.
func copiedOut(r *proto.Reply, to []byte, size *uintptr) nd2.Status {
	copy(to, r.GetData())
	putWide(size, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

type nd1Listen struct{ overlapping }

// GetOverlappedResult implements [nd1.Overlapping].
func (l *nd1Listen) GetOverlappedResult(o *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	return l.resultND1(o, bytesTransferred, wait)
}

// GetConnectionRequest implements [nd1.Listen].
func (l *nd1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	return l.statusND1(&proto.ND1Call{Method: &proto.ND1Call_GetConnectionRequest{GetConnectionRequest: &proto.GetConnectionRequest{Connector: l.given(connector), Overlapped: l.request(o)}}})
}
