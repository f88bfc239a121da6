package calls

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type nd1Endpoint struct {
	nd1.Endpoint
	on        Object
	connector *ND1Connector
	// inbound and outbound are its completion queues.
	inbound, outbound nd1.CompletionQueue
}

// innerND1Endpoint returns the provider's own endpoint behind a wrapper.
func innerND1Endpoint(e nd1.Endpoint) nd1.Endpoint {
	if w, ok := e.(*nd1Endpoint); ok {
		return w.Endpoint
	}
	return e
}

// begin makes a call on the endpoint.
func (e *nd1Endpoint) begin(method string, p ND1Call) *Call {
	p.Endpoint, p.Connector, p.Inbound, p.Outbound = e, e.connector, e.inbound, e.outbound
	return &Call{Method: method, ND1: &p}
}

// post is do for a call that posts a request.
func (e *nd1Endpoint) post(c *Call, next func(c *Call) nd2.Status) nd2.Status {
	return e.on.do(c, func(c *Call) nd2.Status {
		posted := &e.connector.Adapter.posted
		posted.add(c.ND1.Result, c)
		s := next(c)
		if s != nd2.Success {
			posted.remove(c.ND1.Result)
		}
		return s
	})
}

// Flush implements [nd1.Endpoint].
func (e *nd1Endpoint) Flush() nd2.Status {
	return e.on.do(e.begin(ND1Flush, ND1Call{}), func(*Call) nd2.Status { return e.Endpoint.Flush() })
}

// StartRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) StartRequestBatch() {
	e.on.do(e.begin(ND1StartRequestBatch, ND1Call{}), func(*Call) nd2.Status {
		e.Endpoint.StartRequestBatch()
		return nd2.Success
	})
}

// SubmitRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) SubmitRequestBatch() {
	e.on.do(e.begin(ND1SubmitRequestBatch, ND1Call{}), func(*Call) nd2.Status {
		e.Endpoint.SubmitRequestBatch()
		return nd2.Success
	})
}

// Send implements [nd1.Endpoint].
func (e *nd1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	c := e.begin(ND1Send, ND1Call{Result: result, SGE: sge})
	c.Flags = flags
	return e.post(c, func(c *Call) nd2.Status { return e.Endpoint.Send(c.ND1.Result, c.ND1.SGE, c.Flags) })
}

// SendAndInvalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status {
	c := e.begin(ND1SendAndInvalidate, ND1Call{Result: result, SGE: sge, Descriptor: remote})
	c.Flags = flags
	return e.post(c, func(c *Call) nd2.Status {
		return e.Endpoint.SendAndInvalidate(c.ND1.Result, c.ND1.SGE, c.ND1.Descriptor, c.Flags)
	})
}

// Receive implements [nd1.Endpoint].
func (e *nd1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	c := e.begin(ND1Receive, ND1Call{Result: result, SGE: sge})
	return e.post(c, func(c *Call) nd2.Status { return e.Endpoint.Receive(c.ND1.Result, c.ND1.SGE) })
}

// Bind implements [nd1.Endpoint].
func (e *nd1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte, flags nd2.OpFlags, descriptor *nd1.MWDescriptor) nd2.Status {
	c := e.begin(ND1Bind, ND1Call{Result: result, Window: window, Descriptor: descriptor})
	c.Buffer, c.Flags = buffer, flags
	return e.post(c, func(c *Call) nd2.Status {
		return e.Endpoint.Bind(c.ND1.Result, mr, c.ND1.Window, c.Buffer, c.Flags, c.ND1.Descriptor)
	})
}

// Invalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	c := e.begin(ND1Invalidate, ND1Call{Result: result, Window: window})
	c.Flags = flags
	return e.post(c, func(c *Call) nd2.Status { return e.Endpoint.Invalidate(c.ND1.Result, c.ND1.Window, c.Flags) })
}

// Read implements [nd1.Endpoint].
func (e *nd1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	c := e.begin(ND1Read, ND1Call{Result: result, SGE: sge, Descriptor: remote, Offset: offset})
	c.Flags = flags
	return e.post(c, func(c *Call) nd2.Status {
		return e.Endpoint.Read(c.ND1.Result, c.ND1.SGE, c.ND1.Descriptor, c.ND1.Offset, c.Flags)
	})
}

// Write implements [nd1.Endpoint].
func (e *nd1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	c := e.begin(ND1Write, ND1Call{Result: result, SGE: sge, Descriptor: remote, Offset: offset})
	c.Flags = flags
	return e.post(c, func(c *Call) nd2.Status {
		return e.Endpoint.Write(c.ND1.Result, c.ND1.SGE, c.ND1.Descriptor, c.ND1.Offset, c.Flags)
	})
}
