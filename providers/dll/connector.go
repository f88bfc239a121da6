//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// A connector implements [nd2.Connector].
type connector struct{ overlapping }

// Bind implements [nd2.Connector].
func (c *connector) Bind(address []byte) nd2.Status { return c.bind(address) }

// bind is Bind for connectors and listeners.
func (o *overlapping) bind(address []byte) nd2.Status {
	f := o.frame("Bind")
	defer f.end()
	return o.do(5, f.in(address), uintptr(len(address)))
}

// Connect implements [nd2.Connector].
func (c *connector) Connect(queuePair nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	f := c.frame("Connect")
	defer f.end()
	return c.request(o, nil, func(overlapped uintptr) nd2.Status {
		return c.do(6, pointerTo(queuePair), f.in(destAddress), uintptr(len(destAddress)), uintptr(inboundReadLimit),
			uintptr(outboundReadLimit),
			f.in(privateData), uintptr(len(privateData)), overlapped)
	})
}

// CompleteConnect implements [nd2.Connector].
func (c *connector) CompleteConnect(o *nd2.Overlapped) nd2.Status { return c.plain(7, o) }

// plain makes a request whose only parameter is the OVERLAPPED.
func (c *connector) plain(method uintptr, o *nd2.Overlapped) nd2.Status {
	return c.request(o, nil, func(overlapped uintptr) nd2.Status { return c.do(method, overlapped) })
}

// Accept implements [nd2.Connector].
func (c *connector) Accept(queuePair nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte,
	o *nd2.Overlapped,
) nd2.Status {
	f := c.frame("Accept")
	defer f.end()
	return c.request(o, nil, func(overlapped uintptr) nd2.Status {
		return c.do(8, pointerTo(queuePair), uintptr(inboundReadLimit), uintptr(outboundReadLimit), f.in(privateData),
			uintptr(len(privateData)), overlapped)
	})
}

// Reject implements [nd2.Connector].
func (c *connector) Reject(privateData []byte) nd2.Status {
	f := c.frame("Reject")
	defer f.end()
	return c.do(9, f.in(privateData), uintptr(len(privateData)))
}

// GetReadLimits implements [nd2.Connector].
func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	f := c.frame("GetReadLimits")
	defer f.end()
	return c.do(10, ref(f, inboundReadLimit), ref(f, outboundReadLimit))
}

// GetPrivateData implements [nd2.Connector].
func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	return c.get("GetPrivateData", 11, privateData, size)
}

// GetLocalAddress implements [nd2.Connector].
func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	return c.get("GetLocalAddress", 12, address, size)
}

// GetPeerAddress implements [nd2.Connector].
func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	return c.get("GetPeerAddress", 13, address, size)
}

// get calls a method that copies bytes out.
func (o *object) get(name string, method uintptr, to []byte, size *uint32) nd2.Status {
	f := o.frame(name)
	defer f.end()
	return o.do(method, f.room(to, sizeOf(size)), ref(f, size))
}

// NotifyDisconnect implements [nd2.Connector].
func (c *connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status { return c.plain(14, o) }

// Disconnect implements [nd2.Connector].
func (c *connector) Disconnect(o *nd2.Overlapped) nd2.Status { return c.plain(15, o) }
