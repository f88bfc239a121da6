package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type v1Connector struct {
	overlappingV1
	inner nd1.Connector
}

func (c *v1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr, maxInlineData *uintptr, out *nd1.Endpoint) nd2.Status {
	s := c.inner.CreateEndpoint(innerV1(inboundCQ), innerV1(outboundCQ), inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit, maxInlineData, out)
	c.note(c.label, "CreateEndpoint", s, inboundCQ, outboundCQ, inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit)
	replace(out, func(e nd1.Endpoint) nd1.Endpoint {
		return &v1Endpoint{unknown{c.Recorder, c.name("V1Endpoint"), e}, e}
	})
	return s
}

func (c *v1Connector) Connect(with nd1.Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Connect(innerV1(with), address, protocol, localPort, privateData, o)
	c.note(c.label, "Connect", s, with, address, protocol, localPort, privateData, o)
	return s
}

func (c *v1Connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.CompleteConnect(o)
	c.note(c.label, "CompleteConnect", s, o)
	return s
}

func (c *v1Connector) Accept(with nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Accept(innerV1(with), privateData, o)
	c.note(c.label, "Accept", s, with, privateData, o)
	return s
}

func (c *v1Connector) Reject(privateData []byte) nd2.Status {
	s := c.inner.Reject(privateData)
	c.note(c.label, "Reject", s, privateData)
	return s
}

func (c *v1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status {
	s := c.inner.GetConnectionData(inboundReadLimit, outboundReadLimit, privateData, size)
	c.note(c.label, "GetConnectionData", s, value(inboundReadLimit), value(outboundReadLimit), privateData)
	return s
}

func (c *v1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	s := c.inner.GetLocalAddress(address, size)
	c.note(c.label, "GetLocalAddress", s, address)
	return s
}

func (c *v1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	s := c.inner.GetPeerAddress(address, size)
	c.note(c.label, "GetPeerAddress", s, address)
	return s
}

func (c *v1Connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.NotifyDisconnect(o)
	c.note(c.label, "NotifyDisconnect", s, o)
	return s
}

func (c *v1Connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.Disconnect(o)
	c.note(c.label, "Disconnect", s, o)
	return s
}
