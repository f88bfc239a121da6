package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

type connector struct {
	overlapping
	inner nd2.Connector
	// with is the queue pair that it connects, once it was told.
	with atomic.Pointer[queuePair]
	// outboundReads is how many Reads may be in progress, as was asked for.
	outboundReads atomic.Uint32
	// active says that it has called Connect, given that a listener has it.
	active, given atomic.Bool
}

// pair gives the queue pair that is connected, or nil.
func (c *connector) pair() *queuePair { return c.with.Load() }

// use notes which queue pair is to be connected, and how many Reads it asks for.
func (c *connector) use(u nd2.Unknown, outboundReads uint32) {
	if q, ok := u.(*queuePair); ok {
		c.with.Store(q)
		c.outboundReads.Store(outboundReads)
		q.connector.Store(c)
	}
}

// Bind implements [nd2.Connector].
func (c *connector) Bind(address []byte) nd2.Status {
	return c.do(&call{method: "IND2Connector::Bind", buffer: address}, func(k *call) nd2.Status { return c.inner.Bind(k.buffer) })
}

// Connect implements [nd2.Connector].
func (c *connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, client *nd2.Overlapped) nd2.Status {
	k := &call{
		method: "IND2Connector::Connect", queuePair: queuePair, destination: destAddress,
		inboundReads: inboundReadLimit, outboundReads: outboundReadLimit, buffer: privateData,
	}
	return c.doOverlapped(k, client, func(k *call, o *nd2.Overlapped) nd2.Status {
		c.use(k.queuePair, k.outboundReads)
		c.active.Store(true)
		return c.inner.Connect(unwrap(k.queuePair), k.destination, k.inboundReads, k.outboundReads, k.buffer, o)
	})
}

// CompleteConnect implements [nd2.Connector].
func (c *connector) CompleteConnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&call{method: "IND2Connector::CompleteConnect"}, client, func(_ *call, o *nd2.Overlapped) nd2.Status {
		return c.inner.CompleteConnect(o)
	})
}

// Accept implements [nd2.Connector].
func (c *connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, client *nd2.Overlapped) nd2.Status {
	k := &call{
		method: "IND2Connector::Accept", queuePair: queuePair,
		inboundReads: inboundReadLimit, outboundReads: outboundReadLimit, buffer: privateData,
	}
	return c.doOverlapped(k, client, func(k *call, o *nd2.Overlapped) nd2.Status {
		c.use(k.queuePair, k.outboundReads)
		return c.inner.Accept(unwrap(k.queuePair), k.inboundReads, k.outboundReads, k.buffer, o)
	})
}

// Reject implements [nd2.Connector].
func (c *connector) Reject(privateData []byte) nd2.Status {
	return c.do(&call{method: "IND2Connector::Reject", buffer: privateData}, func(k *call) nd2.Status { return c.inner.Reject(k.buffer) })
}

// GetReadLimits implements [nd2.Connector].
func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	k := &call{method: "IND2Connector::GetReadLimits", inboundLimit: inboundReadLimit, outboundLimit: outboundReadLimit}
	return c.do(k, func(k *call) nd2.Status { return c.inner.GetReadLimits(k.inboundLimit, k.outboundLimit) })
}

// GetPrivateData implements [nd2.Connector].
func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	k := &call{method: "IND2Connector::GetPrivateData", buffer: privateData, size: size}
	return c.do(k, func(k *call) nd2.Status { return c.inner.GetPrivateData(k.buffer, k.size) })
}

// GetLocalAddress implements [nd2.Connector].
func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	k := &call{method: "IND2Connector::GetLocalAddress", buffer: address, size: size}
	return c.do(k, func(k *call) nd2.Status { return c.inner.GetLocalAddress(k.buffer, k.size) })
}

// GetPeerAddress implements [nd2.Connector].
func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	k := &call{method: "IND2Connector::GetPeerAddress", buffer: address, size: size}
	return c.do(k, func(k *call) nd2.Status { return c.inner.GetPeerAddress(k.buffer, k.size) })
}

// NotifyDisconnect implements [nd2.Connector].
func (c *connector) NotifyDisconnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&call{method: "IND2Connector::NotifyDisconnect"}, client, func(_ *call, o *nd2.Overlapped) nd2.Status {
		return c.inner.NotifyDisconnect(o)
	})
}

// Disconnect implements [nd2.Connector].
func (c *connector) Disconnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&call{method: "IND2Connector::Disconnect"}, client, func(_ *call, o *nd2.Overlapped) nd2.Status {
		return c.inner.Disconnect(o)
	})
}
