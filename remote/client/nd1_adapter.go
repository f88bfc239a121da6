package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type nd1Adapter struct{ overlapping }

// GetOverlappedResult implements [nd1.Overlapping].
func (a *nd1Adapter) GetOverlappedResult(o *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	return a.resultND1(o, bytesTransferred, wait)
}

// GetFileHandle implements [nd1.Adapter].
func (a *nd1Adapter) GetFileHandle() nd2.OverlappedFile {
	r := a.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetFileHandle{GetFileHandle: &proto.ND1GetFileHandle{}}})
	if r.GetValue() == 0 {
		return nil
	}
	return &file{object{a.session, r.GetValue()}}
}

// Query implements [nd1.Adapter].
func (a *nd1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	r := a.doND1(&proto.ND1Call{Method: &proto.ND1Call_Query{Query: &proto.ND1Query{Version: version, Info: wire.ND1Info(info), Size: wire.Wide(size)}}})
	put(info, wire.ToND1Info(r.Nd1.GetInfo()))
	putWide(size, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

// Control implements [nd1.Adapter].
func (a *nd1Adapter) Control(ioControlCode uint32, in, out []byte, bytesReturned *uintptr, o *nd2.Overlapped) nd2.Status {
	r := a.doND1(&proto.ND1Call{Method: &proto.ND1Call_Control{Control: &proto.ND1Control{
		Code: ioControlCode, In: a.buffer(in), Out: a.buffer(out), BytesReturned: wire.Wide(bytesReturned), Overlapped: a.request(o),
	}}})
	copy(out, r.GetData())
	putWide(bytesReturned, r.Nd1.Size)
	return nd2.Status(r.GetStatus())
}

// CreateCompletionQueue implements [nd1.Adapter].
func (a *nd1Adapter) CreateCompletionQueue(entries uintptr, completionQueue *nd1.CompletionQueue) nd2.Status {
	r := createND1(&a.object, &proto.ND1Call{Method: &proto.ND1Call_CreateCompletionQueue{CreateCompletionQueue: &proto.ND1CreateCompletionQueue{Entries: uint64(entries)}}}, completionQueue)
	return nd2.Status(r.GetStatus())
}

// RegisterMemory implements [nd1.Adapter]. The handle is a number that stands for the far
// provider's own.
func (a *nd1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	r := a.doND1(&proto.ND1Call{Method: &proto.ND1Call_RegisterMemory{RegisterMemory: &proto.ND1RegisterMemory{Buffer: a.buffer(buffer), Overlapped: a.request(o)}}})
	if handle := nd1.MRHandle(r.GetValue()); handle != 0 {
		put(mr, &handle)
	}
	return nd2.Status(r.GetStatus())
}

// DeregisterMemory implements [nd1.Adapter].
func (a *nd1Adapter) DeregisterMemory(mr nd1.MRHandle, o *nd2.Overlapped) nd2.Status {
	return a.statusND1(&proto.ND1Call{Method: &proto.ND1Call_DeregisterMemory{DeregisterMemory: &proto.ND1DeregisterMemory{Mr: uint64(mr), Overlapped: a.request(o)}}})
}

// CreateMemoryWindow implements [nd1.Adapter].
func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, memoryWindow *nd1.MemoryWindow) nd2.Status {
	r := createND1(&a.object, &proto.ND1Call{Method: &proto.ND1Call_CreateMemoryWindow{CreateMemoryWindow: &proto.ND1CreateMemoryWindow{Result: a.result(invalidateResult)}}}, memoryWindow)
	return nd2.Status(r.GetStatus())
}

// CreateConnector implements [nd1.Adapter].
func (a *nd1Adapter) CreateConnector(connector *nd1.Connector) nd2.Status {
	r := createND1(&a.object, &proto.ND1Call{Method: &proto.ND1Call_CreateConnector{CreateConnector: &proto.ND1CreateConnector{}}}, connector)
	return nd2.Status(r.GetStatus())
}

// Listen implements [nd1.Adapter].
func (a *nd1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, listen *nd1.Listen) nd2.Status {
	p := &proto.ND1Listen{Backlog: uint64(backlog), Protocol: protocol, Port: uint32(port)}
	if assignedPort != nil {
		before := uint32(*assignedPort)
		p.AssignedPort = &before
	}
	r := createND1(&a.object, &proto.ND1Call{Method: &proto.ND1Call_Listen{Listen: p}}, listen)
	if r.Nd1.Port != nil {
		assigned := uint16(r.Nd1.GetPort())
		put(assignedPort, &assigned)
	}
	return nd2.Status(r.GetStatus())
}
