//go:build windows && (amd64 || arm64)

package dll

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// An nd1Connector implements [nd1.Connector].
type nd1Connector struct{ nd1Overlapping }

// CreateEndpoint implements [nd1.Connector].
func (c *nd1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue,
	inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr,
	maxInlineData *uintptr, out *nd1.Endpoint,
) nd2.Status {
	f := c.frame("CreateEndpoint")
	return createND1(f, c.object, 5, nd1.IIDEndpoint, out, pointerTo(inboundCQ), pointerTo(outboundCQ),
		inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit, ref(f, maxInlineData))
}

// Connect implements [nd1.Connector].
func (c *nd1Connector) Connect(endpoint nd1.Endpoint, address []byte, protocol int32, localPort uint16,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	f := c.frame("Connect")
	defer f.end()
	return c.request(o, nil, func(overlapped uintptr) nd2.Status {
		return c.do(6, pointerTo(endpoint), f.in(address), uintptr(len(address)), uintptr(uint32(protocol)),
			uintptr(localPort),
			f.in(privateData), uintptr(len(privateData)), overlapped)
	})
}

// CompleteConnect implements [nd1.Connector].
func (c *nd1Connector) CompleteConnect(o *nd2.Overlapped) nd2.Status { return c.plain(7, o) }

// Accept implements [nd1.Connector].
func (c *nd1Connector) Accept(endpoint nd1.Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status {
	f := c.frame("Accept")
	defer f.end()
	return c.request(o, nil, func(overlapped uintptr) nd2.Status {
		return c.do(8, pointerTo(endpoint), f.in(privateData), uintptr(len(privateData)), overlapped)
	})
}

// Reject implements [nd1.Connector].
func (c *nd1Connector) Reject(privateData []byte) nd2.Status {
	f := c.frame("Reject")
	defer f.end()
	return c.do(9, f.in(privateData), uintptr(len(privateData)))
}

// GetConnectionData implements [nd1.Connector].
func (c *nd1Connector) GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte,
	size *uintptr,
) nd2.Status {
	f := c.frame("GetConnectionData")
	defer f.end()
	return c.do(10, ref(f, inboundReadLimit), ref(f, outboundReadLimit), f.room(privateData, sizeOf(size)), ref(f, size))
}

// GetLocalAddress implements [nd1.Connector].
func (c *nd1Connector) GetLocalAddress(address []byte, size *uintptr) nd2.Status {
	return c.get1("GetLocalAddress", 11, address, size)
}

// GetPeerAddress implements [nd1.Connector].
func (c *nd1Connector) GetPeerAddress(address []byte, size *uintptr) nd2.Status {
	return c.get1("GetPeerAddress", 12, address, size)
}

// NotifyDisconnect implements [nd1.Connector].
func (c *nd1Connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status { return c.plain(13, o) }

// Disconnect implements [nd1.Connector].
func (c *nd1Connector) Disconnect(o *nd2.Overlapped) nd2.Status { return c.plain(14, o) }
