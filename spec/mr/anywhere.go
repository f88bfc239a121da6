package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A buffer may begin and end anywhere in its pages, and in lines of 64 bytes.
var _ = Describe("IND2MemoryRegion::Register", func() {
	It("registers buffers that begin and end anywhere, just as far as they reach", Covers("mr.register.nd-success"),
		Variant("each-place"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			own, other := c.Passive, c.Active
			const size = 3 * 4096
			all := own.Buffer(size)
			for _, offset := range []int{1, 63, 64, 4095, 4097} {
				for _, length := range []int{1, 63, 65, 4095, 4097} {
					if uint64(length) > uint64(own.Info.MaxRegistrationSize) || length > c.MaxTransfer() {
						continue
					}
					r := &Region{MemoryRegion: own.MemoryRegion(), Bytes: all[offset : offset+length]}
					Expect(register(ctx, r.MemoryRegion, r.Bytes)).To(CompleteWith(nd2.Success))
					Clear(all)
					written := make([]byte, size)
					copy(written[offset:], other.Memory.Fill(0, length, byte(offset^length)))
					Expect(other.Write(1, other.Memory.List(0, length), r.Address(0), r.GetRemoteToken(), 0)).To(Return(nd2.Success))
					Expect(Result(ctx, other.Initiated)).To(CompleteWith(nd2.Success), "%d bytes at %d", length, offset)
					c.Settle(ctx)
					Expect(all).To(HoldBytes(written), "%d bytes at %d", length, offset)
					Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
				}
			}
		})
})
