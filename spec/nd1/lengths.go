package nd1

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What holds for a message of one packet holds for longer messages.
var _ = Describe("An INDEndpoint's requests of many lengths", func() {
	It("move messages to the last byte", Covers("endpoint.send.data"), Variant("lengths"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		for _, size := range lengths(active, passive) {
			grow(active, passive, size)
			transmit(active, passive, size, size)
		}
	})

	It("invalidate the peer's window with a message", Covers("endpoint.sendandinvalidate.invalidates"), Variant("lengths"),
		func(ctx SpecContext) {
			active, passive := oneQueue(local(ctx), peer(ctx), 2)
			invalidated := new(nd1.Result)
			window := passive.window(invalidated)
			for _, size := range append([]int{0}, lengths(active, passive)...) {
				d := passive.bind(window, 0, 8, nd2.AllowWrite)
				grow(active, passive, size)
				from, to := active.memory, passive.memory
				Pattern(from.bytes[:size], byte(size))
				received := passive.receive(to.list(0, size))
				active.sent(active.sendAndInvalidate(from.list(0, size), d, 0))
				passive.expectAny("the results of a message", received, invalidated)
				Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
				Expect(to.bytes[:size]).To(HoldBytes(from.bytes[:size]))
			}
		})

	It("fetch what a window holds", Covers("endpoint.read.data"), Variant("lengths"), func(ctx SpecContext) {
		eachWindow(ctx, nd2.AllowRead, func(active, passive *end, d *nd1.MWDescriptor, size int) {
			Pattern(passive.memory.bytes[:size], byte(size))
			Expect(active.fetch(d, 0, size)).To(Return(nd2.Success))
		})
	})

	It("store to a window", Covers("endpoint.write.data"), Variant("lengths"), func(ctx SpecContext) {
		eachWindow(ctx, nd2.AllowWrite, func(active, passive *end, d *nd1.MWDescriptor, size int) {
			Pattern(active.memory.bytes[:size], byte(size))
			expectStored(active, passive, d, 0, size)
		})
	})
})

// eachWindow opens windows of many lengths, one after the other, and shows that each holds what the active end does
// after a transfer.
func eachWindow(ctx SpecContext, rights nd2.OpFlags, move func(active, passive *end, d *nd1.MWDescriptor, size int)) {
	active, passive := connected(ctx)
	message(active, passive)
	window := passive.window(new(nd1.Result))
	for _, size := range lengths(active, passive) {
		grow(active, passive, size)
		move(active, passive, passive.bind(window, 0, size, rights), size)
		Expect(active.memory.bytes[:size]).To(HoldBytes(passive.memory.bytes[:size]))
		passive.invalidate(window)
	}
}

// lengths are lengths in bytes of a part of a packet, of one packet and of many, and the longest, as far as both
// ends can move and bind them.
func lengths(active, passive *end) (list []int) {
	const enough = 1 << 20
	most := uintptr(enough)
	for _, e := range []*end{active, passive} {
		l := e.limits
		most = min(most, l.MaxInboundLength, l.MaxOutboundLength, l.MaxRegistrationSize)
		if l.MaxWindowSize != 0 { // ND2's page calls it unused
			most = min(most, l.MaxWindowSize)
		}
	}
	for _, size := range []int{64, 4096, 4097, 20001, 65537} {
		if uintptr(size) < most {
			list = append(list, size)
		}
	}
	return append(list, int(most))
}

// grow gives both ends memory for requests of a length.
func grow(active, passive *end, size int) {
	for _, e := range []*end{active, passive} {
		if len(e.memory.bytes) < size {
			e.memory = e.registerNew(size)
		}
	}
}

// farOffsets are offsets into a window, in bytes, that need more than 16 bits.
var farOffsets = []int{1<<16 - 4, 1 << 16, 1<<17 + 3}

// openWide gives an end memory with room for some bytes at each of these offsets, and opens a window to it.
func (e *end) openWide(rights nd2.OpFlags) *nd1.MWDescriptor {
	const size = 1<<17 + 64
	e.needWindowOf(size)
	e.memory = e.registerNew(size)
	return e.bind(e.window(new(nd1.Result)), 0, size, rights)
}

var _ = Describe("An INDEndpoint's transfer", func() {
	It("fetches what is at an offset of more than 64 KiB, as a Read", Covers("endpoint.read.data"), Variant("far"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			d := passive.openWide(nd2.AllowRead)
			for i, offset := range farOffsets {
				Pattern(passive.memory.bytes[offset:offset+8], byte(15+i)) // between zeros
				Expect(active.fetch(d, uint64(offset), 8)).To(Return(nd2.Success))
				Expect(active.memory.bytes[:8]).To(HoldBytes(passive.memory.bytes[offset:offset+8]), "from offset %d", offset)
			}
		})

	It("stores at an offset of more than 64 KiB, as a Write", Covers("endpoint.write.data"), Variant("far"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(active, passive)
			d := passive.openWide(nd2.AllowWrite)
			for i, offset := range farOffsets {
				want := bytes.Clone(Contents(passive.memory.bytes))
				Pattern(active.memory.bytes[:8], byte(16+i))
				copy(want[offset:], Contents(active.memory.bytes[:8]))
				expectStored(active, passive, d, uint64(offset), 8)
				Expect(passive.memory.bytes).To(HoldBytes(want), "at offset %d", offset)
			}
		})
})
