package trace

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

type ndkCQ struct {
	ndkObject
	inner ndk.CQ
}

func (c *ndkCQ) GetCqResults(results []ndk.Result) uint32 {
	call := c.begin(c.label, "GetCqResults", "room", len(results))
	n := c.inner.GetCqResults(results)
	if n > uint32(len(results)) {
		c.reject("NdkGetCqResults returned %d for an array of %d", n, len(results))
		n = uint32(len(results))
	}
	call.polled(n == 0, append([]ndk.Result(nil), results[:n]...))
	return n
}

type ndkMR struct {
	ndkObject
	inner ndk.MR
}

func (m *ndkMR) RegisterMr(buffer []byte, flags nd2.RegionFlags, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	call := m.begin(m.label, "RegisterMr", "_ _? context", buffer, flags, requestContext)
	s := m.inner.RegisterMr(buffer, flags, m.requested(m.label, "RegisterMr", completion), requestContext)
	m.registered(m.label, buffer)
	call.end(s)
	return s
}

func (m *ndkMR) DeregisterMr(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	call := m.begin(m.label, "DeregisterMr", "context", requestContext)
	s := m.inner.DeregisterMr(m.requested(m.label, "DeregisterMr", completion), requestContext)
	call.end(s)
	return s
}

func (m *ndkMR) GetLocalTokenFromMr() uint32 {
	call := m.begin(m.label, "GetLocalTokenFromMr", "")
	token := m.inner.GetLocalTokenFromMr()
	call.end(nil, "token", m.named(token, m.label))
	return token
}

type ndkSRQ struct {
	ndkObject
	inner ndk.SRQ
}

func (q *ndkSRQ) ModifySrq(depth, notifyThreshold uint32, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	call := q.begin(q.label, "ModifySrq", "depth threshold context", depth, notifyThreshold, requestContext)
	s := q.inner.ModifySrq(depth, notifyThreshold, q.requested(q.label, "ModifySrq", completion), requestContext)
	call.end(s)
	return s
}

func (q *ndkSRQ) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	call := q.begin(q.label, "SrqReceive", "context _", requestContext, sgl)
	s := q.inner.SrqReceive(requestContext, sgl)
	call.end(s)
	return s
}

type ndkQP struct {
	ndkObject
	inner ndk.QP
}

func (q *ndkQP) Flush() {
	call := q.begin(q.label, "Flush", "")
	q.inner.Flush()
	call.end(nil)
}

func (q *ndkQP) Send(requestContext uintptr, sgl []ndk.SGE, flags nd2.OpFlags) ndk.Status {
	call := q.begin(q.label, "Send", "context _ _?", requestContext, sgl, flags)
	s := q.inner.Send(requestContext, sgl, flags)
	call.end(s)
	return s
}

type ndkConnector struct {
	ndkObject
	inner ndk.Connector
}

func (c *ndkConnector) Connect(qp ndk.QP, srcAddress, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	call := c.begin(c.label, "Connect", "_ from to inbound-reads outbound-reads data context", qp, sockaddr(srcAddress), sockaddr(destAddress), inboundReadLimit, outboundReadLimit, data(privateData), requestContext)
	s := c.inner.Connect(innerNDK(qp), srcAddress, destAddress, inboundReadLimit, outboundReadLimit, privateData, c.requested(c.label, "Connect", completion), requestContext)
	call.end(s)
	return s
}

func (c *ndkConnector) CompleteConnect(disconnected ndk.DisconnectEvent, disconnectContext uintptr, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	var noted ndk.DisconnectEvent
	if disconnected != nil {
		noted = func(context uintptr) {
			c.event(c.label, "disconnect event", "context", context)
			disconnected(context)
		}
	}
	call := c.begin(c.label, "CompleteConnect", "disconnect-context context", disconnectContext, requestContext)
	s := c.inner.CompleteConnect(noted, disconnectContext, c.requested(c.label, "CompleteConnect", completion), requestContext)
	call.end(s)
	return s
}

func (c *ndkConnector) Disconnect(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	call := c.begin(c.label, "Disconnect", "context", requestContext)
	s := c.inner.Disconnect(c.requested(c.label, "Disconnect", completion), requestContext)
	call.end(s)
	return s
}
