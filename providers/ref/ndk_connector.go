package ref

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An ndkConnector implements [ndk.Connector].
type ndkConnector struct {
	ndkObject
	hardware  *hardware
	connector *nic.Connector
	// left says that the consumer has disconnected.
	left atomic.Bool
}

// Connect implements [ndk.Connector].
func (c *ndkConnector) Connect(qp ndk.QP, srcAddress, destAddress []byte, inboundReadLimit, outboundReadLimit uint32,
	privateData []byte, completion ndk.RequestCompletion, requestContext uintptr,
) ndk.Status {
	q, ok := qp.(*ndkQP)
	from, fromOK := c.hardware.parse(srcAddress)
	to, toOK := c.hardware.parse(destAddress)
	if !ok || !fromOK || !toOK {
		return ndk.InvalidParameter
	}
	if _, ok := c.connector.Bound(); !ok {
		if s := c.connector.Bind(from); s != nd2.Success {
			return ndk.Status(s)
		}
	}
	return c.request(completion, requestContext, func(o *nd2.Overlapped) nd2.Status {
		return c.connector.Connect(q.queue, to, nic.Reads{Inbound: inboundReadLimit, Outbound: outboundReadLimit},
			privateData, o)
	})
}

// CompleteConnect implements [ndk.Connector]. It completes inline.
func (c *ndkConnector) CompleteConnect(disconnected ndk.DisconnectEvent, disconnectContext uintptr,
	_ ndk.RequestCompletion, _ uintptr,
) ndk.Status {
	s := c.connector.CompleteConnect()
	if s == nd2.Success && disconnected != nil {
		c.watch(func() { disconnected(disconnectContext) })
	}
	return ndk.Status(s)
}

// watch calls the consumer when the peer disconnects.
func (c *ndkConnector) watch(disconnected func()) {
	tell := func(s nd2.Status) {
		if (s == nd2.Success || s == nd2.ConnectionDisconnected) && !c.left.Load() && c.holdOpen() {
			disconnected()
			c.release()
		}
	}
	if s := c.connector.NotifyDisconnect(callback(tell)); s != nd2.Pending {
		tell(s)
	}
}

// Disconnect implements [ndk.Connector].
func (c *ndkConnector) Disconnect(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	c.left.Store(true)
	return c.request(completion, requestContext, c.connector.Disconnect)
}
