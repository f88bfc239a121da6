package host

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callND1Adapter makes the calls of INDAdapter; it returns nil for other calls.
func (h *host) callND1Adapter(n uint64, c *proto.ND1Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.ND1Call_GetFileHandle:
		return h.fileOf(n)
	case *proto.ND1Call_Query:
		info, size := wire.ToND1Info(m.Query.GetInfo()), wire.Narrow(m.Query.Size)
		r := status(the[nd1.Adapter](h, n).Query(m.Query.GetVersion(), info, size))
		r.Nd1 = &proto.ND1Out{Size: wire.Wide(size), Info: wire.ND1Info(info)}
		return r
	case *proto.ND1Call_Control:
		return h.control(n, m.Control)
	case *proto.ND1Call_CreateCompletionQueue:
		return createND1(h, func(out *nd1.CompletionQueue) nd2.Status {
			return the[nd1.Adapter](h, n).CreateCompletionQueue(uintptr(m.CreateCompletionQueue.GetEntries()), out)
		})
	case *proto.ND1Call_RegisterMemory:
		return h.registerMemory(n, m.RegisterMemory)
	case *proto.ND1Call_DeregisterMemory:
		p := m.DeregisterMemory
		return status(the[nd1.Adapter](h, n).DeregisterMemory(h.handle(p.GetMr()), h.request(p.GetOverlapped())))
	case *proto.ND1Call_CreateMemoryWindow:
		return createND1(h, func(out *nd1.MemoryWindow) nd2.Status {
			return the[nd1.Adapter](h, n).CreateMemoryWindow(h.result(m.CreateMemoryWindow.GetResult()), out)
		})
	case *proto.ND1Call_CreateConnector:
		return createND1(h, the[nd1.Adapter](h, n).CreateConnector)
	case *proto.ND1Call_Listen:
		return h.listenND1(n, m.Listen)
	}
	return nil
}

// fileOf returns the file of an adapter, which goes with the adapter.
func (h *host) fileOf(n uint64) *proto.Reply {
	file := the[nd1.Adapter](h, n).GetFileHandle()
	if file == nil {
		return &proto.Reply{}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.objects[n]
	if o == nil {
		return &proto.Reply{}
	}
	if o.file == 0 {
		o.file = h.number()
		h.objects[o.file] = &object{it: file, references: 1}
	}
	return &proto.Reply{Value: o.file}
}

func (h *host) control(n uint64, p *proto.ND1Control) *proto.Reply {
	out, returned := h.buffer(p.GetOut()), wire.Narrow(p.BytesReturned)
	r := status(the[nd1.Adapter](h, n).Control(p.GetCode(), h.buffer(p.GetIn()), out, returned, h.request(p.GetOverlapped())))
	r.Nd1 = &proto.ND1Out{Size: wire.Wide(returned)}
	if _, plain := p.GetOut().GetMemory().(*proto.Buffer_Plain); plain {
		r.Data = out
	}
	return r
}

// registerMemory returns a number for the handle, which the provider may give when the
// request ends.
func (h *host) registerMemory(n uint64, p *proto.ND1RegisterMemory) *proto.Reply {
	handle := new(nd1.MRHandle)
	r := status(the[nd1.Adapter](h, n).RegisterMemory(h.buffer(p.GetBuffer()), h.request(p.GetOverlapped()), handle))
	if s := nd2.Status(r.GetStatus()); s != nd2.Success && s != nd2.Pending {
		return r
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.handles) >= h.Limits.Objects {
		h.stop(errTooMany("registrations", h.Limits.Objects))
	}
	r.Value = h.number()
	h.handles[r.GetValue()] = handle
	return r
}

// handle returns the provider's handle by its number. What is none may be a handle that no
// provider has given.
func (h *host) handle(n uint64) nd1.MRHandle {
	h.mu.Lock()
	defer h.mu.Unlock()
	if handle := h.handles[n]; handle != nil {
		return *handle
	}
	return nd1.MRHandle(n)
}

func (h *host) listenND1(n uint64, p *proto.ND1Listen) *proto.Reply {
	var assigned *uint16
	if p.AssignedPort != nil {
		port := uint16(p.GetAssignedPort())
		assigned = &port
	}
	r := createND1(h, func(out *nd1.Listen) nd2.Status {
		return the[nd1.Adapter](h, n).Listen(uintptr(p.GetBacklog()), p.GetProtocol(), uint16(p.GetPort()), assigned, out)
	})
	if assigned != nil {
		port := uint32(*assigned)
		r.Nd1 = &proto.ND1Out{Port: &port}
	}
	return r
}
