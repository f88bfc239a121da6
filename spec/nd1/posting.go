package nd1

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// used is a result that an earlier request has filled in.
func used() *nd1.Result { return &nd1.Result{Status: nd2.InternalError, BytesTransferred: 0xa5a5a5a5} }

// posted is the result of a request that is taken.
func posted(post func(r *nd1.Result) nd2.Status) *nd1.Result {
	r := used()
	Expect(post(r)).To(Return(nd2.Success))
	return r
}

func bytesOf(list []nd1.SGE) (n uint32) {
	for _, e := range list {
		n += uint32(len(e.Buffer))
	}
	return n
}

// receive posts a Receive, receives n empty ones.
func (e *end) receive(room []nd1.SGE) *nd1.Result {
	return posted(func(r *nd1.Result) nd2.Status { return e.Receive(r, room) })
}

func (e *end) receives(n int) (list []*nd1.Result) {
	for range n {
		list = append(list, e.receive(nil))
	}
	return list
}

func (e *end) send(list []nd1.SGE, flags nd2.OpFlags) *nd1.Result {
	return posted(func(r *nd1.Result) nd2.Status { return e.Send(r, list, flags) })
}

func (e *end) sendAndInvalidate(list []nd1.SGE, d *nd1.MWDescriptor, flags nd2.OpFlags) *nd1.Result {
	return posted(func(r *nd1.Result) nd2.Status { return e.SendAndInvalidate(r, list, d, flags) })
}

// carry sends a list of one end's into one of another's, and returns the result of the Receive.
func carry(from, to *end, list, room []nd1.SGE) *nd1.Result {
	received := to.receive(room)
	from.sent(from.send(list, 0))
	to.received(received)
	Expect(received.BytesTransferred).To(BeEquivalentTo(bytesOf(list)), "BytesTransferred of the Receive")
	return received
}

// message sends an empty message, and takes its results.
func message(from, to *end) { carry(from, to, nil, nil) }

// carriesMessages reports whether a message arrives: the connection may have ended.
func carriesMessages(from, to *end) bool {
	received := new(nd1.Result)
	return to.Receive(received, nil) == nd2.Success && from.trySend() == nd2.Success &&
		resultOf(to.ctx, to.inbound, nd2.Success, received) == nd2.Success
}

// trySend is the status of an empty Send.
func (e *end) trySend() nd2.Status {
	return e.ended(func(r *nd1.Result) nd2.Status { return e.Send(r, nil, 0) })
}

// exchange shows that a message and its answer arrive, to the last byte.
func exchange(a, b *end) {
	const size = 100
	for _, d := range []struct{ from, to *end }{{a, b}, {b, a}} {
		Clear(d.to.memory.bytes)
		transmit(d.from, d.to, size, size+8)
		Expect(d.to.memory.bytes[size : size+8]).To(HoldBytes(make([]byte, 8)))
	}
}

// transmit shows that bytes from the start of one end's memory get to another's, where there is room.
func transmit(from, to *end, size, room int) {
	Pattern(from.memory.bytes[:size], byte(size))
	received := carry(from, to, from.memory.list(0, size), to.memory.list(0, room))
	Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
	Expect(to.memory.bytes[:size]).To(HoldBytes(from.memory.bytes[:size]))
}

// deliver makes n empty messages arrive at an end, the last solicited, and returns when their results are queued.
func deliver(from, to *end, n int) []*nd1.Result {
	received := to.receives(n)
	last := to.notification(nd2.NotifySolicited)
	for i := range received {
		flags := nd2.OpFlags(0)
		if i == n-1 {
			flags = nd2.SendAndSolicitEvent
		}
		from.sent(from.send(nil, flags))
	}
	Expect(last).To(CompleteWith(nd2.Success))
	return received
}

// notification asks an end's inbound queue to notify.
func (e *end) notification(kind nd2.NotifyType) *Operation { return e.notificationOf(e.inbound, kind) }

func (p *party) notificationOf(queue nd1.CompletionQueue, kind nd2.NotifyType) *Operation {
	return StartND1(p.ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(kind, o) })
}

// bind binds a window to length bytes of an end's memory from offset, and returns
// when that has succeeded.
func (e *end) bind(w nd1.MemoryWindow, offset, length int, flags nd2.OpFlags) *nd1.MWDescriptor {
	d := new(nd1.MWDescriptor)
	e.sent(posted(func(r *nd1.Result) nd2.Status {
		return e.Bind(r, e.memory.mr, w, e.memory.bytes[offset:offset+length], flags, d)
	}))
	return d
}

// open binds a new window likewise, to the usual part of an end's memory.
func (e *end) open(flags nd2.OpFlags) *nd1.MWDescriptor {
	e.needWindowOf(length)
	return e.bind(e.window(new(nd1.Result)), start, length, flags)
}

// invalidate invalidates a window of an end's, and returns when that has succeeded.
func (e *end) invalidate(w nd1.MemoryWindow) {
	e.sent(posted(func(r *nd1.Result) nd2.Status { return e.Invalidate(r, w, 0) }))
}

// store Writes size bytes from the start of an end's memory to the peer's window.
func (e *end) store(to *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	return e.ended(func(r *nd1.Result) nd2.Status { return e.Write(r, e.memory.list(0, size), to, offset, 0) })
}

// expectStored is a successful store, and returns when the bytes are there: on iWARP a Write ends
// once it was sent, and the message behind it arrives after it.
func expectStored(active, passive *end, to *nd1.MWDescriptor, offset uint64, size int) {
	Expect(active.store(to, offset, size)).To(Return(nd2.Success))
	message(active, passive)
}

// fetch Reads size bytes from the peer's window to the start of an end's memory.
func (e *end) fetch(from *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	return e.ended(func(r *nd1.Result) nd2.Status { return e.Read(r, e.memory.list(0, size), from, offset, 0) })
}
