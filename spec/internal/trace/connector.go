package trace

import "github.com/ndconform/ndconform/nd2"

type connector struct {
	overlapping
	inner nd2.Connector
}

func (c *connector) Bind(address []byte) nd2.Status {
	call := c.begin(c.label, "Bind", "_", sockaddr(address))
	s := call.made(func() nd2.Status {
		return c.inner.Bind(address)
	})
	call.end(s)
	return s
}

func (c *connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Connect", "_ to inbound-reads outbound-reads data _", queuePair, sockaddr(destAddress), inboundReadLimit, outboundReadLimit, data(privateData), o)
	s := c.inner.Connect(Unwrap(queuePair), destAddress, inboundReadLimit, outboundReadLimit, privateData, o)
	call.end(s)
	return s
}

func (c *connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "CompleteConnect", "_", o)
	s := c.inner.CompleteConnect(o)
	call.end(s)
	return s
}

func (c *connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Accept", "_ inbound-reads outbound-reads data _", queuePair, inboundReadLimit, outboundReadLimit, data(privateData), o)
	s := c.inner.Accept(Unwrap(queuePair), inboundReadLimit, outboundReadLimit, privateData, o)
	call.end(s)
	return s
}

func (c *connector) Reject(privateData []byte) nd2.Status {
	call := c.begin(c.label, "Reject", "data", data(privateData))
	s := c.inner.Reject(privateData)
	call.end(s)
	return s
}

func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	call := c.begin(c.label, "GetReadLimits", "")
	s := c.inner.GetReadLimits(inboundReadLimit, outboundReadLimit)
	call.end(s, "inbound-reads", value(inboundReadLimit), "outbound-reads", value(outboundReadLimit))
	return s
}

func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	call := c.begin(c.label, "GetPrivateData", "_", room(privateData))
	s := c.inner.GetPrivateData(privateData, size)
	call.end(s, "size", value(size), "data", data(used(privateData, size)))
	return s
}

func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	call := c.begin(c.label, "GetLocalAddress", "_", room(address))
	s := c.inner.GetLocalAddress(address, size)
	call.end(s, "size", value(size), "_", sockaddr(used(address, size)))
	return s
}

func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	call := c.begin(c.label, "GetPeerAddress", "_", room(address))
	s := c.inner.GetPeerAddress(address, size)
	call.end(s, "size", value(size), "_", sockaddr(used(address, size)))
	return s
}

func (c *connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "NotifyDisconnect", "_", o)
	s := c.inner.NotifyDisconnect(o)
	call.end(s)
	return s
}

func (c *connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Disconnect", "_", o)
	s := c.inner.Disconnect(o)
	call.end(s)
	return s
}
