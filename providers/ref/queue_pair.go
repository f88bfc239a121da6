package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A queuePair implements [nd2.QueuePair]. It keeps its adapter and its queues alive.
type queuePair struct {
	object.Object
	adapter *adapter
	queue   *nic.QueuePair
}

// newQueuePair returns a queue pair that keeps a reference to each of holds.
func newQueuePair(a *adapter, c nic.QueuePairConfig, holds ...nd2.Unknown) (*queuePair, nd2.Status) {
	queue, s := a.domain.NewQueuePair(c)
	if s != nd2.Success {
		return nil, s
	}
	q := &queuePair{adapter: a, queue: queue}
	q.begin(q, func() {}, nd2.IIDQueuePair, holds...)
	return q, nd2.Success
}

// begin gives self, which embeds q, its first reference, and references to each of holds. end is called before they
// are released.
func (q *queuePair) begin(self nd2.Unknown, end func(), iid nd2.GUID, holds ...nd2.Unknown) {
	holds = append(holds, q.adapter)
	for _, h := range holds {
		h.AddRef()
	}
	q.Begin(self, func() {
		q.queue.Close()
		end()
		for _, h := range holds {
			h.Release()
		}
	}, iid)
}

// Belongs reports whether the queue pair is the adapter's and alive.
func (q *queuePair) Belongs(a *adapter) bool { return q.adapter == a && q.Alive() }

// Flush implements [nd2.QueuePair].
func (q *queuePair) Flush() nd2.Status {
	if s := q.adapter.device.CheckCleanUp("IND2QueuePair::Flush"); s != nd2.Success {
		return s
	}
	q.queue.Flush()
	return nd2.Success
}

// Send implements [nd2.QueuePair].
func (q *queuePair) Send(requestContext uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Send"); s != nd2.Success {
		return s
	}
	return q.queue.Send(requestContext, sge, flags)
}

// Receive implements [nd2.QueuePair].
func (q *queuePair) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Receive"); s != nd2.Success {
		return s
	}
	return q.queue.Receive(requestContext, sge)
}

// Bind implements [nd2.QueuePair].
func (q *queuePair) Bind(requestContext uintptr, mr, mw nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Bind"); s != nd2.Success {
		return s
	}
	region, ok := object.Own[*memoryRegion](mr, q.adapter)
	if !ok {
		return nd2.InvalidParameter2
	}
	window, ok := object.Own[*memoryWindow](mw, q.adapter)
	if !ok {
		return nd2.InvalidParameter3
	}
	return q.queue.Bind(requestContext, region.region, window.window, buffer, flags)
}

// Invalidate implements [nd2.QueuePair].
func (q *queuePair) Invalidate(requestContext uintptr, mw nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Invalidate"); s != nd2.Success {
		return s
	}
	window, ok := object.Own[*memoryWindow](mw, q.adapter)
	if !ok {
		return nd2.InvalidParameter2
	}
	return q.queue.Invalidate(requestContext, window.window, flags)
}

// Read implements [nd2.QueuePair].
func (q *queuePair) Read(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32,
	flags nd2.OpFlags,
) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Read"); s != nd2.Success {
		return s
	}
	return q.queue.Read(requestContext, sge, remoteAddress, remoteToken, flags)
}

// Write implements [nd2.QueuePair].
func (q *queuePair) Write(requestContext uintptr, sge []nd2.SGE, remoteAddress uint64, remoteToken uint32,
	flags nd2.OpFlags,
) nd2.Status {
	if s := q.adapter.device.Check("IND2QueuePair::Write"); s != nd2.Success {
		return s
	}
	return q.queue.Write(requestContext, sge, remoteAddress, remoteToken, flags)
}
