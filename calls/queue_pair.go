package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A QueuePair wraps an IND2QueuePair.
type QueuePair struct {
	Object
	Inner nd2.QueuePair
	// id is the context that the provider knows the queue pair by, Context the
	// client's.
	id, Context uintptr
	// SRQ is nil for a queue pair with a receive queue of its own.
	ReceiveCQ, InitiatorCQ *CompletionQueue
	SRQ                    *SharedReceiveQueue
	// connector is what connects it, nil until one does.
	connector atomic.Pointer[Connector]
	// InitiatorSGEs and InlineSize, in bytes, are what it was created with.
	InitiatorSGEs, InlineSize uint32
}

// Flush implements [nd2.QueuePair].
func (q *QueuePair) Flush() nd2.Status {
	return q.do(&Call{Method: QPFlush}, func(*Call) nd2.Status { return q.Inner.Flush() })
}

// Send implements [nd2.QueuePair].
func (q *QueuePair) Send(requestContext uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	c := &Call{Method: QPSend, Request: nd2.RequestSend, Context: requestContext, SGE: sge, Flags: flags}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Send(ticket, c.SGE, c.Flags)
	})
}

// Receive implements [nd2.QueuePair].
func (q *QueuePair) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	c := &Call{Method: QPReceive, Request: nd2.RequestReceive, Context: requestContext, SGE: sge}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Receive(ticket, c.SGE)
	})
}

// Bind implements [nd2.QueuePair].
func (q *QueuePair) Bind(requestContext uintptr, region, window nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	c := &Call{
		Method: QPBind, Request: nd2.RequestBind, Context: requestContext,
		Region: region, Window: window, Buffer: buffer, Flags: flags,
	}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Bind(ticket, Unwrap(c.Region), Unwrap(c.Window), c.Buffer, c.Flags)
	})
}

// Invalidate implements [nd2.QueuePair].
func (q *QueuePair) Invalidate(requestContext uintptr, window nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	c := &Call{Method: QPInvalidate, Request: nd2.RequestInvalidate, Context: requestContext, Window: window, Flags: flags}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Invalidate(ticket, Unwrap(c.Window), c.Flags)
	})
}

// Read implements [nd2.QueuePair].
func (q *QueuePair) Read(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	c := &Call{
		Method: QPRead, Request: nd2.RequestRead, Context: requestContext,
		SGE: sge, Address: remoteAddress, Token: remoteToken, Flags: flags,
	}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Read(ticket, c.SGE, c.Address, c.Token, c.Flags)
	})
}

// Write implements [nd2.QueuePair].
func (q *QueuePair) Write(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	c := &Call{
		Method: QPWrite, Request: nd2.RequestWrite, Context: requestContext,
		SGE: sge, Address: remoteAddress, Token: remoteToken, Flags: flags,
	}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status {
		return q.Inner.Write(ticket, c.SGE, c.Address, c.Token, c.Flags)
	})
}

// Report queues a result of a request that the provider never had, on the completion
// queue of its type.
func (q *QueuePair) Report(o Outcome) {
	to := q.InitiatorCQ
	if o.RequestType == nd2.RequestReceive {
		to = q.ReceiveCQ
	}
	o.On, o.QueuePairContext = q, q.Context
	to.Queued(func(list []Outcome) []Outcome { return append(list, o) })
}

// Connector returns what has last been told to connect the queue pair, or nil.
func (q *QueuePair) Connector() *Connector { return q.connector.Load() }
