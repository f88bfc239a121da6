package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

type queuePair struct{ object }

// Flush implements [nd2.QueuePair].
func (q *queuePair) Flush() nd2.Status { return q.flush() }

// flush is Flush of queue pairs, and of v1's endpoints.
func (o *object) flush() nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_Flush{Flush: &proto.Flush{}}})
}

// Send implements [nd2.QueuePair].
func (q *queuePair) Send(context uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Send{Send: &proto.Send{Context: uint64(context), Sge: q.list(sge), Flags: uint32(flags)}}})
}

// Receive implements [nd2.QueuePair].
func (q *queuePair) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	return q.receive(context, sge)
}

// Bind implements [nd2.QueuePair].
func (q *queuePair) Bind(context uintptr, region, window nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Bind{Bind: &proto.Bind{
		Context: uint64(context), MemoryRegion: q.given(region), MemoryWindow: q.given(window), Buffer: q.buffer(buffer), Flags: uint32(flags),
	}}})
}

// Invalidate implements [nd2.QueuePair].
func (q *queuePair) Invalidate(context uintptr, window nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Invalidate{Invalidate: &proto.Invalidate{Context: uint64(context), MemoryWindow: q.given(window), Flags: uint32(flags)}}})
}

// Read implements [nd2.QueuePair].
func (q *queuePair) Read(context uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Read{Read: &proto.Read{
		Context: uint64(context), Sge: q.list(sge), RemoteAddress: remoteAddress, RemoteToken: remoteToken, Flags: uint32(flags),
	}}})
}

// Write implements [nd2.QueuePair].
func (q *queuePair) Write(context uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Write{Write: &proto.Write{
		Context: uint64(context), Sge: q.list(sge), RemoteAddress: remoteAddress, RemoteToken: remoteToken, Flags: uint32(flags),
	}}})
}
