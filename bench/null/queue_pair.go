package null

import (
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// A queuePair carries out each request within its call.
type queuePair struct {
	unknown
	provider            *Provider
	received, initiated *completionQueue
	receives            *receiveQueue
	context             uintptr
	peer                *queuePair
}

func (*queuePair) Flush() nd2.Status { return nd2.Success }

// ends ends a request as the fault says.
func (q *queuePair) ends(t nd2.RequestType, context uintptr, flags nd2.OpFlags, f Kind) {
	s := nd2.Success
	if f == Fails {
		s = nd2.RemoteError
	}
	if f == Lost || s == nd2.Success && flags&nd2.SilentSuccess != 0 {
		return
	}
	q.initiated.add(nd2.Result{
		Status: s, QueuePairContext: q.context, RequestContext: context, RequestType: t,
	})
}

func (q *queuePair) Send(context uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	from := bufferOf(sge)
	f := q.provider.fault(nd2.RequestSend, len(from))
	if f == Refuses {
		return nd2.InternalError
	}
	if to, ok := q.peer.receives.pop(); ok && f != Lost && f != Fails {
		f.copy(to.buffer, from)
		q.peer.received.add(nd2.Result{
			BytesTransferred: uint32(len(from)), QueuePairContext: q.peer.context, RequestContext: to.context,
			RequestType: nd2.RequestReceive,
		})
	}
	q.ends(nd2.RequestSend, context, flags, f)
	return nd2.Success
}

func (q *queuePair) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	return q.receives.post(context, sge)
}

func (q *queuePair) Write(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	from := bufferOf(sge)
	f := q.provider.fault(nd2.RequestWrite, len(from))
	if f == Refuses {
		return nd2.InternalError
	}
	if f != Lost && f != Fails {
		f.copy(q.provider.at(token, address, len(from)), from)
	}
	q.ends(nd2.RequestWrite, context, flags, f)
	return nd2.Success
}

func (q *queuePair) Read(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	to := bufferOf(sge)
	f := q.provider.fault(nd2.RequestRead, len(to))
	if f == Refuses {
		return nd2.InternalError
	}
	if f != Lost && f != Fails {
		f.copy(to, q.provider.at(token, address, len(to)))
	}
	q.ends(nd2.RequestRead, context, flags, f)
	return nd2.Success
}

func (q *queuePair) Bind(context uintptr, _, _ nd2.Unknown, _ []byte, flags nd2.OpFlags) nd2.Status {
	q.ends(nd2.RequestBind, context, flags, "")
	return nd2.Success
}

func (q *queuePair) Invalidate(context uintptr, _ nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	q.ends(nd2.RequestInvalidate, context, flags, "")
	return nd2.Success
}

// A region's token is its index in the provider.
type region struct {
	overlapping
	provider *Provider
	buffer   []byte
	token    uint32
}

func (r *region) Register(b []byte, _ nd2.RegionFlags, _ *nd2.Overlapped) nd2.Status {
	r.buffer = b
	if r.token == 0 {
		r.provider.regions = append(r.provider.regions, r)
		r.token = uint32(len(r.provider.regions))
	}
	return nd2.Success
}

func (*region) Deregister(*nd2.Overlapped) nd2.Status { return nd2.Success }

func (r *region) GetLocalToken() uint32  { return r.token }
func (r *region) GetRemoteToken() uint32 { return r.token }

// at finds registered memory.
func (p *Provider) at(token uint32, address uint64, size int) []byte {
	b := p.regions[token-1].buffer
	return b[address-memory.Address(b):][:size]
}

// A window does nothing.
type window struct{ unknown }

func (*window) GetRemoteToken() uint32 { return 1 }
