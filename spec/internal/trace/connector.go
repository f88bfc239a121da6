package trace

import "github.com/ndconform/ndconform/nd2"

type connector struct {
	overlapping
	inner nd2.Connector
}

func (c *connector) Bind(address []byte) nd2.Status {
	s := c.inner.Bind(address)
	c.note(c.label, "Bind", s, address)
	return s
}

func (c *connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Connect(Unwrap(queuePair), destAddress, inboundReadLimit, outboundReadLimit, privateData, o)
	c.note(c.label, "Connect", s, queuePair, destAddress, inboundReadLimit, outboundReadLimit, privateData, o)
	return s
}

func (c *connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.CompleteConnect(o)
	c.note(c.label, "CompleteConnect", s, o)
	return s
}

func (c *connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Accept(Unwrap(queuePair), inboundReadLimit, outboundReadLimit, privateData, o)
	c.note(c.label, "Accept", s, queuePair, inboundReadLimit, outboundReadLimit, privateData, o)
	return s
}

func (c *connector) Reject(privateData []byte) nd2.Status {
	s := c.inner.Reject(privateData)
	c.note(c.label, "Reject", s, privateData)
	return s
}

func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	s := c.inner.GetReadLimits(inboundReadLimit, outboundReadLimit)
	c.note(c.label, "GetReadLimits", s, value(inboundReadLimit), value(outboundReadLimit))
	return s
}

func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	s := c.inner.GetPrivateData(privateData, size)
	c.note(c.label, "GetPrivateData", s, privateData)
	return s
}

func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	s := c.inner.GetLocalAddress(address, size)
	c.note(c.label, "GetLocalAddress", s, address)
	return s
}

func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	s := c.inner.GetPeerAddress(address, size)
	c.note(c.label, "GetPeerAddress", s, address)
	return s
}

func (c *connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.NotifyDisconnect(o)
	c.note(c.label, "NotifyDisconnect", s, o)
	return s
}

func (c *connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	s := c.inner.Disconnect(o)
	c.note(c.label, "Disconnect", s, o)
	return s
}
