package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// CreateEndpoint implements [nd1.Connector]. It refuses a second endpoint with
// ND_INVALID_DEVICE_STATE; the page names no status.
func (c *nd1Connector) CreateEndpoint(inboundCQ, outboundCQ nd1.CompletionQueue,
	inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr,
	maxInlineData *uintptr, out *nd1.Endpoint,
) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter10
	}
	*out = nil
	if s := c.adapter.device.Check("INDConnector::CreateEndpoint"); s != nd2.Success {
		return s
	}
	inbound, ok := object.Own[*nd1CompletionQueue](inboundCQ, c.adapter)
	if !ok {
		return nd2.InvalidParameter1
	}
	outbound, ok := object.Own[*nd1CompletionQueue](outboundCQ, c.adapter)
	if !ok {
		return nd2.InvalidParameter2
	}
	limits := c.adapter.device.Limits()
	for _, p := range []struct {
		value uintptr
		limit uint32
		s     nd2.Status
	}{
		{inboundEntries, limits.ReceiveDepth, nd2.InvalidParameter3},
		{outboundEntries, limits.InitiatorDepth, nd2.InvalidParameter4},
		{inboundSGE, limits.ReceiveSGE, nd2.InvalidParameter5},
		{outboundSGE, limits.InitiatorSGE, nd2.InvalidParameter6},
		{inboundReadLimit, limits.InboundReads, nd2.InvalidParameter7},
		{outboundReadLimit, limits.OutboundReads, nd2.InvalidParameter8},
	} {
		if p.value > uintptr(p.limit) {
			return p.s
		}
	}
	e := &nd1Endpoint{
		connector: c, inbound: inbound, outbound: outbound,
		reads: nic.Reads{Inbound: uint32(inboundReadLimit), Outbound: uint32(outboundReadLimit)},
	}
	s := c.install(e, nic.QueuePairConfig{
		ReceiveCQ: inbound.queue, InitiatorCQ: outbound.queue,
		ReceiveDepth: uint32(inboundEntries), InitiatorDepth: uint32(outboundEntries),
		ReceiveSGE: uint32(inboundSGE), InitiatorSGE: uint32(outboundSGE),
		Inline: c.adapter.device.Inline(), Silenced: c.owner.results.forget,
	})
	if s != nd2.Success {
		return s
	}
	if maxInlineData != nil {
		*maxInlineData = uintptr(c.adapter.device.Inline())
	}
	*out = e
	return nd2.Success
}

// install gives the connector the endpoint e, with a queue pair.
func (c *nd1Connector) install(e *nd1Endpoint, config nic.QueuePairConfig) (s nd2.Status) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.endpoint != nil {
		return nd2.InvalidDeviceState
	}
	e.adapter = c.adapter
	e.queue, s = e.adapter.domain.NewQueuePair(config)
	if s == nd2.Success {
		c.endpoint = e
		e.begin(e, func() { c.vacate(e) }, nd1.IIDEndpoint, e.inbound, e.outbound)
	}
	return s
}

// vacate removes the connector's endpoint e.
func (c *nd1Connector) vacate(e *nd1Endpoint) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.endpoint == e {
		c.endpoint = nil
	}
}
