package adapter

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
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

	DescribeTable("refuses",
		func(ctx SpecContext, beyond func(r *srqPairRequest, limits nd2.AdapterInfo), status nd2.Status) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			beyond(&r, local.Info)
			attempt(r.make(local)).expectRefused(Return(status))
		},
		Entry("an initiator queue deeper than MaxInitiatorQueueDepth",
			Covers("adapter.createqueuepairwithsrq.nd-invalid-parameter-6"),
			func(r *srqPairRequest, limits nd2.AdapterInfo) {
				r.depth = beyond("MaxInitiatorQueueDepth", limits.MaxInitiatorQueueDepth)
			}, nd2.InvalidParameter6),
		Entry("more entries per request than MaxInitiatorSge",
			Covers("adapter.createqueuepairwithsrq.nd-invalid-parameter-7"),
			func(r *srqPairRequest, limits nd2.AdapterInfo) {
				r.sge = beyond("MaxInitiatorSge", limits.MaxInitiatorSGE)
			}, nd2.InvalidParameter7),
		Entry("more inline data than MaxInlineDataSize", Covers("adapter.createqueuepairwithsrq.nd-invalid-parameter-8"),
			func(r *srqPairRequest, limits nd2.AdapterInfo) {
				r.inline = beyond("MaxInlineDataSize", limits.MaxInlineDataSize)
			}, nd2.InvalidParameter8),
	)

	DescribeTable("refuses to use",
		func(ctx SpecContext, parameter int, object func(ctx SpecContext, local *Side) nd2.Unknown) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			*r.queue(parameter) = object(ctx, local)
			created, s := r.make(local)
			Expect(s).To(Return(map[int]nd2.Status{
				2: nd2.InvalidParameter2, 3: nd2.InvalidParameter3,
				4: nd2.InvalidParameter4,
			}[parameter]))
			Expect(created).To(BeNil(), "the object given")
		},
		unusableQueues("receive completion queue", 2, anyCompletionQueue, anySharedReceiveQueue),
		unusableQueues("initiator completion queue", 3, anyCompletionQueue, anySharedReceiveQueue),
		unusableQueues("shared receive queue", 4, anySharedReceiveQueue, anyCompletionQueue),
	)

	DescribeTable("refuses a call without", Covers("adapter.createqueuepairwithsrq.no-queue"),
		func(ctx SpecContext, parameter int) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			*r.queue(parameter) = nil
			attempt(r.make(local)).expectRefused(ReturnFailure())
		},
		Entry("a receive completion queue", 2),
		Entry("an initiator completion queue", Variant("initiator"), 3),
		Entry("a shared receive queue", Variant("shared-receive-queue"), 4))

	It("succeeds, or reports a lack of resources, when all limits are at their maxima",
		Covers("adapter.createqueuepairwithsrq.maxima-together"), func(ctx SpecContext) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			r.depth, r.sge = local.Info.MaxInitiatorQueueDepth, local.Info.MaxInitiatorSGE
			r.inline = local.Info.MaxInlineDataSize
			_, s := r.make(local)
			Expect(s).To(ReturnAsRuled("adapter.createqueuepairwithsrq.maxima-together"))
		})

	It("may succeed or fail when the depth or the entries are 0", Covers("adapter.createqueuepairwithsrq.zero-limits"),
		func(ctx SpecContext) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			r.depth = 0
			_, s := r.make(local)
			Record(fmt.Sprintf("an initiator queue depth of 0: %v", s))
			r.depth, r.sge = 1, 0
			_, s = r.make(local)
			Record(fmt.Sprintf("0 entries per request: %v", s))
		})

	DescribeTable("when it is asked for another interface", runs,
		byInterface("createqueuepairwithsrq", nd2.IIDQueuePair, func(ctx SpecContext) Asking {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			return func(iid nd2.GUID) (nd2.Unknown, nd2.Status) {
				r.iid = iid
				return r.call(local)
			}
		}))

	DescribeTable("returns no object",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			local := Local(ctx)
			r := ordinarySrqPair(local)
			local.Inject(providers.Fault{Kind: kind, Call: "IND2Adapter::CreateQueuePairWithSrq"})
			attempt(r.make(local)).expectRefused(Return(status))
		},
		Entry("when the adapter is out of resources", Covers("adapter.createqueuepairwithsrq.nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers("adapter.createqueuepairwithsrq.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
	)

	It("is refused when the adapter has no shared receive queues",
		Covers("adapter.createqueuepairwithsrq.nd-not-supported"), func(ctx SpecContext) {
			local := Without(ctx, requirement.NeedNoSRQ)
			r := srqPairRequest{
				iid: nd2.IIDQueuePair, receives: anyCompletionQueue(local), initiated: anyCompletionQueue(local),
				depth: 1, sge: 1,
			}
			attempt(r.make(local)).expectRefused(ReturnAsRuled("adapter.createqueuepairwithsrq.nd-not-supported"))
		})
})

// unusableQueues returns a table entry for each object that cannot be the queue that
// a parameter names: one of another kind, and the right kind from another adapter.
func unusableQueues(name string, parameter int, right, wrong func(s *Side) nd2.Unknown) []TableEntry {
	id := Covers(fmt.Sprintf("adapter.createqueuepairwithsrq.nd-invalid-parameter-%d", parameter))
	return []TableEntry{
		Entry("another kind of object as the "+name, id, parameter,
			func(_ SpecContext, local *Side) nd2.Unknown { return wrong(local) }),
		Entry("another adapter's "+name, id, Variant("foreign"), parameter,
			func(ctx SpecContext, local *Side) nd2.Unknown {
				peer := Peer(ctx)
				if !local.SameProvider(peer) || !local.OtherAdapter(peer) {
					Unobservable("the peer is the adapter under test itself, or another provider's")
				}
				return right(peer)
			}),
	}
}
