package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

type queuePair struct {
	object
	inner nd2.QueuePair
	// id is the context that the engine knows the queue pair by, context the
	// client's.
	id, context uintptr
	receives    *completionQueue
	initiated   *completionQueue
	shared      *sharedReceiveQueue
	// connector is what connects it, nil until one does.
	connector atomic.Pointer[connector]
	// initiatorSGEs and inlineSize, in bytes, are what it was created with.
	initiatorSGEs, inlineSize uint32
}

// Flush implements [nd2.QueuePair].
func (q *queuePair) Flush() nd2.Status {
	return q.do(&call{method: "IND2QueuePair::Flush"}, func(*call) nd2.Status { return q.inner.Flush() })
}

// Send implements [nd2.QueuePair].
func (q *queuePair) Send(requestContext uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	c := &call{method: "IND2QueuePair::Send", request: nd2.RequestSend, context: requestContext, sge: sge, flags: flags}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Send(ticket, c.sge, c.flags)
	})
}

// Receive implements [nd2.QueuePair].
func (q *queuePair) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	c := &call{method: "IND2QueuePair::Receive", request: nd2.RequestReceive, context: requestContext, sge: sge}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Receive(ticket, c.sge)
	})
}

// Bind implements [nd2.QueuePair].
func (q *queuePair) Bind(requestContext uintptr, region, window nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	c := &call{
		method: "IND2QueuePair::Bind", request: nd2.RequestBind, context: requestContext,
		region: region, window: window, buffer: buffer, flags: flags,
	}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Bind(ticket, unwrap(c.region), unwrap(c.window), c.buffer, c.flags)
	})
}

// Invalidate implements [nd2.QueuePair].
func (q *queuePair) Invalidate(requestContext uintptr, window nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	c := &call{method: "IND2QueuePair::Invalidate", request: nd2.RequestInvalidate, context: requestContext, window: window, flags: flags}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Invalidate(ticket, unwrap(c.window), c.flags)
	})
}

// Read implements [nd2.QueuePair].
func (q *queuePair) Read(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	c := &call{
		method: "IND2QueuePair::Read", request: nd2.RequestRead, context: requestContext,
		sge: sge, address: remoteAddress, token: remoteToken, flags: flags,
	}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Read(ticket, c.sge, c.address, c.token, c.flags)
	})
}

// Write implements [nd2.QueuePair].
func (q *queuePair) Write(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	c := &call{
		method: "IND2QueuePair::Write", request: nd2.RequestWrite, context: requestContext,
		sge: sge, address: remoteAddress, token: remoteToken, flags: flags,
	}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status {
		return q.inner.Write(ticket, c.sge, c.address, c.token, c.flags)
	})
}
