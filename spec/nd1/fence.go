package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// While the peer's answers are held back, no Read completes, and no fenced request behind it may begin.
var _ = Describe("A request of an INDEndpoint with ND_OP_FLAG_READ_FENCE", func() {
	It("does not reach the peer until the Read before it has been answered, as a Send",
		Covers("endpoint.send.read-fence"), func(ctx SpecContext) {
			active, passive, d := besideWindow(ctx)
			var read, sent, received nd1.Result
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			undo := active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			Expect(active.Read(&read, active.memory.list(0, 8), d, 0, 0)).To(Return(nd2.Success))
			Expect(active.Send(&sent, nil, nd2.ReadFence)).To(Return(nd2.Success))
			expectNone(passive.inbound)
			undo()
			expectResults(ctx, active.outbound, &read, &sent)
			expectResults(ctx, passive.inbound, &received)
		})

	It("stores over what the peer puts there before the Read is answered, as a Write",
		Covers("endpoint.write.read-fence"), func(ctx SpecContext) {
			active, passive, d := besideWindow(ctx)
			var read, written nd1.Result
			data, there := active.memory.bytes[8:16], passive.memory.bytes[start+8:start+16]
			Pattern(data, 1)
			undo := active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			Expect(active.Read(&read, active.memory.list(0, 8), d, 0, 0)).To(Return(nd2.Success))
			Expect(active.Write(&written, active.memory.list(8, 8), d, 8, nd2.ReadFence)).To(Return(nd2.Success))
			Pattern(there, 2)
			undo()
			expectResults(ctx, active.outbound, &read, &written)
			message(ctx, active, passive) // a Write may be over before its bytes are there
			Expect(there).To(HoldBytes(data))
		})
})

// besideWindow returns two connected ends, and a window at the passive end. The active end is on the adapter under
// test, and can have a Read and another request in progress.
func besideWindow(ctx SpecContext) (active, passive *end, d *nd1.MWDescriptor) {
	active, passive = connected(ctx)
	active.need("an endpoint of", 2, active.ordinary().outboundEntries, "requests")
	message(ctx, active, passive)
	return active, passive, passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowRead|nd2.AllowWrite)
}
