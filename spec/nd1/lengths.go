package nd1

import (
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
			from, to := active.memory, passive.memory
			Pattern(from.bytes[:size], byte(size))
			var sent, received nd1.Result
			Expect(passive.Receive(&received, to.list(0, size))).To(Return(nd2.Success))
			Expect(active.Send(&sent, from.list(0, size), 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &sent)
			expectResults(ctx, passive.inbound, &received)
			Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
			Expect(to.bytes[:size]).To(HoldBytes(from.bytes[:size]))
		}
	})

	It("invalidate the peer's window with a message", Covers("endpoint.sendandinvalidate.invalidates"), Variant("lengths"),
		func(ctx SpecContext) {
			active, passive, queue := joinToOne(ctx, local(ctx), peer(ctx), 2)
			var invalidated nd1.Result
			window := passive.window(&invalidated)
			for _, size := range append([]int{0}, lengths(active, passive)...) {
				d := passive.bind(ctx, window, 0, 8, nd2.AllowWrite)
				grow(active, passive, size)
				from, to := active.memory, passive.memory
				Pattern(from.bytes[:size], byte(size))
				var sent, received nd1.Result
				Expect(passive.Receive(&received, to.list(0, size))).To(Return(nd2.Success))
				Expect(active.SendAndInvalidate(&sent, from.list(0, size), d, 0)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &sent)
				Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)),
					"the results of a message of %d bytes", size)
				Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
				Expect(to.bytes[:size]).To(HoldBytes(from.bytes[:size]))
			}
		})

	It("fetch what a window holds", Covers("endpoint.read.data"), Variant("lengths"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(ctx, active, passive)
		window := passive.window(new(nd1.Result))
		for _, size := range lengths(active, passive) {
			grow(active, passive, size)
			Pattern(passive.memory.bytes[:size], byte(size))
			d := passive.bind(ctx, window, 0, size, nd2.AllowRead)
			Expect(active.fetch(ctx, d, 0, size)).To(Return(nd2.Success))
			Expect(active.memory.bytes[:size]).To(HoldBytes(passive.memory.bytes[:size]))
			passive.invalidate(ctx, window)
		}
	})

	It("store to a window", Covers("endpoint.write.data"), Variant("lengths"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(ctx, active, passive)
		window := passive.window(new(nd1.Result))
		for _, size := range lengths(active, passive) {
			grow(active, passive, size)
			Pattern(active.memory.bytes[:size], byte(size))
			d := passive.bind(ctx, window, 0, size, nd2.AllowWrite)
			expectStored(ctx, active, passive, d, 0, size)
			Expect(passive.memory.bytes[:size]).To(HoldBytes(active.memory.bytes[:size]))
			passive.invalidate(ctx, window)
		}
	})
})

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
			e.memory = e.register(size)
		}
	}
}
