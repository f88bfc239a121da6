package nd1

import (
	"bytes"
	"context"
	"slices"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A window's offset in its end's memory, and its length, in bytes.
const start, length = 100, 500

var _ = Describe("INDEndpoint::Bind", func() {
	It("describes the window in network order", Covers("endpoint.bind.descriptor"), func(ctx SpecContext) {
		active, _ := connected(ctx)
		d := active.bind(ctx, active.window(new(nd1.Result)), start, length, nd2.AllowRead)
		base, size := d.Range()
		Expect(base).To(Equal(AddressOf(active.memory.bytes[start:])), "Base")
		Expect(size).To(BeEquivalentTo(length), "Length")
	})

	It("returns a descriptor that the peer can use at once", Covers("endpoint.bind.usable-at-once"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			passive.need("an endpoint of", 2, passive.ordinary().outboundEntries, "requests")
			active.needWindow()
			var bound, sent, received nd1.Result
			var d nd1.MWDescriptor
			Expect(active.Receive(&received, active.memory.list(0, nd1.MWDescriptorSize))).To(Return(nd2.Success))
			Expect(passive.Bind(&bound, passive.memory.mr, passive.window(new(nd1.Result)),
				passive.memory.bytes[start:start+length], nd2.AllowWrite, &d)).To(Return(nd2.Success))
			Overwrite(passive.memory.bytes, unsafe.Slice((*byte)(unsafe.Pointer(&d)), nd1.MWDescriptorSize))
			Expect(passive.Send(&sent, passive.memory.list(0, nd1.MWDescriptorSize), 0)).To(Return(nd2.Success))
			expectResults(ctx, active.inbound, &received)
			arrived := *(*nd1.MWDescriptor)(
				unsafe.Pointer(unsafe.SliceData(Contents(active.memory.bytes[:nd1.MWDescriptorSize]))))
			Pattern(active.memory.bytes[:length], 5)
			expectStored(ctx, active, passive, &arrived, 0, length)
			Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
			expectResults(ctx, passive.outbound, &bound, &sent)
		})

	DescribeTable("opens the window to nothing but what it is asked for:", Covers("endpoint.bind.rights"),
		func(ctx SpecContext, flags nd2.OpFlags) {
			active, passive := accepted(ctx)
			active.needWindow()
			d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, flags)
			if flags == nd2.AllowRead {
				Pattern(active.memory.bytes[:length], 6)
				expectNotStored(ctx, active, passive, active.store(ctx, d, 0, length), "endpoint.bind.rights")
				Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
			} else {
				Pattern(passive.memory.bytes, 6)
				Expect(active.fetch(ctx, d, 0, length)).To(ReturnAsRuled("endpoint.bind.rights"))
				expectNotFetched(active, passive.memory.bytes[start:start+length])
				Expect(active.memory.bytes[length:]).To(HoldBytes(make([]byte, memorySize-length)))
			}
		},
		Entry("reading", nd2.AllowRead),
		Entry("writing", Variant("writing"), nd2.AllowWrite))
})

var _ = Describe("INDEndpoint::Invalidate", func() {
	It("closes the window to the peer", Covers("endpoint.invalidate.ends-access"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		w := passive.window(new(nd1.Result))
		d := passive.bind(ctx, w, start, length, nd2.AllowWrite)
		expectStored(ctx, active, passive, d, 0, 8)
		var invalidated nd1.Result
		Expect(passive.Invalidate(&invalidated, w, 0)).To(Return(nd2.Success))
		expectResults(ctx, passive.outbound, &invalidated)
		Pattern(active.memory.bytes[:8], 7)
		expectNotStored(ctx, active, passive, active.store(ctx, d, 0, 8), "endpoint.invalidate.ends-access")
		Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
	})

	It("fails with ND_INVALIDATION_ERROR when the window is not bound",
		Covers("endpoint.invalidate.nd-invalidation-error"), func(ctx SpecContext) {
			active, _ := connected(ctx)
			var invalidated nd1.Result
			status := active.Invalidate(&invalidated, active.window(new(nd1.Result)), 0)
			Expect(statusOf(ctx, active.outbound, status, &invalidated)).To(Return(nd1.InvalidationError))
		})
})

var _ = Describe("INDEndpoint::SendAndInvalidate", func() {
	It("sends the message, invalidates the peer's window, and tells the peer so",
		Covers("endpoint.sendandinvalidate.invalidates", "endpoint.sendandinvalidate.window-result"), func(ctx SpecContext) {
			active, passive, queue := joinToOne(ctx, local(ctx), peer(ctx), 2)
			var sent, received, invalidated nd1.Result
			w := passive.window(&invalidated)
			d := passive.bind(ctx, w, start, length, nd2.AllowWrite)
			Expect(passive.Receive(&received, passive.memory.list(0, 64))).To(Return(nd2.Success))
			Pattern(active.memory.bytes[:64], 8)
			Expect(active.SendAndInvalidate(&sent, active.memory.list(0, 64), d, 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &sent)
			Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)), "the results")
			for _, r := range []nd1.Result{received, invalidated} {
				Expect(r.Status).To(Return(nd2.Success))
			}
			Expect(received.BytesTransferred).To(BeEquivalentTo(64), "BytesTransferred")
			Expect(passive.memory.bytes[:64]).To(HoldBytes(active.memory.bytes[:64]))

			again := passive.bind(ctx, w, start, length, nd2.AllowWrite)
			expectStored(ctx, active, passive, again, 0, 8)
			if again.Token == d.Token {
				return // it opens what is bound now
			}
			before := bytes.Clone(Contents(passive.memory.bytes))
			Pattern(active.memory.bytes[:8], 9)
			expectNotStored(ctx, active, passive, active.store(ctx, d, 0, 8), "endpoint.invalidate.ends-access")
			Expect(passive.memory.bytes).To(HoldBytes(before))
		})
})

var _ = Describe("INDEndpoint::Read", func() {
	It("fetches what is at the offset in the window", Covers("endpoint.read.data"), func(ctx SpecContext) {
		const offset, size = 400, length - 400
		active, passive := accepted(ctx)
		active.needWindow()
		Pattern(passive.memory.bytes, 10)
		d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowRead)
		Expect(active.fetch(ctx, d, offset, size)).To(Return(nd2.Success))
		Expect(active.memory.bytes[:size]).To(HoldBytes(passive.memory.bytes[start+offset : start+length]))
		Expect(active.memory.bytes[size:]).To(HoldBytes(make([]byte, memorySize-size)))
	})
})

var _ = Describe("INDEndpoint::Write", func() {
	It("stores at the offset in the window", Covers("endpoint.write.data"), func(ctx SpecContext) {
		const offset, size = 300, length - 300
		active, passive := connected(ctx)
		active.needWindow()
		message(ctx, active, passive)
		d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowWrite)
		Pattern(active.memory.bytes[:size], 11)
		expectStored(ctx, active, passive, d, offset, size)
		want := make([]byte, memorySize)
		copy(want[start+offset:], Contents(active.memory.bytes[:size]))
		Expect(passive.memory.bytes).To(HoldBytes(want))
	})

	It("fails when it reaches one byte beyond the window, and stores nothing there",
		Covers("endpoint.write.beyond-window"), func(ctx SpecContext) {
			active, passive := accepted(ctx)
			d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowWrite)
			Pattern(active.memory.bytes[:8], 12)
			expectNotStored(ctx, active, passive, active.store(ctx, d, length-7, 8), "endpoint.write.beyond-window")
			Expect(passive.memory.bytes[start+length:]).To(HoldBytes(make([]byte, memorySize-start-length)))
		})
})

// needWindow ends the spec as unobservable if the end can't move a window's length.
func (e *end) needWindow() {
	e.need("requests of", length, e.limits.MaxOutboundLength, "bytes")
	if e.limits.MaxWindowSize != 0 { // ND2's page calls it unused
		e.need("windows of", length, e.limits.MaxWindowSize, "bytes")
	}
}

// expectNotFetched shows that a refused Read has brought none of the window's bytes; its
// target may hold anything else.
func expectNotFetched(active *end, closed []byte) {
	const part = 16 // bytes that are not there by chance
	there := Contents(active.memory.bytes)
	for c := range slices.Chunk(Contents(closed), part) {
		Expect(!bytes.Contains(there, c)).To(BeSo("no byte of the window in the memory read to", Show(c)))
	}
}

// expectNotStored shows that a Write refused by the peer ends as ruled by id. On iWARP it
// may have succeeded before: then it has ended the connection, so that nothing behind it
// arrives.
func expectNotStored(ctx context.Context, active, passive *end, ended nd2.Status, id string) {
	if ended != nd2.Success {
		Expect(ended).To(ReturnAsRuled(id))
		return
	}
	var received nd1.Result
	passive.Receive(&received, nil) // it may be refused after the connection's end
	Until(ctx, "the connection to end", func() bool {
		var sent nd1.Result
		return statusOf(ctx, active.outbound, active.Send(&sent, nil, 0), &sent) != nd2.Success
	})
	results := make([]*nd1.Result, 8)
	for _, r := range results[:passive.inbound.GetResults(results)] {
		Expect(r.Status).NotTo(Equal(nd2.Success), "the result of a Receive behind the Write")
	}
}
