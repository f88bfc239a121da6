//go:build linux && cgo && verbs

package verbs

import (
	"encoding/binary"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// The flags of each kind of request. Source: IND2QueuePair.md, each method's flags
// parameter.
const (
	commonFlags = nd2.SilentSuccess | nd2.ReadFence
	sendFlags   = commonFlags | nd2.SendAndSolicitEvent | nd2.Inline
	writeFlags  = commonFlags | nd2.Inline
	bindFlags   = commonFlags | nd2.AllowRead | nd2.AllowWrite
)

// Send implements [nd2.QueuePair].
func (q *queuePair) Send(context uintptr, sge []nd2.SGE, flags nd2.OpFlags) nd2.Status {
	if flags&^sendFlags != 0 {
		return nd2.InvalidParameter4
	}
	return q.transfer(context, nd2.RequestSend, sge, flags, ib.Request{Opcode: ib.Send})
}

// Write implements [nd2.QueuePair].
func (q *queuePair) Write(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	if flags&^writeFlags != 0 {
		return nd2.InvalidParameter6
	}
	return q.transfer(context, nd2.RequestWrite, sge, flags,
		ib.Request{Opcode: ib.Write, Address: address, Key: networkOrder(token)})
}

// Read implements [nd2.QueuePair].
func (q *queuePair) Read(context uintptr, sge []nd2.SGE, address uint64, token uint32, flags nd2.OpFlags) nd2.Status {
	if flags&^commonFlags != 0 {
		return nd2.InvalidParameter6
	}
	return q.transfer(context, nd2.RequestRead, sge, flags,
		ib.Request{Opcode: ib.Read, Address: address, Key: networkOrder(token)})
}

// transfer posts a request with data.
func (q *queuePair) transfer(context uintptr, kind nd2.RequestType, sge []nd2.SGE, flags nd2.OpFlags,
	r ib.Request,
) nd2.Status {
	q.mu.Lock()
	defer q.mu.Unlock()
	if s := q.takesRequests(); s != nd2.Success {
		return s
	}
	most, length := q.limits.initiatorSGE, q.adapter.device.info.MaxTransferLength
	switch {
	case kind == nd2.RequestRead:
		if q.reads == 0 { // it would wait forever
			return nd2.InvalidDeviceRequest
		}
		most = min(most, q.adapter.device.info.MaxReadSGE)
	case flags&nd2.Inline != 0: // of any number of entries
		most, length = ^uint32(0), q.limits.inline
	}
	if s := measure(sge, most, length); s != nd2.Success {
		return s
	}
	if flags&nd2.Inline != 0 {
		r.Data = buffersOf(sge)
	} else {
		r.List = q.entries(sge)
	}
	if kind == nd2.RequestRead {
		r.List = q.adapter.device.filled(r.List)
	}
	request := slot{context: context, kind: kind, unregistered: q.unregistered(r.List)}
	return q.post(request, flags, func(number uint64, f ib.Flags) error {
		if kind == nd2.RequestRead {
			if err := q.fence(&f); err != nil {
				return err
			}
		}
		r.ID, r.Flags = number, f
		return q.qp.Post(&r)
	})
}

// takesRequests returns the status that refuses any request but a Receive, or
// ND_SUCCESS.
func (q *queuePair) takesRequests() nd2.Status {
	switch {
	case q.adapter.device.removed.Load():
		return nd2.DeviceRemoved
	case q.state != connected || q.qp == nil:
		return nd2.ConnectionInvalid
	}
	return nd2.Success
}

// post takes a slot and calls do to post the request. The queue pair is locked.
func (q *queuePair) post(s slot, flags nd2.OpFlags, do func(uint64, ib.Flags) error) nd2.Status {
	if q.initiator.full() {
		q.initiatorCQ.Drain()
		if q.initiator.full() {
			return nd2.NoMoreEntries
		}
	}
	s.silent = flags&nd2.SilentSuccess != 0
	number, signaled := q.initiator.push(s)
	f := flagsOf(flags)
	if signaled {
		f |= ib.Signaled
	}
	var err error
	if !q.deaf() {
		err = do(number, f)
	}
	if err != nil && !q.adapter.device.taken(err) {
		q.initiator.pop()
		return statusOfError(err, nd2.InvalidDeviceRequest)
	}
	if err != nil || q.flushing.Load() {
		q.overdue(number)
	}
	return nd2.Success
}

func flagsOf(flags nd2.OpFlags) (f ib.Flags) {
	if flags&nd2.ReadFence != 0 {
		f |= ib.Fence
	}
	if flags&nd2.SendAndSolicitEvent != 0 {
		f |= ib.Solicited
	}
	if flags&nd2.Inline != 0 {
		f |= ib.Inline
	}
	return f
}

// Receive implements [nd2.QueuePair]. A queue pair with a shared receive queue has no
// room.
func (q *queuePair) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	if q.shared != nil {
		return nd2.NoMoreEntries
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	d := q.adapter.device
	switch {
	case d.removed.Load() || q.qp == nil:
		return nd2.DeviceRemoved
	}
	if s := measure(sge, q.limits.receiveSGE, d.info.MaxTransferLength); s != nd2.Success {
		return s
	}
	if q.receives.full() {
		q.receiveCQ.Drain()
		if q.receives.full() {
			return nd2.NoMoreEntries
		}
	}
	number, _ := q.receives.push(slot{context: context, kind: nd2.RequestReceive})
	if err := q.receive(number|receiveBit, d.filled(q.entries(sge))); err != nil {
		q.receives.pop()
		return statusOfError(err, nd2.InsufficientResources)
	}
	if q.flushing.Load() {
		q.fail()
	}
	return nd2.Success
}

// entries returns a request's entries that are not empty: to some devices, length 0
// means 2³¹ bytes. They are valid until the next call.
func (q *queuePair) entries(sge []nd2.SGE) []ib.SGE {
	q.list = appendEntries(q.list[:0], sge)
	return q.list
}

func appendEntries(list []ib.SGE, sge []nd2.SGE) []ib.SGE {
	for _, e := range sge {
		if len(e.Buffer) > 0 {
			list = append(list, ib.SGE{Address: addressOf(e.Buffer), Length: uint32(len(e.Buffer)), Key: e.MemoryRegionToken})
		}
	}
	return list
}

func buffersOf(sge []nd2.SGE) [][]byte {
	list := make([][]byte, len(sge))
	for i, e := range sge {
		list[i] = e.Buffer
	}
	return list
}

// measure checks the number and the bytes of a request's entries.
func measure(sge []nd2.SGE, most, length uint32) nd2.Status {
	if uint64(len(sge)) > uint64(most) {
		return nd2.DataOverrun
	}
	var sum uint64
	for _, e := range sge {
		sum += uint64(len(e.Buffer))
	}
	if sum > uint64(length) {
		return nd2.BufferOverflow
	}
	return nd2.Success
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// networkOrder converts a verbs key to a token whose bytes in memory are those on the
// wire, and back.
func networkOrder(key uint32) uint32 {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], key)
	return binary.NativeEndian.Uint32(b[:])
}
