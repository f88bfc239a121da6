package trace

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

type kernelCQ struct {
	kernelObject
	inner ndk.CQ
}

func (c *kernelCQ) GetCqResults(results []ndk.Result) uint32 {
	n := c.inner.GetCqResults(results)
	if n > uint32(len(results)) {
		c.reject("NdkGetCqResults returned %d for an array of %d", n, len(results))
		n = uint32(len(results))
	}
	if n > 0 {
		c.note(c.label, "GetCqResults", append([]ndk.Result(nil), results[:n]...))
	}
	return n
}

type kernelMR struct {
	kernelObject
	inner ndk.MR
}

func (m *kernelMR) RegisterMr(buffer []byte, flags nd2.RegionFlags, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	s := m.inner.RegisterMr(buffer, flags, m.requested(m.label, "RegisterMr", completion), requestContext)
	m.note(m.label, "RegisterMr", s, buffer, flags, requestContext)
	return s
}

func (m *kernelMR) DeregisterMr(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	s := m.inner.DeregisterMr(m.requested(m.label, "DeregisterMr", completion), requestContext)
	m.note(m.label, "DeregisterMr", s, requestContext)
	return s
}

func (m *kernelMR) GetLocalTokenFromMr() uint32 {
	token := m.inner.GetLocalTokenFromMr()
	m.note(m.label, "GetLocalTokenFromMr", token)
	return token
}

type kernelSRQ struct {
	kernelObject
	inner ndk.SRQ
}

func (q *kernelSRQ) ModifySrq(depth, notifyThreshold uint32, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	s := q.inner.ModifySrq(depth, notifyThreshold, q.requested(q.label, "ModifySrq", completion), requestContext)
	q.note(q.label, "ModifySrq", s, depth, notifyThreshold, requestContext)
	return s
}

func (q *kernelSRQ) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	s := q.inner.SrqReceive(requestContext, sgl)
	q.note(q.label, "SrqReceive", s, requestContext, sgl)
	return s
}

type kernelQP struct {
	kernelObject
	inner ndk.QP
}

func (q *kernelQP) Flush() {
	q.inner.Flush()
	q.note(q.label, "Flush", nil)
}

func (q *kernelQP) Send(requestContext uintptr, sgl []ndk.SGE, flags nd2.OpFlags) ndk.Status {
	s := q.inner.Send(requestContext, sgl, flags)
	q.note(q.label, "Send", s, requestContext, sgl, flags)
	return s
}

type kernelConnector struct {
	kernelObject
	inner ndk.Connector
}

func (c *kernelConnector) Connect(qp ndk.QP, srcAddress, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	s := c.inner.Connect(innerNDK(qp), srcAddress, destAddress, inboundReadLimit, outboundReadLimit, privateData, c.requested(c.label, "Connect", completion), requestContext)
	c.note(c.label, "Connect", s, qp, srcAddress, destAddress, inboundReadLimit, outboundReadLimit, privateData, requestContext)
	return s
}

func (c *kernelConnector) CompleteConnect(disconnected ndk.DisconnectEvent, disconnectContext uintptr, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	var noted ndk.DisconnectEvent
	if disconnected != nil {
		noted = func(context uintptr) {
			c.note(c.label, "disconnect event", nil, context)
			disconnected(context)
		}
	}
	s := c.inner.CompleteConnect(noted, disconnectContext, c.requested(c.label, "CompleteConnect", completion), requestContext)
	c.note(c.label, "CompleteConnect", s, disconnectContext, requestContext)
	return s
}

func (c *kernelConnector) Disconnect(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	s := c.inner.Disconnect(c.requested(c.label, "Disconnect", completion), requestContext)
	c.note(c.label, "Disconnect", s, requestContext)
	return s
}
