package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A Connector wraps an IND2Connector.
type Connector struct {
	overlapping
	Inner nd2.Connector
	// with is the queue pair that it connects, once it has been told.
	with atomic.Pointer[QueuePair]
	// outboundReads is how many Reads may be in progress, as was asked for.
	outboundReads atomic.Uint32
	// active says that it has called Connect.
	active atomic.Bool
}

// QP returns the queue pair that it has last been told to connect, or nil.
func (c *Connector) QP() *QueuePair { return c.with.Load() }

// Active reports whether Connect has been called: it is on the active side.
func (c *Connector) Active() bool { return c.active.Load() }

// OutboundReads is how many Reads it has been asked to have in progress.
func (c *Connector) OutboundReads() uint32 { return c.outboundReads.Load() }

// use notes which queue pair is to be connected, and how many Reads it asks for.
func (c *Connector) use(u nd2.Unknown, outboundReads uint32) {
	if q, ok := u.(*QueuePair); ok {
		c.with.Store(q)
		c.outboundReads.Store(outboundReads)
		q.connector.Store(c)
	}
}

// Bind implements [nd2.Connector].
func (c *Connector) Bind(address []byte) nd2.Status {
	return c.do(&Call{Method: ConnectorBind, Buffer: address}, func(k *Call) nd2.Status { return c.Inner.Bind(k.Buffer) })
}

// Connect implements [nd2.Connector].
func (c *Connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, client *nd2.Overlapped) nd2.Status {
	k := &Call{
		Method: ConnectorConnect, QueuePair: queuePair, Destination: destAddress,
		InboundReads: inboundReadLimit, OutboundReads: outboundReadLimit, Buffer: privateData,
	}
	return c.doOverlapped(k, client, func(k *Call, o *nd2.Overlapped) nd2.Status {
		c.use(k.QueuePair, k.OutboundReads)
		c.active.Store(true)
		return c.Inner.Connect(Unwrap(k.QueuePair), k.Destination, k.InboundReads, k.OutboundReads, k.Buffer, o)
	})
}

// CompleteConnect implements [nd2.Connector].
func (c *Connector) CompleteConnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&Call{Method: ConnectorCompleteConnect}, client, func(_ *Call, o *nd2.Overlapped) nd2.Status {
		return c.Inner.CompleteConnect(o)
	})
}

// Accept implements [nd2.Connector].
func (c *Connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, client *nd2.Overlapped) nd2.Status {
	k := &Call{
		Method: ConnectorAccept, QueuePair: queuePair,
		InboundReads: inboundReadLimit, OutboundReads: outboundReadLimit, Buffer: privateData,
	}
	return c.doOverlapped(k, client, func(k *Call, o *nd2.Overlapped) nd2.Status {
		c.use(k.QueuePair, k.OutboundReads)
		return c.Inner.Accept(Unwrap(k.QueuePair), k.InboundReads, k.OutboundReads, k.Buffer, o)
	})
}

// Reject implements [nd2.Connector].
func (c *Connector) Reject(privateData []byte) nd2.Status {
	return c.do(&Call{Method: ConnectorReject, Buffer: privateData}, func(k *Call) nd2.Status { return c.Inner.Reject(k.Buffer) })
}

// GetReadLimits implements [nd2.Connector].
func (c *Connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	k := &Call{Method: ConnectorGetReadLimits, InboundLimit: inboundReadLimit, OutboundLimit: outboundReadLimit}
	return c.do(k, func(k *Call) nd2.Status { return c.Inner.GetReadLimits(k.InboundLimit, k.OutboundLimit) })
}

// GetPrivateData implements [nd2.Connector].
func (c *Connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	k := &Call{Method: ConnectorGetPrivateData, Buffer: privateData, Size: size}
	return c.do(k, func(k *Call) nd2.Status { return c.Inner.GetPrivateData(k.Buffer, k.Size) })
}

// GetLocalAddress implements [nd2.Connector].
func (c *Connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	k := &Call{Method: ConnectorGetLocalAddress, Buffer: address, Size: size}
	return c.do(k, func(k *Call) nd2.Status { return c.Inner.GetLocalAddress(k.Buffer, k.Size) })
}

// GetPeerAddress implements [nd2.Connector].
func (c *Connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	k := &Call{Method: ConnectorGetPeerAddress, Buffer: address, Size: size}
	return c.do(k, func(k *Call) nd2.Status { return c.Inner.GetPeerAddress(k.Buffer, k.Size) })
}

// NotifyDisconnect implements [nd2.Connector].
func (c *Connector) NotifyDisconnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&Call{Method: ConnectorNotifyDisconnect}, client, func(_ *Call, o *nd2.Overlapped) nd2.Status {
		return c.Inner.NotifyDisconnect(o)
	})
}

// Disconnect implements [nd2.Connector].
func (c *Connector) Disconnect(client *nd2.Overlapped) nd2.Status {
	return c.doOverlapped(&Call{Method: ConnectorDisconnect}, client, func(_ *Call, o *nd2.Overlapped) nd2.Status {
		return c.Inner.Disconnect(o)
	})
}
