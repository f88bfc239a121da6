package mutant

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type v1Endpoint struct {
	nd1.Endpoint
	on        object
	connector *v1Connector
	// inbound and outbound are its completion queues.
	inbound, outbound nd1.CompletionQueue
}

// innerEndpoint gives the engine's own endpoint behind a wrapper.
func innerEndpoint(e nd1.Endpoint) nd1.Endpoint {
	if w, ok := e.(*v1Endpoint); ok {
		return w.Endpoint
	}
	return e
}

// begin makes a call on the endpoint.
func (e *v1Endpoint) begin(method string, p v1Call) *call {
	p.endpoint, p.connector, p.inbound, p.outbound = e, e.connector, e.inbound, e.outbound
	return &call{method: method, v1: &p}
}

// post is do for a call that posts a request.
func (e *v1Endpoint) post(c *call, next func(c *call) nd2.Status) nd2.Status {
	return e.on.do(c, func(c *call) nd2.Status {
		posted := &e.connector.adapter.posted
		posted.add(c.v1.result, c)
		s := next(c)
		if s != nd2.Success {
			posted.remove(c.v1.result)
		}
		return s
	})
}

// Flush implements [nd1.Endpoint].
func (e *v1Endpoint) Flush() nd2.Status {
	return e.on.do(e.begin(v1Flush, v1Call{}), func(*call) nd2.Status { return e.Endpoint.Flush() })
}

// StartRequestBatch implements [nd1.Endpoint].
func (e *v1Endpoint) StartRequestBatch() {
	e.on.do(e.begin(v1StartBatch, v1Call{}), func(*call) nd2.Status {
		e.Endpoint.StartRequestBatch()
		return nd2.Success
	})
}

// SubmitRequestBatch implements [nd1.Endpoint].
func (e *v1Endpoint) SubmitRequestBatch() {
	e.on.do(e.begin(v1SubmitBatch, v1Call{}), func(*call) nd2.Status {
		e.Endpoint.SubmitRequestBatch()
		return nd2.Success
	})
}

// Send implements [nd1.Endpoint].
func (e *v1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	c := e.begin(v1Send, v1Call{result: result, sge: sge})
	c.flags = flags
	return e.post(c, func(c *call) nd2.Status { return e.Endpoint.Send(c.v1.result, c.v1.sge, c.flags) })
}

// SendAndInvalidate implements [nd1.Endpoint].
func (e *v1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status {
	c := e.begin(v1SendAndInvalidate, v1Call{result: result, sge: sge, descriptor: remote})
	c.flags = flags
	return e.post(c, func(c *call) nd2.Status {
		return e.Endpoint.SendAndInvalidate(c.v1.result, c.v1.sge, c.v1.descriptor, c.flags)
	})
}

// Receive implements [nd1.Endpoint].
func (e *v1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	c := e.begin(v1Receive, v1Call{result: result, sge: sge})
	return e.post(c, func(c *call) nd2.Status { return e.Endpoint.Receive(c.v1.result, c.v1.sge) })
}

// Bind implements [nd1.Endpoint].
func (e *v1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte, flags nd2.OpFlags, descriptor *nd1.MWDescriptor) nd2.Status {
	c := e.begin(v1Bind, v1Call{result: result, window: window, descriptor: descriptor})
	c.buffer, c.flags = buffer, flags
	return e.post(c, func(c *call) nd2.Status {
		return e.Endpoint.Bind(c.v1.result, mr, c.v1.window, c.buffer, c.flags, c.v1.descriptor)
	})
}

// Invalidate implements [nd1.Endpoint].
func (e *v1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	c := e.begin(v1Invalidate, v1Call{result: result, window: window})
	c.flags = flags
	return e.post(c, func(c *call) nd2.Status { return e.Endpoint.Invalidate(c.v1.result, c.v1.window, c.flags) })
}

// Read implements [nd1.Endpoint].
func (e *v1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	c := e.begin(v1Read, v1Call{result: result, sge: sge, descriptor: remote, offset: offset})
	c.flags = flags
	return e.post(c, func(c *call) nd2.Status {
		return e.Endpoint.Read(c.v1.result, c.v1.sge, c.v1.descriptor, c.v1.offset, c.flags)
	})
}

// Write implements [nd1.Endpoint].
func (e *v1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	c := e.begin(v1Write, v1Call{result: result, sge: sge, descriptor: remote, offset: offset})
	c.flags = flags
	return e.post(c, func(c *call) nd2.Status {
		return e.Endpoint.Write(c.v1.result, c.v1.sge, c.v1.descriptor, c.v1.offset, c.flags)
	})
}
