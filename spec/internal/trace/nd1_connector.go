package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type nd1Connector struct {
	overlappingND1
	inner nd1.Connector
}

func (c *nd1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr, maxInlineData *uintptr, out *nd1.Endpoint) nd2.Status {
	call := c.begin(c.label, "CreateEndpoint", "inbound outbound inbound-depth outbound-depth inbound-sge outbound-sge inbound-reads outbound-reads", inboundCQ, outboundCQ, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit)
	s := c.inner.CreateEndpoint(innerND1(inboundCQ), innerND1(outboundCQ), inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit, maxInlineData, out)
	call.end(s)
	replace(out, func(e nd1.Endpoint) nd1.Endpoint {
		return &nd1Endpoint{unknown{c.Recorder, c.name("nd1-endpoint"), e}, e}
	})
	return s
}

func (c *nd1Connector) Connect(with nd1.Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Connect", "_ _ protocol local-port data _", with, sockaddr(address), protocol, localPort, data(privateData), o)
	s := c.inner.Connect(innerND1(with), address, protocol, localPort, privateData, o)
	call.end(s)
	return s
}

func (c *nd1Connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "CompleteConnect", "_", o)
	s := c.inner.CompleteConnect(o)
	call.end(s)
	return s
}

func (c *nd1Connector) Accept(with nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Accept", "_ data _", with, data(privateData), o)
	s := c.inner.Accept(innerND1(with), privateData, o)
	call.end(s)
	return s
}

func (c *nd1Connector) Reject(privateData []byte) nd2.Status {
	call := c.begin(c.label, "Reject", "data", data(privateData))
	s := c.inner.Reject(privateData)
	call.end(s)
	return s
}

func (c *nd1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status {
	call := c.begin(c.label, "GetConnectionData", "_", room(privateData))
	s := c.inner.GetConnectionData(inboundReadLimit, outboundReadLimit, privateData, size)
	call.end(s, "inbound-reads", value(inboundReadLimit), "outbound-reads", value(outboundReadLimit), "size", value(size), "data", data(used(privateData, size)))
	return s
}

func (c *nd1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	call := c.begin(c.label, "GetLocalAddress", "_", room(address))
	s := c.inner.GetLocalAddress(address, size)
	call.end(s, "size", value(size), "_", sockaddr(used(address, size)))
	return s
}

func (c *nd1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	call := c.begin(c.label, "GetPeerAddress", "_", room(address))
	s := c.inner.GetPeerAddress(address, size)
	call.end(s, "size", value(size), "_", sockaddr(used(address, size)))
	return s
}

func (c *nd1Connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "NotifyDisconnect", "_", o)
	s := c.inner.NotifyDisconnect(o)
	call.end(s)
	return s
}

func (c *nd1Connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Disconnect", "_", o)
	s := c.inner.Disconnect(o)
	call.end(s)
	return s
}
