package trace

import "github.com/ndconform/ndconform/nd2"

type queuePair struct {
	unknown
	inner nd2.QueuePair
}

func (q *queuePair) Flush() nd2.Status {
	s := q.inner.Flush()
	q.note(q.label, "Flush", s)
	return s
}

func (q *queuePair) Send(requestContext uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	s := q.inner.Send(requestContext, sge, flags)
	q.note(q.label, "Send", s, requestContext, sge, flags)
	return s
}

func (q *queuePair) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	s := q.inner.Receive(requestContext, sge)
	q.note(q.label, "Receive", s, requestContext, sge)
	return s
}

func (q *queuePair) Bind(requestContext uintptr, memoryRegion, memoryWindow nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	s := q.inner.Bind(requestContext, Unwrap(memoryRegion), Unwrap(memoryWindow), buffer, flags)
	q.note(q.label, "Bind", s, requestContext, memoryRegion, memoryWindow, buffer, flags)
	return s
}

func (q *queuePair) Invalidate(requestContext uintptr, memoryWindow nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	s := q.inner.Invalidate(requestContext, Unwrap(memoryWindow), flags)
	q.note(q.label, "Invalidate", s, requestContext, memoryWindow, flags)
	return s
}

func (q *queuePair) Read(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	s := q.inner.Read(requestContext, sge, remoteAddress, remoteToken, flags)
	q.note(q.label, "Read", s, requestContext, sge, remoteAddress, remoteToken, flags)
	return s
}

func (q *queuePair) Write(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32, flags nd2.OpFlags) nd2.Status {
	s := q.inner.Write(requestContext, sge, remoteAddress, remoteToken, flags)
	q.note(q.label, "Write", s, requestContext, sge, remoteAddress, remoteToken, flags)
	return s
}
