package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type nd1Endpoint struct {
	unknown
	inner nd1.Endpoint
}

func (e *nd1Endpoint) Flush() nd2.Status {
	call := e.begin(e.label, "Flush", "")
	s := e.inner.Flush()
	call.end(s)
	return s
}

func (e *nd1Endpoint) StartRequestBatch() {
	call := e.begin(e.label, "StartRequestBatch", "")
	e.inner.StartRequestBatch()
	call.end(nil)
}

func (e *nd1Endpoint) SubmitRequestBatch() {
	call := e.begin(e.label, "SubmitRequestBatch", "")
	e.inner.SubmitRequestBatch()
	call.end(nil)
}

func (e *nd1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	call := e.begin(e.label, "Send", "_ _ _?", result, sge, flags)
	s := e.inner.Send(result, sge, flags)
	call.end(s)
	return s
}

func (e *nd1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status {
	call := e.begin(e.label, "SendAndInvalidate", "_ _ to _?", result, sge, value(remote), flags)
	s := e.inner.SendAndInvalidate(result, sge, remote, flags)
	call.end(s)
	return s
}

func (e *nd1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	call := e.begin(e.label, "Receive", "_ _", result, sge)
	s := e.inner.Receive(result, sge)
	call.end(s)
	return s
}

func (e *nd1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte, flags nd2.OpFlags, descriptor *nd1.MWDescriptor) nd2.Status {
	call := e.begin(e.label, "Bind", "_ _ _ _ _?", result, mr, window, buffer, flags)
	s := e.inner.Bind(result, mr, innerND1(window), buffer, flags, descriptor)
	call.end(s)
	return s
}

func (e *nd1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	call := e.begin(e.label, "Invalidate", "_ _ _?", result, window, flags)
	s := e.inner.Invalidate(result, innerND1(window), flags)
	call.end(s)
	return s
}

func (e *nd1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	call := e.begin(e.label, "Read", "_ _ to at _?", result, sge, value(remote), offset, flags)
	s := e.inner.Read(result, sge, remote, offset, flags)
	call.end(s)
	return s
}

func (e *nd1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	call := e.begin(e.label, "Write", "_ _ to at _?", result, sge, value(remote), offset, flags)
	s := e.inner.Write(result, sge, remote, offset, flags)
	call.end(s)
	return s
}
