package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("A Receive of several entries", func() {
	It("leaves untouched what a shorter message does not reach",
		Covers("qp.receive.shorter-message", "cq.getresults.bytes-transferred"), Variant("several-entries"),
		func(ctx SpecContext) {
			local := Local(ctx)
			n := min(3, local.Info.MaxReceiveSGE)
			if n < 2 {
				Unobservable("a Receive has less than two entries")
			}
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(local.Attainable(Shape{ReceiveSGE: n})))
			memory := c.Passive.Memory
			room := min(18_000, c.MaxTransfer(), len(c.Active.Memory.Bytes), len(memory.Bytes)-margin)
			c.NeedTransfer(8)
			list := cut(memory, []int{room / 2, room / 4, room / 8}[:n])
			memory.Fill(0, len(memory.Bytes), 0x5a)
			watched, before := watch(memory), gathered(list)

			for i, size := range aroundEnds(list) {
				Expect(c.Passive.Receive(uintptr(i), list)).To(Return(nd2.Success))
				sent := c.Active.Memory.Fill(0, size, byte(i+1))
				Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
				result := Result(ctx, c.Passive.Receives)
				Expect(result).To(CompleteWith(nd2.Success))
				Expect(result.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
				after := gathered(list)
				Expect(after[:size]).To(HoldBytes(sent))
				Expect(after[size:]).To(HoldBytes(before[size:]))
				spread(list, before)
				watched.expectUnchanged()
			}
		})
})

// aroundEnds are the lengths of messages that end with an entry of the list, or a byte
// before or behind that.
func aroundEnds(list []nd2.SGE) (sizes []int) {
	end, all := 0, BytesOf(list)
	for _, e := range list {
		end += len(e.Buffer)
		for _, size := range []int{end - 1, end, end + 1} {
			if size <= all {
				sizes = append(sizes, size)
			}
		}
	}
	return sizes
}
