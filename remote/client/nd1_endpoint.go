package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type nd1Endpoint struct{ object }

// Flush implements [nd1.Endpoint].
func (e *nd1Endpoint) Flush() nd2.Status { return e.flush() }

// StartRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) StartRequestBatch() {
	e.doND1(&proto.ND1Call{Method: &proto.ND1Call_StartRequestBatch{StartRequestBatch: &proto.ND1StartRequestBatch{}}})
}

// SubmitRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) SubmitRequestBatch() {
	e.doND1(&proto.ND1Call{Method: &proto.ND1Call_SubmitRequestBatch{SubmitRequestBatch: &proto.ND1SubmitRequestBatch{}}})
}

// Send implements [nd1.Endpoint].
func (e *nd1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Send{Send: e.requestND1(result, sge, nil, 0, flags)}})
}

// SendAndInvalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_SendAndInvalidate{SendAndInvalidate: e.requestND1(result, sge, remote, 0, flags)}})
}

// Receive implements [nd1.Endpoint].
func (e *nd1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Receive{Receive: e.requestND1(result, sge, nil, 0, 0)}})
}

// Bind implements [nd1.Endpoint].
func (e *nd1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte, flags nd2.OpFlags, descriptor *nd1.MWDescriptor) nd2.Status {
	r := e.doND1(&proto.ND1Call{Method: &proto.ND1Call_Bind{Bind: &proto.ND1Bind{
		Result: e.result(result), Mr: uint64(mr), Window: e.given(window), Buffer: e.buffer(buffer), Flags: uint32(flags), MwDescriptor: wire.Descriptor(descriptor),
	}}})
	if d, err := wire.ToDescriptor(r.Nd1.GetMwDescriptor()); err == nil {
		put(descriptor, d)
	}
	return nd2.Status(r.GetStatus())
}

// Invalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Invalidate{Invalidate: &proto.ND1Invalidate{Result: e.result(result), Window: e.given(window), Flags: uint32(flags)}}})
}

// Read implements [nd1.Endpoint].
func (e *nd1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Read{Read: e.requestND1(result, sge, remote, offset, flags)}})
}

// Write implements [nd1.Endpoint].
func (e *nd1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) nd2.Status {
	return e.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Write{Write: e.requestND1(result, sge, remote, offset, flags)}})
}

// requestND1 returns the form of a request that moves data.
func (s *session) requestND1(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags) *proto.ND1Request {
	r := &proto.ND1Request{Result: s.result(result), MwDescriptor: wire.Descriptor(remote), Offset: offset, Flags: uint32(flags)}
	for _, e := range sge {
		r.Sge = append(r.Sge, &proto.ND1SGE{Buffer: s.buffer(e.Buffer), Mr: uint64(e.MR)})
	}
	return r
}
