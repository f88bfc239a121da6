package host

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callND1Queue makes the calls of INDCompletionQueue; it returns nil for other calls.
func (h *host) callND1Queue(n uint64, c *proto.ND1Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.ND1Call_Resize:
		return status(the[nd1.CompletionQueue](h, n).Resize(uintptr(m.Resize.GetEntries())))
	case *proto.ND1Call_GetResults:
		list := make([]*nd1.Result, h.room(m.GetResults))
		queue := the[nd1.CompletionQueue](h, n)
		got := patiently(m.GetResults, func() uint64 { return uint64(queue.GetResults(list)) })
		return &proto.Reply{Value: got, Nd1: &proto.ND1Out{Results: h.handedBack(list[:min(got, uint64(len(list)))])}}
	}
	return nil
}

// callND1Endpoint makes the calls of INDEndpoint; it returns nil for other calls.
func (h *host) callND1Endpoint(n uint64, c *proto.ND1Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.ND1Call_StartRequestBatch:
		the[nd1.Endpoint](h, n).StartRequestBatch()
		return &proto.Reply{}
	case *proto.ND1Call_SubmitRequestBatch:
		the[nd1.Endpoint](h, n).SubmitRequestBatch()
		return &proto.Reply{}
	case *proto.ND1Call_Send:
		p := m.Send
		return status(the[nd1.Endpoint](h, n).Send(h.result(p.GetResult()), h.listND1(p.GetSge()), nd2.OpFlags(p.GetFlags())))
	case *proto.ND1Call_SendAndInvalidate:
		p := m.SendAndInvalidate
		return status(the[nd1.Endpoint](h, n).SendAndInvalidate(h.result(p.GetResult()), h.listND1(p.GetSge()), h.descriptor(p.GetMwDescriptor()), nd2.OpFlags(p.GetFlags())))
	case *proto.ND1Call_Receive:
		p := m.Receive
		return status(the[nd1.Endpoint](h, n).Receive(h.result(p.GetResult()), h.listND1(p.GetSge())))
	case *proto.ND1Call_Bind:
		return h.bindND1(n, m.Bind)
	case *proto.ND1Call_Invalidate:
		p := m.Invalidate
		return status(the[nd1.Endpoint](h, n).Invalidate(h.result(p.GetResult()), parameter[nd1.MemoryWindow](h, p.GetWindow()), nd2.OpFlags(p.GetFlags())))
	case *proto.ND1Call_Read:
		p := m.Read
		return status(the[nd1.Endpoint](h, n).Read(h.result(p.GetResult()), h.listND1(p.GetSge()), h.descriptor(p.GetMwDescriptor()), p.GetOffset(), nd2.OpFlags(p.GetFlags())))
	case *proto.ND1Call_Write:
		p := m.Write
		return status(the[nd1.Endpoint](h, n).Write(h.result(p.GetResult()), h.listND1(p.GetSge()), h.descriptor(p.GetMwDescriptor()), p.GetOffset(), nd2.OpFlags(p.GetFlags())))
	}
	return nil
}

func (h *host) bindND1(n uint64, p *proto.ND1Bind) *proto.Reply {
	d := h.descriptor(p.GetMwDescriptor())
	r := status(the[nd1.Endpoint](h, n).Bind(h.result(p.GetResult()), h.handle(p.GetMr()), parameter[nd1.MemoryWindow](h, p.GetWindow()),
		h.buffer(p.GetBuffer()), nd2.OpFlags(p.GetFlags()), d))
	r.Nd1 = &proto.ND1Out{MwDescriptor: wire.Descriptor(d)}
	return r
}

func (h *host) descriptor(b []byte) *nd1.MWDescriptor {
	d, err := wire.ToDescriptor(b)
	if err != nil {
		h.violated("%v", err)
	}
	return d
}

// listND1 is list for entries of v1.
func (h *host) listND1(entries []*proto.ND1SGE) []nd1.SGE {
	var list []nd1.SGE
	for _, e := range entries {
		list = append(list, nd1.SGE{Buffer: h.entry(e.GetBuffer()), MR: h.handle(e.GetMr())})
	}
	return list
}
