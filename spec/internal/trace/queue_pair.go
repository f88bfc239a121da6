package trace

import "github.com/ndconform/ndconform/nd2"

type queuePair struct {
	unknown
	inner nd2.QueuePair
}

func (q *queuePair) Flush() nd2.Status {
	call := q.begin(q.label, "Flush", "")
	s := q.inner.Flush()
	call.end(s)
	return s
}

func (q *queuePair) Send(requestContext uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	call := q.begin(q.label, "Send", "context _ _?", requestContext, sge, flags)
	s := q.inner.Send(requestContext, sge, flags)
	call.end(s)
	return s
}

func (q *queuePair) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	call := q.begin(q.label, "Receive", "context _", requestContext, sge)
	s := q.inner.Receive(requestContext, sge)
	call.end(s)
	return s
}

func (q *queuePair) Bind(requestContext uintptr, memoryRegion, memoryWindow nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	call := q.begin(q.label, "Bind", "context _ _ _ _?", requestContext, memoryRegion, memoryWindow, buffer, flags)
	s := q.inner.Bind(requestContext, Unwrap(memoryRegion), Unwrap(memoryWindow), buffer, flags)
	call.end(s)
	return s
}

func (q *queuePair) Invalidate(requestContext uintptr, memoryWindow nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	call := q.begin(q.label, "Invalidate", "context _ _?", requestContext, memoryWindow, flags)
	s := q.inner.Invalidate(requestContext, Unwrap(memoryWindow), flags)
	call.end(s)
	return s
}

func (q *queuePair) Read(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	call := q.begin(q.label, "Read", "context _ to token _?", requestContext, sge, remoteAddress, remoteToken, flags)
	s := q.inner.Read(requestContext, sge, remoteAddress, remoteToken, flags)
	call.end(s)
	return s
}

func (q *queuePair) Write(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	call := q.begin(q.label, "Write", "context _ to token _?", requestContext, sge, remoteAddress, remoteToken, flags)
	s := q.inner.Write(requestContext, sge, remoteAddress, remoteToken, flags)
	call.end(s)
	return s
}
