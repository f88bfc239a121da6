package adapter

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Adapter::CreateQueuePairWithSrq", func() {
	DescribeTable("creates a queue pair that sends and receives, with",
		func(ctx SpecContext, shape func(limits nd2.AdapterInfo) Shape, flags nd2.OpFlags) {
			p := NewPool(ctx, 1, 0)
			s := shape(p.Local.Info)
			if s.InlineSize == 0 {
				flags = 0
			}
			s.UseShared = p.SharedReceiveQueue
			p.Local.Attainable(s)
			length := max(s.InlineSize, s.InitiatorSGE, 1)
			if length > 1<<20 {
				Unobservable(fmt.Sprintf("it would take a message of %d bytes or entries", length))
			}
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{MemorySize: int(length)}), p.End(s))
			p.Post(1, 1)
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(1, 1)), "the request contexts of the results")

			list := LongList(p.Local, uint64(length), max(s.InitiatorSGE, 1))
			var sent []byte
			for i := range list {
				Pattern(list[i].Buffer, 9)
				sent = append(sent, Contents(list[i].Buffer)...)
			}
			c.Active.PostReceives(2, 1, int(length))
			Expect(c.Passive.Send(3, list, flags)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 3, nd2.Success)))
			Expect(Results(ctx, c.Active.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
			Expect(c.Active.Memory.Bytes[:length]).To(HoldBytes(sent))
		},
		Entry("small limits", Covers("adapter.createqueuepairwithsrq.nd-success"),
			func(nd2.AdapterInfo) Shape { return Shape{InitiatorDepth: 1, InitiatorSGE: 1} }, nd2.OpFlags(0)),
		Entry("an initiator queue of MaxInitiatorQueueDepth", Covers("adapter.createqueuepairwithsrq.nd-success"),
			Variant("deepest"),
			func(limits nd2.AdapterInfo) Shape {
				return Shape{InitiatorDepth: limits.MaxInitiatorQueueDepth, InitiatorSGE: 1}
			}, nd2.OpFlags(0)),
		Entry("MaxInitiatorSge entries per request", Covers("adapter.createqueuepairwithsrq.nd-success"),
			Variant("most-entries"),
			func(limits nd2.AdapterInfo) Shape {
				return Shape{InitiatorDepth: 1, InitiatorSGE: limits.MaxInitiatorSGE}
			}, nd2.OpFlags(0)),
		Entry("inline data of MaxInlineDataSize", Covers("adapter.createqueuepairwithsrq.nd-success"),
			Variant("most-inline-data"),
			func(limits nd2.AdapterInfo) Shape {
				return Shape{InitiatorDepth: 1, InitiatorSGE: 1, InlineSize: limits.MaxInlineDataSize}
			}, nd2.Inline),
	)

	DescribeTable("refuses", refuses, beyondLimits("CreateQueuePairWithSrq"))

	DescribeTable("refuses to use", refuses,
		unusableQueues("receive completion queue", 2, anyCompletionQueue, anySharedReceiveQueue),
		unusableQueues("initiator completion queue", 3, anyCompletionQueue, anySharedReceiveQueue),
		unusableQueues("shared receive queue", 4, anySharedReceiveQueue, anyCompletionQueue))

	DescribeTable("refuses a call without", Covers("adapter.createqueuepairwithsrq.no-queue"),
		needs("CreateQueuePairWithSrq"),
		Entry("a receive completion queue", 2),
		Entry("an initiator completion queue", Variant("initiator"), 3),
		Entry("a shared receive queue", Variant("shared-receive-queue"), 4))

	It("succeeds, or reports a lack of resources, when all limits are at their maxima",
		Covers("adapter.createqueuepairwithsrq.maxima-together"), func(ctx SpecContext) {
			local := Local(ctx)
			_, s := atMost(local, "CreateQueuePairWithSrq", 6, 7, 8).make(local)
			Expect(s).To(ReturnAsRuled("adapter.createqueuepairwithsrq.maxima-together"))
		})

	It("may succeed or fail when the depth or the entries are 0", Covers("adapter.createqueuepairwithsrq.zero-limits"),
		func(ctx SpecContext) {
			local := Local(ctx)
			r := ordinary(local, "CreateQueuePairWithSrq")
			r.set(6, uint32(0))
			_, s := r.make(local)
			Record(fmt.Sprintf("an initiator queue depth of 0: %v", s))
			r.set(6, uint32(1))
			r.set(7, uint32(0))
			_, s = r.make(local)
			Record(fmt.Sprintf("0 entries per request: %v", s))
		})

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateQueuePairWithSrq"))

	DescribeTable("returns no object", givesNothing, shortages("CreateQueuePairWithSrq")[1:])

	It("is refused when the adapter has no shared receive queues",
		Covers("adapter.createqueuepairwithsrq.nd-not-supported"), func(ctx SpecContext) {
			local := Without(ctx, requirement.NeedNoSRQ)
			queue := local.CompletionQueue(few(local.MaxResults()))
			r := request{"CreateQueuePairWithSrq", nd2.IIDQueuePair, map[int]any{2: queue, 3: queue, 6: uint32(1), 7: uint32(1)}}
			r.expectRefused(local, ReturnAsRuled("adapter.createqueuepairwithsrq.nd-not-supported"))
		})
})

// unusableQueues are the entries of a table of objects that cannot be the queue that a parameter names: one of another
// kind, and the right kind from another adapter.
func unusableQueues(name string, parameter int, right, wrong value) []TableEntry {
	const method = "CreateQueuePairWithSrq"
	return []TableEntry{
		refused("another kind of object as the "+name, method, parameter, wrong),
		refused("another adapter's "+name, method, parameter, foreign(right), Variant("foreign")),
	}
}
