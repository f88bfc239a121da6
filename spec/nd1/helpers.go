package nd1

import (
	"context"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// connected returns two connected ends of the ordinary shape, the active end on the adapter under
// test.
func connected(ctx context.Context) (active, passive *end) {
	l, p := local(ctx), peer(ctx)
	active, passive = l.end(l.ordinary()), p.end(p.ordinary())
	join(ctx, active, passive)
	return active, passive
}

// accepted returns two such ends, the passive end on the adapter under test. The active end has
// sent a message, as iWARP demands.
func accepted(ctx context.Context) (active, passive *end) {
	l, p := local(ctx), peer(ctx)
	active, passive = p.end(p.ordinary()), l.end(l.ordinary())
	join(ctx, active, passive)
	message(ctx, active, passive)
	return active, passive
}

// A making creates two ends; own is the one on the adapter under test.
type making func(ctx context.Context) (active, passive, own *end)

// connecting has the active end on the adapter under test, accepting the passive end.
func connecting(ctx context.Context) (active, passive, own *end) {
	l, p := local(ctx), peer(ctx)
	active, passive = l.end(l.ordinary()), p.end(p.ordinary())
	return active, passive, active
}

func accepting(ctx context.Context) (active, passive, own *end) {
	l, p := local(ctx), peer(ctx)
	active, passive = p.end(p.ordinary()), l.end(l.ordinary())
	return active, passive, passive
}

// message sends an empty message, and takes its results.
func message(ctx context.Context, from, to *end) {
	var sent, received nd1.Result
	Expect(to.Receive(&received, nil)).To(Return(nd2.Success))
	Expect(from.Send(&sent, nil, 0)).To(Return(nd2.Success))
	expectResults(ctx, from.outbound, &sent)
	expectResults(ctx, to.inbound, &received)
}

// carriesMessages reports whether a message arrives: the connection may have ended.
func carriesMessages(ctx context.Context, from, to *end) bool {
	var sent, received nd1.Result
	if to.Receive(&received, nil) != nd2.Success {
		return false
	}
	if statusOf(ctx, from.outbound, from.Send(&sent, nil, 0), &sent) != nd2.Success {
		return false
	}
	return statusOf(ctx, to.inbound, nd2.Success, &received) == nd2.Success
}

// exchange shows that a message and its answer arrive, to the last byte.
func exchange(ctx context.Context, a, b *end) {
	transmit(ctx, a, b, 100)
	transmit(ctx, b, a, 100)
}

// transmit sends size bytes from one end to the other.
func transmit(ctx context.Context, from, to *end, size int) {
	var sent, received nd1.Result
	Clear(to.memory.bytes)
	Pattern(from.memory.bytes[:size], byte(size))
	Expect(to.Receive(&received, to.memory.list(0, size+8))).To(Return(nd2.Success))
	Expect(from.Send(&sent, from.memory.list(0, size), 0)).To(Return(nd2.Success))
	expectResults(ctx, from.outbound, &sent)
	expectResults(ctx, to.inbound, &received)
	Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
	Expect(to.memory.bytes[:size]).To(HoldBytes(from.memory.bytes[:size]))
	Expect(to.memory.bytes[size : size+8]).To(HoldBytes(make([]byte, 8)))
}

// await polls a queue until it has given n results.
func await(ctx context.Context, queue nd1.CompletionQueue, n int) []*nd1.Result {
	return Polled(ctx, "INDCompletionQueue", n, func(room []*nd1.Result) int { return int(queue.GetResults(room)) })
}

// statusOf waits for a request after its call has returned, and returns its status.
func statusOf(ctx context.Context, queue nd1.CompletionQueue, returned nd2.Status, result *nd1.Result) nd2.Status {
	if returned != nd2.Success {
		return returned
	}
	Expect(await(ctx, queue, 1)[0]).To(BeIdenticalTo(result), "the result handed back")
	return result.Status
}

// expectResults shows that a queue returns exactly these results, in order, all successes.
func expectResults(ctx context.Context, queue nd1.CompletionQueue, want ...*nd1.Result) {
	for i, r := range await(ctx, queue, len(want)) {
		Expect(r).To(BeIdenticalTo(want[i]), "result %d that was handed back", i)
		Expect(r.Status).To(Return(nd2.Success))
	}
}

// expectNone shows that a queue has no result.
func expectNone(queue nd1.CompletionQueue) {
	Expect(queue.GetResults(make([]*nd1.Result, 8))).To(BeZero(), "results left")
}

// expectAll shows that requests have succeeded in the order of posting. Posting may have taken so
// long that the first was given up.
func expectAll(ctx context.Context, queue nd1.CompletionQueue, posted []nd1.Result) {
	for i := range posted {
		r := await(ctx, queue, 1)[0]
		Expect(r).To(BeIdenticalTo(&posted[i]), "result %d that was handed back", i)
		if i == 0 {
			unlessGivenUp(r)
		}
		Expect(r.Status).To(Return(nd2.Success))
	}
}

// expectFull shows that a request was refused because the endpoint was full, as ruled by id; first
// is the one posted first.
func expectFull(e *end, returned nd2.Status, id string, first *nd1.Result) {
	room := make([]*nd1.Result, 1)
	if returned == nd2.Success && e.outbound.GetResults(room) == 1 && room[0] == first {
		unlessGivenUp(first)
		if first.Status == nd2.Success {
			Unobservable("the first request was over before the last one was posted")
		}
	}
	Expect(returned).To(ReturnAsRuled(id))
}

// unlessGivenUp ends the spec if the provider has given a request up because its peer was silent
// while others were posted.
func unlessGivenUp(first *nd1.Result) {
	if first.Status == nd2.IOTimeout || first.Status == nd2.Timeout {
		Unobservable("the first request was given up before the last one was posted")
	}
}

// bind binds a window to length bytes of an end's memory from offset, and returns
// when that has succeeded.
func (e *end) bind(ctx context.Context, w nd1.MemoryWindow, offset, length int, flags nd2.OpFlags) *nd1.MWDescriptor {
	var result nd1.Result
	d := new(nd1.MWDescriptor)
	Expect(e.Bind(&result, e.memory.mr, w, e.memory.bytes[offset:offset+length], flags, d)).To(Return(nd2.Success))
	expectResults(ctx, e.outbound, &result)
	return d
}

// store Writes size bytes from the start of an end's memory to the peer's window.
func (e *end) store(ctx context.Context, to *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	var result nd1.Result
	return statusOf(ctx, e.outbound, e.Write(&result, e.memory.list(0, size), to, offset, 0), &result)
}

// expectStored is a successful store, and returns when the bytes are there: on iWARP a Write ends
// once it was sent, and the message behind it arrives after it.
func expectStored(ctx context.Context, active, passive *end, to *nd1.MWDescriptor, offset uint64, size int) {
	Expect(active.store(ctx, to, offset, size)).To(Return(nd2.Success))
	message(ctx, active, passive)
}

// fetch Reads size bytes from the peer's window to the start of an end's memory.
func (e *end) fetch(ctx context.Context, from *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	var result nd1.Result
	return statusOf(ctx, e.outbound, e.Read(&result, e.memory.list(0, size), from, offset, 0), &result)
}
