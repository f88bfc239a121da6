//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// foreignObjects stand for objects of other DLLs, or of another kind.
var foreignObjects = struct {
	connector       nd1.Connector
	completionQueue nd1.CompletionQueue
	endpoint        nd1.Endpoint
	memoryWindow    nd1.MemoryWindow
}{
	struct{ nd1.Connector }{},
	struct{ nd1.CompletionQueue }{},
	struct{ nd1.Endpoint }{},
	struct{ nd1.MemoryWindow }{},
}

// passed returns an object that a client passes as one of a kind; for NULL it returns
// nil.
func passed[T nd2.Unknown](c *call, n int, foreign T) (none T) {
	if c.args[n] == 0 {
		return none
	}
	if t, ok := c.unknown(n).(T); ok {
		return t
	}
	return foreign
}

func nd1ConnectorCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	n := c.object.unknown.(nd1.Connector)
	switch c.place {
	case 5:
		return createV1(c, kinds.nd1Endpoint, func(to *nd1.Endpoint) nd2.Status {
			return n.CreateEndpoint(passed[nd1.CompletionQueue](c, 1, foreignObjects.completionQueue),
				passed[nd1.CompletionQueue](c, 2, foreignObjects.completionQueue),
				c.args[3], c.args[4], c.args[5], c.args[6], c.args[7], c.args[8], out[uintptr](c, 9), to)
		})
	case 6:
		return uintptr(n.Connect(c.endpoint(1), c.bytes(2), int32(c.args[4]), c.u16(5), c.memory(6), c.overlapped(8)))
	case 7:
		return uintptr(n.CompleteConnect(c.overlapped(1)))
	case 8:
		return uintptr(n.Accept(c.endpoint(1), c.memory(2), c.overlapped(4)))
	case 9:
		return uintptr(n.Reject(c.memory(1)))
	case 10:
		data, size := room[uintptr](c, 3)
		return uintptr(n.GetConnectionData(out[uintptr](c, 1), out[uintptr](c, 2), data, size))
	case 11:
		return uintptr(n.GetLocalAddress(room[uintptr](c, 1)))
	case 12:
		return uintptr(n.GetPeerAddress(room[uintptr](c, 1)))
	case 13:
		return uintptr(n.NotifyDisconnect(c.overlapped(1)))
	default:
		return uintptr(n.Disconnect(c.overlapped(1)))
	}
}

func (c *call) endpoint(n int) nd1.Endpoint {
	return passed[nd1.Endpoint](c, n, foreignObjects.endpoint)
}

func nd1EndpointCall(c *call) uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	e := c.object.unknown.(nd1.Endpoint)
	switch c.place {
	case 3:
		return uintptr(e.Flush())
	case 4:
		e.StartRequestBatch()
		return 0
	case 5:
		e.SubmitRequestBatch()
		return 0
	}
	return uintptr(c.request(e, out[nd1.Result](c, 1), nd2.OpFlags(c.u32(c.last))))
}

// request posts a request, which the client knows by the result that it passes.
func (c *call) request(e nd1.Endpoint, result *nd1.Result, flags nd2.OpFlags) nd2.Status {
	switch c.place {
	case 6:
		return e.Send(result, c.entriesV1(2), flags)
	case 7:
		return e.SendAndInvalidate(result, c.entriesV1(2), in[nd1.MWDescriptor](c, 4), flags)
	case 8:
		return e.Receive(result, c.entriesV1(2))
	case 9:
		return e.Bind(result, nd1.MRHandle(c.args[2]), passed[nd1.MemoryWindow](c, 3, foreignObjects.memoryWindow),
			nowhere(c.args[4], uint64(c.args[5])), nd2.OpFlags(c.u32(6)), out[nd1.MWDescriptor](c, 7))
	case 10:
		return e.Invalidate(result, passed[nd1.MemoryWindow](c, 2, foreignObjects.memoryWindow), flags)
	case 11:
		return e.Read(result, c.entriesV1(2), in[nd1.MWDescriptor](c, 4), uint64(c.args[5]), flags)
	default:
		return e.Write(result, c.entriesV1(2), in[nd1.MWDescriptor](c, 4), uint64(c.args[5]), flags)
	}
}

// entriesV1 returns a list of ND_SGE: parameter n is its address, parameter n+1 the
// number of entries.
func (c *call) entriesV1(n int) []nd1.SGE {
	type sge struct{ address, length, mr uintptr }
	if c.args[n] == 0 {
		return nil
	}
	count := min(c.args[n+1], mostEntries)
	if !readable(c.args[n], count*unsafe.Sizeof(sge{})) {
		refuse(n)
	}
	list := make([]nd1.SGE, count)
	for i, e := range unsafe.Slice((*sge)(pointer(c.args[n])), count) {
		list[i] = nd1.SGE{Buffer: nowhere(e.address, uint64(e.length)), MR: nd1.MRHandle(e.mr)}
	}
	return list
}
