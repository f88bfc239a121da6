package ref

import (
	"net/netip"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A connector implements [nd2.Connector]. Where the documents name no status for a bad
// parameter, the status is by its position in the C prototype.
type connector struct {
	overlapping
	connector *nic.Connector
	// keptQueuePair is the queue pair that the connector holds by the quirk
	// connector-keeps-queue-pair.
	keptQueuePair atomic.Pointer[queuePair]
}

func newConnector(a *adapter, f *nic.File) *connector {
	c := &connector{connector: a.manager.NewConnector(f)}
	c.begin(c, a, &c.connector.Requests, c.end, nd2.IIDOverlapped, nd2.IIDConnector)
	return c
}

func (c *connector) end() {
	c.connector.Close()
	c.keepQueuePair(nil)
}

// check makes a method's first checks.
func (c *connector) check(method string) nd2.Status {
	return c.adapter.device.Check("IND2Connector::" + method)
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (c *connector) CancelOverlappedRequests() nd2.Status {
	if s := c.adapter.device.CheckCleanUp("IND2Overlapped::CancelOverlappedRequests"); s != nd2.Success {
		return s
	}
	return c.connector.Cancel()
}

// Bind implements [nd2.Connector].
func (c *connector) Bind(address []byte) nd2.Status {
	if s := c.check("Bind"); s != nd2.Success {
		return s
	}
	a, ok := c.adapter.hardware.parse(address)
	if !ok {
		return nd2.InvalidParameter1
	}
	return c.connector.Bind(a)
}

// Connect implements [nd2.Connector]. It may return ND_ADDRESS_ALREADY_EXISTS, which is listed
// for Bind: the peer is not known before.
func (c *connector) Connect(queuePairObject nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	q, ok := object.Own[*queuePair](queuePairObject, c.adapter)
	to, s := c.checkConnect(ok, destAddress, privateData, o)
	if s != nd2.Success {
		return s
	}
	return c.keepQueuePairIf(c.connector.Connect(q.queue, to,
		nic.Reads{Inbound: inboundReadLimit, Outbound: outboundReadLimit}, privateData, o), q)
}

// checkConnect makes Connect's checks, and returns the peer's address. It is told whether the queue
// pair is the adapter's.
func (c *connector) checkConnect(own bool, destAddress, privateData []byte, o *nd2.Overlapped) (to netip.AddrPort,
	s nd2.Status,
) {
	if s := c.check("Connect"); s != nd2.Success {
		return to, s
	}
	to, parsed := c.adapter.hardware.parse(destAddress)
	switch {
	case !own:
		return to, nd2.InvalidParameter1
	case !parsed:
		return to, nd2.InvalidParameter2
	case o == nil:
		return to, nd2.InvalidParameter8
	case !readable(privateData):
		return to, nd2.AccessViolation
	}
	return to, nd2.Success
}

// CompleteConnect implements [nd2.Connector]. It completes inline, except with the quirk
// always-pends.
func (c *connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	if s := c.check("CompleteConnect"); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter1
	}
	return c.finish(c.connector.CompleteConnect(), o)
}

// Accept implements [nd2.Connector].
func (c *connector) Accept(queuePairObject nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte,
	o *nd2.Overlapped,
) nd2.Status {
	if s := c.check("Accept"); s != nd2.Success {
		return s
	}
	q, ok := object.Own[*queuePair](queuePairObject, c.adapter)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter6
	case !readable(privateData):
		return nd2.AccessViolation
	}
	return c.keepQueuePairIf(c.connector.Accept(q.queue, nic.Reads{Inbound: inboundReadLimit, Outbound: outboundReadLimit},
		privateData, o), q)
}

// Reject implements [nd2.Connector].
func (c *connector) Reject(privateData []byte) nd2.Status {
	if s := c.check("Reject"); s != nd2.Success {
		return s
	}
	if !readable(privateData) {
		return nd2.AccessViolation
	}
	return c.keepQueuePairIf(c.connector.Reject(privateData), nil)
}

// GetReadLimits implements [nd2.Connector].
func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	if s := c.check("GetReadLimits"); s != nd2.Success {
		return s
	}
	reads, s := c.connector.ReadLimits()
	if s != nd2.Success {
		return s
	}
	if inboundReadLimit != nil {
		*inboundReadLimit = reads.Inbound
	}
	if outboundReadLimit != nil {
		*outboundReadLimit = reads.Outbound
	}
	return nd2.Success
}

// GetPrivateData implements [nd2.Connector].
func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	if s := c.check("GetPrivateData"); s != nd2.Success {
		return s
	}
	if size == nil {
		return nd2.InvalidParameter2
	}
	return copyPrivateData(privateData, size, c.connector.PrivateData)
}

// GetLocalAddress implements [nd2.Connector].
func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	if s := c.check("GetLocalAddress"); s != nd2.Success {
		return s
	}
	return copyAddress(c.adapter.hardware, address, size, c.connector.LocalAddress)
}

// GetPeerAddress implements [nd2.Connector].
func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	if s := c.check("GetPeerAddress"); s != nd2.Success {
		return s
	}
	return copyAddress(c.adapter.hardware, address, size, c.connector.PeerAddress)
}

// NotifyDisconnect implements [nd2.Connector].
func (c *connector) NotifyDisconnect(o *nd2.Overlapped) nd2.Status {
	if s := c.check("NotifyDisconnect"); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter1
	}
	return c.finish(c.connector.NotifyDisconnect(o), o)
}

// Disconnect implements [nd2.Connector].
func (c *connector) Disconnect(o *nd2.Overlapped) nd2.Status {
	if s := c.check("Disconnect"); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter1
	}
	return c.finish(c.keepQueuePairIf(c.connector.Disconnect(o), nil), o)
}

// copyPrivateData copies the private data from get, as much as fits.
func copyPrivateData(b []byte, size *uint32, get func() ([]byte, nd2.Status)) nd2.Status {
	data, s := get()
	if s != nd2.Success {
		return s
	}
	return object.PutPrivateData(data, b, size)
}
