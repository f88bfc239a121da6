package ref

import (
	"math/bits"
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

// A nd1Connector implements [nd1.Connector].
type nd1Connector struct {
	connector
	nd1Waiting
	owner *nd1Adapter

	mu       sync.Mutex
	endpoint *nd1Endpoint // nil if there is none
}

func newND1Connector(a *nd1Adapter) *nd1Connector {
	c := &nd1Connector{owner: a, connector: connector{connector: a.manager.NewConnector(a.file)}}
	c.nd1Waiting.requests = &c.connector.connector.Requests
	c.begin(c, &a.adapter, c.nd1Waiting.requests, c.end, nd1.IIDOverlapped, nd1.IIDConnector)
	return c
}

// Connect implements [nd1.Connector]. The peer's port is the address's, though
// Microsoft's page says that it is ignored: no other parameter has it.
func (c *nd1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	e := c.own(endpoint)
	to, s := c.checkConnect(e != nil, address, privateData, o)
	if s == nd2.Success && protocol != nd1.ProtocolTCP {
		s = nd2.InvalidParameter4
	}
	if s == nd2.Success { // a refused Connect leaves the connector unbound
		s = c.bind(networkPort(localPort))
	}
	if s != nd2.Success {
		return s
	}
	s = c.connector.connector.Connect(e.queue, to, e.reads, privateData, o)
	return nd1Status(c.keepQueuePairIf(s, &e.queuePair))
}

// own returns a client's endpoint, or nil if it is not the connector's.
func (c *nd1Connector) own(endpoint nd1.Endpoint) *nd1Endpoint {
	e, ok := object.Own[*nd1Endpoint](endpoint, c.adapter)
	if !ok || e.connector != c {
		return nil
	}
	return e
}

// bind takes a local port, unless it is 0 or already taken.
func (c *nd1Connector) bind(port uint16) nd2.Status {
	inner := c.connector.connector
	if local, ok := inner.Bound(); port == 0 || ok && local.Port() == port {
		return nd2.Success
	}
	return nd1Status(inner.Bind(netip.AddrPortFrom(c.owner.address, port)))
}

// Accept implements [nd1.Connector].
func (c *nd1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	e := c.own(endpoint)
	switch {
	case e == nil:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter4
	}
	return nd1Status(c.connector.Accept(&e.queuePair, e.reads.Inbound, e.reads.Outbound, privateData, o))
}

// Reject implements [nd1.Connector].
func (c *nd1Connector) Reject(privateData []byte) nd2.Status {
	return nd1Status(c.connector.Reject(privateData))
}

// GetConnectionData implements [nd1.Connector].
func (c *nd1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte,
	size *uintptr,
) nd2.Status {
	if inboundReadLimit != nil || outboundReadLimit != nil {
		var inbound, outbound uint32
		if s := c.GetReadLimits(&inbound, &outbound); s != nd2.Success {
			return s
		}
		if inboundReadLimit != nil {
			*inboundReadLimit = uintptr(inbound)
		}
		if outboundReadLimit != nil {
			*outboundReadLimit = uintptr(outbound)
		}
	}
	return withSize(size, nd2.Success, func(size *uint32) nd2.Status { return c.GetPrivateData(privateData, size) })
}

// GetLocalAddress implements [nd1.Connector].
func (c *nd1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	return withSize(size, nd2.InvalidParameter2, func(size *uint32) nd2.Status {
		return c.connector.GetLocalAddress(address, size)
	})
}

// GetPeerAddress implements [nd1.Connector].
func (c *nd1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	return withSize(size, nd2.InvalidParameter2, func(size *uint32) nd2.Status {
		return c.connector.GetPeerAddress(address, size)
	})
}

// nd1Status returns v1's status where it differs from v2's.
func nd1Status(s nd2.Status) nd2.Status {
	switch s {
	case nd2.InvalidBufferSize:
		return nd2.BufferOverflow
	case nd2.SharingViolation:
		return nd2.AddressAlreadyExists
	}
	return s
}

// networkPort converts a port in network order to a number, and back. Every system of
// the engine is little-endian.
func networkPort(port uint16) uint16 { return bits.ReverseBytes16(port) }
