package nd1

import (
	"bytes"
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
		base, size := active.open(nd2.AllowRead).Range()
		Expect(base).To(Equal(AddressOf(active.memory.bytes[start:])), "Base")
		Expect(size).To(BeEquivalentTo(length), "Length")
	})

	It("returns a descriptor that the peer can use at once", Covers("endpoint.bind.usable-at-once"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			passive.need("an endpoint of", 2, passive.ordinary().OutboundEntries, "requests")
			active.needWindow()
			const size = nd1.MWDescriptorSize
			var d nd1.MWDescriptor
			received := active.receive(active.memory.list(0, size))
			w := passive.window(new(nd1.Result))
			bound := posted(func(r *nd1.Result) nd2.Status {
				return passive.Bind(r, passive.memory.mr, w, passive.memory.bytes[start:start+length], nd2.AllowWrite, &d)
			})
			Overwrite(passive.memory.bytes, unsafe.Slice((*byte)(unsafe.Pointer(&d)), size))
			sent := passive.send(passive.memory.list(0, size), 0)
			active.received(received)
			arrived := *(*nd1.MWDescriptor)(unsafe.Pointer(unsafe.SliceData(Contents(active.memory.bytes[:size]))))
			Pattern(active.memory.bytes[:length], 5)
			expectStored(active, passive, &arrived, 0, length)
			Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
			passive.sent(bound, sent)
		})

	DescribeTable("opens the window to nothing but what it is asked for:", Covers("endpoint.bind.rights"),
		func(ctx SpecContext, flags nd2.OpFlags) {
			active, passive := accepted(ctx)
			active.needWindow()
			d := passive.open(flags)
			if flags == nd2.AllowRead {
				expectNotStored(active, passive, d, 0, length, "endpoint.bind.rights")
				Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
			} else {
				Pattern(passive.memory.bytes, 6)
				Expect(active.fetch(d, 0, length)).To(ReturnAsRuled("endpoint.bind.rights"))
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
		d := passive.bind(w, start, length, nd2.AllowWrite)
		expectStored(active, passive, d, 0, 8)
		passive.invalidate(w)
		expectNotStored(active, passive, d, 0, 8, "endpoint.invalidate.ends-access")
		Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
	})

	It("fails with ND_INVALIDATION_ERROR when the window is not bound",
		Covers("endpoint.invalidate.nd-invalidation-error"), func(ctx SpecContext) {
			active, _ := connected(ctx)
			w := active.window(new(nd1.Result))
			Expect(active.ended(func(r *nd1.Result) nd2.Status {
				return active.Invalidate(r, w, 0)
			})).To(Return(nd1.InvalidationError))
		})
})

var _ = Describe("INDEndpoint::Read", func() {
	It("fetches what is at the offset in the window", Covers("endpoint.read.data"), func(ctx SpecContext) {
		const offset, size = 400, length - 400
		active, passive := accepted(ctx)
		active.needWindow()
		Pattern(passive.memory.bytes, 10)
		Expect(active.fetch(passive.open(nd2.AllowRead), offset, size)).To(Return(nd2.Success))
		Expect(active.memory.bytes[:size]).To(HoldBytes(passive.memory.bytes[start+offset : start+length]))
		Expect(active.memory.bytes[size:]).To(HoldBytes(make([]byte, memorySize-size)))
	})
})

var _ = Describe("INDEndpoint::Write", func() {
	It("stores at the offset in the window", Covers("endpoint.write.data"), func(ctx SpecContext) {
		const offset, size = 300, length - 300
		active, passive := connected(ctx)
		active.needWindow()
		message(active, passive)
		d := passive.open(nd2.AllowWrite)
		Pattern(active.memory.bytes[:size], 11)
		expectStored(active, passive, d, offset, size)
		want := make([]byte, memorySize)
		copy(want[start+offset:], Contents(active.memory.bytes[:size]))
		Expect(passive.memory.bytes).To(HoldBytes(want))
	})

	It("fails when it reaches one byte beyond the window, and stores nothing there",
		Covers("endpoint.write.beyond-window"), func(ctx SpecContext) {
			active, passive := accepted(ctx)
			expectNotStored(active, passive, passive.open(nd2.AllowWrite), length-7, 8, "endpoint.write.beyond-window")
			Expect(passive.memory.bytes[start+length:]).To(HoldBytes(make([]byte, memorySize-start-length)))
		})
})

// needWindow ends the spec as unobservable if the end can't move a window's length.
func (e *end) needWindow() {
	e.need("requests of", length, e.limits.MaxOutboundLength, "bytes")
	e.needWindowOf(length)
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

// expectNotStored shows that a Write of other bytes than before is refused by the peer, and ends as ruled by id. On
// iWARP it may have succeeded before: then it has ended the connection, so that nothing behind it arrives.
func expectNotStored(active, passive *end, d *nd1.MWDescriptor, offset uint64, size int, id string) {
	Pattern(active.memory.bytes[:size], 7)
	if s := active.store(d, offset, size); s != nd2.Success {
		Expect(s).To(ReturnAsRuled(id))
		return
	}
	passive.Receive(new(nd1.Result), nil) // it may be refused after the connection's end
	Until(active.ctx, "the connection to end", func() bool { return active.trySend() != nd2.Success })
	results := make([]*nd1.Result, 8)
	for _, r := range results[:passive.inbound.GetResults(results)] {
		Expect(r.Status).NotTo(Equal(nd2.Success), "the result of a Receive behind the Write")
	}
}
