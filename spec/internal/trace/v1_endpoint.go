package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type v1Endpoint struct {
	unknown
	inner nd1.Endpoint
}

func (e *v1Endpoint) Flush() nd2.Status {
	s := e.inner.Flush()
	e.note(e.label, "Flush", s)
	return s
}

func (e *v1Endpoint) StartRequestBatch() {
	e.inner.StartRequestBatch()
	e.note(e.label, "StartRequestBatch", nil)
}

func (e *v1Endpoint) SubmitRequestBatch() {
	e.inner.SubmitRequestBatch()
	e.note(e.label, "SubmitRequestBatch", nil)
}

func (e *v1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	s := e.inner.Send(result, sge, flags)
	e.note(e.label, "Send", s, result, sge, flags)
	return s
}

func (e *v1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status {
	s := e.inner.SendAndInvalidate(result, sge, remote, flags)
	e.note(e.label, "SendAndInvalidate", s, result, sge, value(remote), flags)
	return s
}

func (e *v1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	s := e.inner.Receive(result, sge)
	e.note(e.label, "Receive", s, result, sge)
	return s
}

func (e *v1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte, flags nd2.OpFlags, descriptor *nd1.MWDescriptor) nd2.Status {
	s := e.inner.Bind(result, mr, innerV1(window), buffer, flags, descriptor)
	e.note(e.label, "Bind", s, result, mr, window, buffer, flags)
	return s
}

func (e *v1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	s := e.inner.Invalidate(result, innerV1(window), flags)
	e.note(e.label, "Invalidate", s, result, window, flags)
	return s
}

func (e *v1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	s := e.inner.Read(result, sge, remote, offset, flags)
	e.note(e.label, "Read", s, result, sge, value(remote), offset, flags)
	return s
}

func (e *v1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	s := e.inner.Write(result, sge, remote, offset, flags)
	e.note(e.label, "Write", s, result, sge, value(remote), offset, flags)
	return s
}
