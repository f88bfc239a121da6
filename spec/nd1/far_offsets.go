package nd1

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// farOffsets are offsets into a window, in bytes, that need more than 16 bits.
var farOffsets = []int{1<<16 - 4, 1 << 16, 1<<17 + 3}

// wide has an end use memory with room for some bytes at each of these offsets.
func (e *end) wide() (size int) {
	size = 1<<17 + 64
	if e.limits.MaxWindowSize != 0 { // ND2's page has it as not used
		e.need("windows of", size, e.limits.MaxWindowSize, "bytes")
	}
	e.memory = e.register(size)
	return size
}

var _ = Describe("An INDEndpoint's transfer", func() {
	It("fetches what is at an offset of more than 64 KiB, as a Read", Covers("endpoint.read.data"), Variant("far"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			size := passive.wide()
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, size, nd2.AllowRead)
			for i, offset := range farOffsets {
				Pattern(passive.memory.bytes[offset:offset+8], byte(15+i)) // around zeros
				Expect(active.fetch(ctx, d, uint64(offset), 8)).To(Return(nd2.Success))
				Expect(active.memory.bytes[:8]).To(HoldBytes(passive.memory.bytes[offset:offset+8]), "from offset %d", offset)
			}
		})

	It("stores at an offset of more than 64 KiB, as a Write", Covers("endpoint.write.data"), Variant("far"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(ctx, active, passive)
			size := passive.wide()
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, size, nd2.AllowWrite)
			for i, offset := range farOffsets {
				want := bytes.Clone(Contents(passive.memory.bytes))
				Pattern(active.memory.bytes[:8], byte(16+i))
				copy(want[offset:], Contents(active.memory.bytes[:8]))
				expectStored(ctx, active, passive, d, uint64(offset), 8)
				Expect(passive.memory.bytes).To(HoldBytes(want), "at offset %d", offset)
			}
		})
})

var _ = Describe("INDEndpoint::SendAndInvalidate, time and again of one window,", func() {
	It("has the window's result each time", Covers("endpoint.sendandinvalidate.window-result"), Variant("again"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			p.need("a completion queue of", 2, p.limits.MaxCQEntries, "results")
			queue := p.queue(64) // for both, since the page does not say which has the window's result
			active, passive := l.end(l.ordinary()), p.endOn(p.ordinary(), queue, queue)
			join(ctx, active, passive)
			var sent, received, invalidated nd1.Result
			w := passive.window(&invalidated)
			for i := range 3 {
				d := passive.bind(ctx, w, start, length, nd2.AllowWrite)
				Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
				Expect(active.SendAndInvalidate(&sent, nil, d, 0)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &sent)
				Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)),
					"the results of time %d", i+1)
				Expect(invalidated.Status).To(Return(nd2.Success))
			}
		})
})

var _ = Describe("INDCompletionQueue::GetResults", func() {
	It("fills the array with the oldest results, and else leaves none", Covers("endpoint.getresults.count"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.inboundEntries = min(70, l.limits.MaxInboundRequests, l.limits.MaxCQEntries)
			l.attain(s)
			active, passive := p.end(p.ordinary()), l.endOn(s, l.queue(s.inboundEntries), l.queue(64))
			join(ctx, active, passive)
			received := make([]nd1.Result, s.inboundEntries)
			for i := range received {
				Expect(passive.Receive(&received[i], nil)).To(Return(nd2.Success))
			}
			last := solicited(ctx, passive.inbound)
			for i := range received {
				var sent nd1.Result
				flags := nd2.OpFlags(0)
				if i == len(received)-1 {
					flags = nd2.SendAndSolicitEvent
				}
				Expect(active.Send(&sent, nil, flags)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &sent)
			}
			Expect(last).To(CompleteWith(nd2.Success))
			given := 0
			for _, places := range []int{1, 40, 100} {
				results := make([]*nd1.Result, places)
				n := int(passive.inbound.GetResults(results))
				Expect(n).To(Equal(min(places, len(received)-given)), "results to an array of %d", places)
				for i, r := range results[:n] {
					Expect(r).To(BeIdenticalTo(&received[given+i]), "result %d that was handed back", given+i)
				}
				given += n
			}
		})
})
