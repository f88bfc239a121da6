package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// The flags of each kind of request. Source: IND2QueuePair.md, each method's flags
// parameter.
const (
	commonFlags = nd2.SilentSuccess | nd2.ReadFence
	sendFlags   = commonFlags | nd2.SendAndSolicitEvent | nd2.Inline
	writeFlags  = commonFlags | nd2.Inline
	bindFlags   = commonFlags | nd2.AllowRead | nd2.AllowWrite
)

// transfer posts a request that moves data. The address and the key name the peer's
// memory or window. It is fast without a deferred UnlockAndDeliver, which would cost a
// fiftieth of a small message, and with all parameters in registers.
func (q *QueuePair) transfer(kind rc.Kind, context uintptr, sge []nd2.SGE, flags nd2.OpFlags, address uint64,
	key uint32,
) nd2.Status {
	q.device.Lock()
	e, s := q.data(kind, sge, flags)
	if s == nd2.Success {
		e.Solicited = flags&nd2.SendAndSolicitEvent != 0
		e.RemoteAddress, e.RemoteKey, e.InvalidateKey = address, key, key
		q.post(e, context, flags)
	}
	q.device.UnlockAndDeliver()
	return s
}

// Send is IND2QueuePair::Send.
func (q *QueuePair) Send(context uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	if flags&^sendFlags != 0 {
		return nd2.InvalidParameter4
	}
	return q.transfer(rc.Send, context, sge, flags, 0, 0)
}

// Write is IND2QueuePair::Write. The token is as the peer gave it.
func (q *QueuePair) Write(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	if flags&^writeFlags != 0 {
		return nd2.InvalidParameter6
	}
	return q.transfer(rc.Write, context, sge, flags, address, networkOrder(token))
}

// Read is IND2QueuePair::Read. The token is as the peer gave it.
func (q *QueuePair) Read(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	flags, ok := q.passed(flags, commonFlags)
	if !ok {
		return nd2.InvalidParameter6
	}
	return q.transfer(rc.Read, context, sge, flags, address, networkOrder(token))
}

// Bind is IND2QueuePair::Bind, for a region and a window of the queue pair's domain.
func (q *QueuePair) Bind(context uintptr, r *Region, w *Window, buffer []byte, flags nd2.OpFlags) nd2.Status {
	flags, ok := q.passed(flags, bindFlags)
	if !ok || flags&(nd2.AllowRead|nd2.AllowWrite) == 0 && q.device.quirks.BindNeedsRights {
		return nd2.InvalidParameter6
	}
	q.device.Lock()
	defer q.device.UnlockAndDeliver()
	if !q.takesRequests() {
		return nd2.ConnectionInvalid
	}
	refusal := r.bindable(buffer, flags)
	if refusal != nd2.Success && !q.device.quirks.CheckLate {
		return refusal
	}
	if q.device.quirks.BoundWindowState && w.taken() {
		return nd2.InvalidDeviceState
	}
	e := q.initiator.take()
	if e == nil {
		return nd2.NoMoreEntries
	}
	w.next, w.claimed = q.device.keys.issue(w.index), q
	e.binding = windowBinding{
		window: w, region: r, registration: r.number, number: w.next, buffer: buffer,
		refused: refusal != nd2.Success,
	}
	if flags&nd2.AllowRead != 0 {
		e.binding.rights |= remoteRead
	}
	if flags&nd2.AllowWrite != 0 {
		e.binding.rights |= remoteWrite
	}
	e.Kind = rc.Bind
	q.post(e, context, flags)
	return nd2.Success
}

// Invalidate is IND2QueuePair::Invalidate, for a window of the queue pair's domain.
func (q *QueuePair) Invalidate(context uintptr, w *Window, flags nd2.OpFlags) nd2.Status {
	flags, ok := q.passed(flags, commonFlags)
	if !ok {
		return nd2.InvalidParameter3
	}
	q.device.Lock()
	defer q.device.UnlockAndDeliver()
	if !q.takesRequests() {
		return nd2.ConnectionInvalid
	}
	if q.device.quirks.UnboundReturned && w.claimed != q {
		return nd2.InvalidDeviceRequest
	}
	e := q.initiator.take()
	if e == nil {
		return nd2.NoMoreEntries
	}
	e.binding.window, w.claimed = w, nil
	e.Kind = rc.Invalidate
	q.post(e, context, flags)
	return nd2.Success
}

// passed returns the defined flags of a request, and false if others must not be
// ignored. It is for requests whose pages list no code for unknown flags.
func (q *QueuePair) passed(flags, all nd2.OpFlags) (nd2.OpFlags, bool) {
	return flags & all, flags&^all == 0 || q.device.quirks.IgnoreFlags
}

// takesRequests reports whether requests other than Receives can be posted; after a
// failure they are flushed.
func (q *QueuePair) takesRequests() bool {
	return q.conn != nil && (q.state == connected || q.state == failed) && !q.refuses()
}

// refuses reports whether the queue pair, by its quirk, takes no more requests.
func (q *QueuePair) refuses() bool {
	return q.device.quirks.RefuseAfterEnd && (q.state >= failed || q.left)
}

// data takes an entry for a request with data. An inline request may have any number of
// entries. Source: IND2QueuePair::Send, ND_OP_FLAG_INLINE.
func (q *QueuePair) data(kind rc.Kind, sge []nd2.SGE, flags nd2.OpFlags) (*initiation, nd2.Status) {
	if !q.takesRequests() {
		return nil, nd2.ConnectionInvalid
	}
	maxSGE, maxLength, inline := q.initiator.maxSGE, q.device.limits.Transfer, flags&nd2.Inline != 0
	switch {
	case inline:
		maxSGE, maxLength = ^uint32(0), q.initiator.inline
	case kind == rc.Read:
		maxSGE = min(maxSGE, q.device.limits.ReadSGE)
	}
	length, s := measure(sge, maxSGE, maxLength)
	tooLong := s == nd2.BufferOverflow && !inline && q.device.quirks.CheckLate
	if s != nd2.Success && !tooLong {
		return nil, s
	}
	if !inline && q.domain.foundInCall(sge, needOf(kind)) {
		return nil, nd2.AccessViolation
	}
	e := q.initiator.take()
	if e == nil {
		return nil, nd2.NoMoreEntries
	}
	e.Kind, e.Length, e.tooLong = kind, length, tooLong
	e.fill(sge, inline)
	return e, nd2.Success
}

// post rings the doorbell.
func (q *QueuePair) post(e *initiation, context uintptr, flags nd2.OpFlags) {
	e.context = context
	e.silent = flags&nd2.SilentSuccess != 0
	e.Fence = flags&nd2.ReadFence != 0
	q.conn.Post(&e.Request, q.device.tickPost())
	q.settle()
}

// Receive is IND2QueuePair::Receive. A queue pair with a shared receive queue has no
// room.
func (q *QueuePair) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	if q.shared != nil {
		return nd2.NoMoreEntries
	}
	q.device.Lock()
	if q.refuses() {
		q.device.UnlockAndDeliver()
		return nd2.ConnectionInvalid
	}
	s := q.receives.post(context, sge)
	if s == nd2.Success && q.state >= failed {
		q.flushReceives()
		q.device.UnlockAndDeliver()
		return s
	}
	q.device.mu.Unlock() // nothing is on its way
	return s
}
