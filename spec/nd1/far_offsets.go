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

// wide gives an end memory with room for some bytes at each of these offsets.
func (e *end) wide() (size int) {
	size = 1<<17 + 64
	if e.limits.MaxWindowSize != 0 { // ND2's page calls it unused
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
				Pattern(passive.memory.bytes[offset:offset+8], byte(15+i)) // between zeros
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
