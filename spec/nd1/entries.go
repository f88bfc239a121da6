package nd1

import (
	"bytes"
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Two entries, wherever the first ends, and whether or not one is empty.
var _ = Describe("An INDEndpoint's request of two entries", func() {
	const size, gap, near, far = 16, 3, 5, 9 // bytes, and offsets in either end's memory

	// each calls with for every list of two entries and 16 bytes, and for what the local memory holds
	// there.
	each := func(e *end, with func(list []nd1.SGE, first int)) {
		e.need("requests of", 2, e.limits.MaxOutboundSGE, "entries")
		for first := range size + 1 {
			Pattern(e.memory.bytes[:64], byte(first))
			with(append(e.memory.list(near, first), e.memory.list(near+first+gap, size-first)...), first)
		}
	}
	// entries returns the bytes of both entries.
	entries := func(memory []byte, first int) []byte {
		return append(bytes.Clone(memory[near:near+first]), memory[near+first+gap:near+size+gap]...)
	}
	// opened opens a window to all of the passive end's memory, which is cleared.
	opened := func(ctx context.Context, active, passive *end, flags nd2.OpFlags) *nd1.MWDescriptor {
		message(ctx, active, passive)
		return passive.bind(ctx, passive.window(new(nd1.Result)), 0, 64, flags)
	}

	It("sends the bytes of both, and no others", Covers("endpoint.send.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			each(active, func(list []nd1.SGE, first int) {
				Clear(passive.memory.bytes[:64])
				expectMessage(ctx, active, passive, list, passive.memory.list(far, size))
				expectAlone(passive, far, entries(Contents(active.memory.bytes[:64]), first))
			})
		})

	It("stores the bytes of both, and no others", Covers("endpoint.write.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			d := opened(ctx, active, passive, nd2.AllowWrite)
			each(active, func(list []nd1.SGE, first int) {
				Clear(passive.memory.bytes[:64])
				var written nd1.Result
				Expect(active.Write(&written, list, d, far, 0)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &written)
				message(ctx, active, passive) // when it arrives, the bytes are there
				expectAlone(passive, far, entries(Contents(active.memory.bytes[:64]), first))
			})
		})

	It("fetches the bytes of both, and no others", Covers("endpoint.read.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			d := opened(ctx, active, passive, nd2.AllowRead)
			each(active, func(list []nd1.SGE, first int) {
				before := bytes.Clone(Contents(active.memory.bytes[:64]))
				Pattern(passive.memory.bytes[:64], ^byte(first))
				there := Contents(passive.memory.bytes[far : far+size])
				var read nd1.Result
				returned := active.Read(&read, list, d, far, 0)
				if returned == nd2.DataOverrun { // v1 does not say how many entries a Read may have
					Unobservable("Reads have less than two entries")
				}
				Expect(returned).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &read)
				copy(before[near:], there[:first])
				copy(before[near+first+gap:], there[first:])
				Expect(active.memory.bytes[:64]).To(HoldBytes(before), "the memory around a first entry of %d bytes", first)
			})
		})
})

// expectAlone shows that an end's memory, clear before, holds these bytes at an offset and no others.
func expectAlone(e *end, offset int, want []byte) {
	all := make([]byte, 64)
	copy(all[offset:], want)
	Expect(e.memory.bytes[:64]).To(HoldBytes(all))
}
