package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1Endpoint implements [nd1.Endpoint]: a queue pair with the read limits of its
// connection. It keeps its adapter and completion queues alive, and is its connector's
// only endpoint.
type nd1Endpoint struct {
	queuePair
	connector         *nd1Connector
	reads             nic.Reads
	inbound, outbound *nd1CompletionQueue
}

// StartRequestBatch implements [nd1.Endpoint]. Batching gains nothing: the engine
// carries out every request when it is posted.
func (e *nd1Endpoint) StartRequestBatch() {}

// SubmitRequestBatch implements [nd1.Endpoint].
func (e *nd1Endpoint) SubmitRequestBatch() {}

// request posts a request with do, which gets a context; its result goes to queue.
func (e *nd1Endpoint) request(call string, result *nd1.Result, queue *nd1CompletionQueue,
	do func(context uintptr) nd2.Status,
) nd2.Status {
	if s := e.adapter.device.Check(call); s != nd2.Success {
		return s
	}
	if result == nil {
		return nd2.InvalidParameter1
	}
	context := e.inbound.results.add(result, queue)
	s := do(context)
	if s != nd2.Success {
		e.inbound.results.forget(context)
	}
	return s
}

// Send implements [nd1.Endpoint].
func (e *nd1Endpoint) Send(result *nd1.Result, sge []nd1.SGE, flags nd2.OpFlags) nd2.Status {
	return e.request("INDEndpoint::Send", result, e.outbound, func(context uintptr) nd2.Status {
		return e.queue.Send(context, entries(sge), flags)
	})
}

// SendAndInvalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) SendAndInvalidate(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor,
	flags nd2.OpFlags,
) nd2.Status {
	return e.request("INDEndpoint::SendAndInvalidate", result, e.outbound, func(context uintptr) nd2.Status {
		if remote == nil {
			return nd2.InvalidParameter4
		}
		return e.queue.SendAndInvalidate(context, entries(sge), remote.RemoteToken(), flags)
	})
}

// Receive implements [nd1.Endpoint].
func (e *nd1Endpoint) Receive(result *nd1.Result, sge []nd1.SGE) nd2.Status {
	return e.request("INDEndpoint::Receive", result, e.inbound, func(context uintptr) nd2.Status {
		return e.queue.Receive(context, entries(sge))
	})
}

// Bind implements [nd1.Endpoint].
func (e *nd1Endpoint) Bind(result *nd1.Result, mr nd1.MRHandle, window nd1.MemoryWindow, buffer []byte,
	flags nd2.OpFlags, descriptor *nd1.MWDescriptor,
) nd2.Status {
	return e.request("INDEndpoint::Bind", result, e.outbound, func(context uintptr) nd2.Status {
		region := e.connector.owner.region(mr)
		w, ok := object.Own[*memoryWindow](window, e.adapter)
		switch {
		case region == nil:
			return nd2.InvalidParameter2
		case !ok:
			return nd2.InvalidParameter3
		case descriptor == nil:
			return nd2.InvalidParameter7
		}
		s := e.queue.Bind(context, region, w.window, buffer, flags)
		if s == nd2.Success {
			*descriptor = nd1.Describe(nic.AddressOf(buffer), uint64(len(buffer)), w.window.RemoteToken())
		}
		return s
	})
}

// Invalidate implements [nd1.Endpoint].
func (e *nd1Endpoint) Invalidate(result *nd1.Result, window nd1.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	return e.request("INDEndpoint::Invalidate", result, e.outbound, func(context uintptr) nd2.Status {
		w, ok := object.Own[*memoryWindow](window, e.adapter)
		if !ok {
			return nd2.InvalidParameter2
		}
		return e.queue.Invalidate(context, w.window, flags)
	})
}

// Read implements [nd1.Endpoint].
func (e *nd1Endpoint) Read(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64,
	flags nd2.OpFlags,
) nd2.Status {
	return e.transfer("INDEndpoint::Read", e.queue.Read, result, sge, remote, offset, flags)
}

// Write implements [nd1.Endpoint].
func (e *nd1Endpoint) Write(result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64,
	flags nd2.OpFlags,
) nd2.Status {
	return e.transfer("INDEndpoint::Write", e.queue.Write, result, sge, remote, offset, flags)
}

// transfer is Read and Write.
func (e *nd1Endpoint) transfer(call string, do func(uintptr, []nd2.SGE, uint64, uint32, nd2.OpFlags) nd2.Status,
	result *nd1.Result, sge []nd1.SGE, remote *nd1.MWDescriptor, offset uint64, flags nd2.OpFlags,
) nd2.Status {
	return e.request(call, result, e.outbound, func(context uintptr) nd2.Status {
		if remote == nil {
			return nd2.InvalidParameter4
		}
		base, _ := remote.Range()
		return do(context, entries(sge), base+offset, remote.RemoteToken(), flags)
	})
}
