package ref

import (
	"math/bits"
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1Connector implements [nd1.Connector].
type nd1Connector struct {
	nd1Overlapping
	connector *nic.Connector

	mu       sync.Mutex
	endpoint *nd1Endpoint // nil if there is none
}

func newND1Connector(a *nd1Adapter) *nd1Connector {
	c := &nd1Connector{connector: a.inner.manager.NewConnector(a.file)}
	c.begin(c, a, &c.connector.Requests, nd1.IIDConnector, c.connector.Close)
	return c
}

// CancelOverlappedRequests implements [nd1.Overlapping].
func (c *nd1Connector) CancelOverlappedRequests() nd2.Status { return c.connector.Cancel() }

// Connect implements [nd1.Connector]. The peer's port is the address's, though
// Microsoft's page says that it is ignored: no other parameter has it.
func (c *nd1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	if s := c.adapter.check("INDConnector::Connect"); s != nd2.Success {
		return s
	}
	e := c.own(endpoint)
	to, parsed := c.adapter.inner.hardware.parse(address)
	switch {
	case e == nil:
		return nd2.InvalidParameter1
	case !parsed:
		return nd2.InvalidParameter2
	case protocol != nd1.ProtocolTCP:
		return nd2.InvalidParameter4
	case o == nil:
		return nd2.InvalidParameter8
	case !readable(privateData):
		return nd2.AccessViolation
	}
	if s := c.bind(networkPort(localPort)); s != nd2.Success {
		return s
	}
	return nd1Status(c.connector.Connect(e.queue, to, e.reads, privateData, o))
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
	if local, ok := c.connector.Bound(); port == 0 || ok && local.Port() == port {
		return nd2.Success
	}
	return nd1Status(c.connector.Bind(netip.AddrPortFrom(c.adapter.address, port)))
}

// CompleteConnect implements [nd1.Connector]. It completes inline.
func (c *nd1Connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	return c.overlapped("INDConnector::CompleteConnect", o, func(*nd2.Overlapped) nd2.Status {
		return c.connector.CompleteConnect()
	})
}

// overlapped makes a request whose only parameter is an OVERLAPPED.
func (c *nd1Connector) overlapped(call string, o *nd2.Overlapped, do func(*nd2.Overlapped) nd2.Status) nd2.Status {
	if s := c.adapter.check(call); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter1
	}
	return do(o)
}

// Accept implements [nd1.Connector].
func (c *nd1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	if s := c.adapter.check("INDConnector::Accept"); s != nd2.Success {
		return s
	}
	e := c.own(endpoint)
	switch {
	case e == nil:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter4
	case !readable(privateData):
		return nd2.AccessViolation
	}
	return nd1Status(c.connector.Accept(e.queue, e.reads, privateData, o))
}

// Reject implements [nd1.Connector].
func (c *nd1Connector) Reject(privateData []byte) nd2.Status {
	if s := c.adapter.check("INDConnector::Reject"); s != nd2.Success {
		return s
	}
	if !readable(privateData) {
		return nd2.AccessViolation
	}
	return nd1Status(c.connector.Reject(privateData))
}

// GetConnectionData implements [nd1.Connector].
func (c *nd1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte,
	size *uintptr,
) nd2.Status {
	if s := c.adapter.check("INDConnector::GetConnectionData"); s != nd2.Success {
		return s
	}
	if inboundReadLimit != nil || outboundReadLimit != nil {
		reads, s := c.connector.ReadLimits()
		if s != nd2.Success {
			return s
		}
		if inboundReadLimit != nil {
			*inboundReadLimit = uintptr(reads.Inbound)
		}
		if outboundReadLimit != nil {
			*outboundReadLimit = uintptr(reads.Outbound)
		}
	}
	if size == nil {
		return nd2.Success
	}
	return withSize(size, nd2.Success, func(size *uint32) nd2.Status {
		return copyPrivateData(privateData, size, c.connector.PrivateData)
	})
}

// GetLocalAddress implements [nd1.Connector].
func (c *nd1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	return c.address("INDConnector::GetLocalAddress", address, size, c.connector.LocalAddress)
}

// GetPeerAddress implements [nd1.Connector].
func (c *nd1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	return c.address("INDConnector::GetPeerAddress", address, size, c.connector.PeerAddress)
}

func (c *nd1Connector) address(call string, b []byte, size *uintptr,
	get func() (netip.AddrPort, nd2.Status),
) nd2.Status {
	if s := c.adapter.check(call); s != nd2.Success {
		return s
	}
	return withSize(size, nd2.InvalidParameter2, func(size *uint32) nd2.Status {
		return copyAddress(c.adapter.inner.hardware, b, size, get)
	})
}

// NotifyDisconnect implements [nd1.Connector].
func (c *nd1Connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	return c.overlapped("INDConnector::NotifyDisconnect", o, c.connector.NotifyDisconnect)
}

// Disconnect implements [nd1.Connector].
func (c *nd1Connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	return c.overlapped("INDConnector::Disconnect", o, c.connector.Disconnect)
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
