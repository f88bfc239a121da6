package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// receiver is an object that takes Receives.
type receiver interface {
	Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status
}

// flusher is a queue pair, or an endpoint of v1.
type flusher interface{ Flush() nd2.Status }

// callPair makes the calls of IND2QueuePair, and Receive of both kinds of receiver; it
// returns nil for other calls.
func (h *host) callPair(n uint64, c *proto.Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.Call_Flush:
		return status(the[flusher](h, n).Flush())
	case *proto.Call_Send:
		p := m.Send
		return status(the[nd2.QueuePair](h, n).Send(uintptr(p.GetContext()), h.list(p.GetSge()), nd2.OpFlags(p.GetFlags())))
	case *proto.Call_Receive:
		p := m.Receive
		return status(the[receiver](h, n).Receive(uintptr(p.GetContext()), h.list(p.GetSge())))
	case *proto.Call_Bind:
		p := m.Bind
		return status(the[nd2.QueuePair](h, n).Bind(uintptr(p.GetContext()), h.given(p.GetMemoryRegion()), h.given(p.GetMemoryWindow()), h.buffer(p.GetBuffer()), nd2.OpFlags(p.GetFlags())))
	case *proto.Call_Invalidate:
		p := m.Invalidate
		return status(the[nd2.QueuePair](h, n).Invalidate(uintptr(p.GetContext()), h.given(p.GetMemoryWindow()), nd2.OpFlags(p.GetFlags())))
	case *proto.Call_Read:
		p := m.Read
		return status(the[nd2.QueuePair](h, n).Read(uintptr(p.GetContext()), h.list(p.GetSge()), p.GetRemoteAddress(), p.GetRemoteToken(), nd2.OpFlags(p.GetFlags())))
	case *proto.Call_Write:
		p := m.Write
		return status(the[nd2.QueuePair](h, n).Write(uintptr(p.GetContext()), h.list(p.GetSge()), p.GetRemoteAddress(), p.GetRemoteToken(), nd2.OpFlags(p.GetFlags())))
	}
	return nil
}
