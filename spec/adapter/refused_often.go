package adapter

import (
	"maps"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A creation that is refused takes nothing of the adapter, nor of the queues that it names.
var _ = Describe("An IND2Adapter that has refused to create an object 150 times", func() {
	DescribeTable("creates such an object, when it was",
		func(ctx SpecContext, method string, parameter int, wrong value) {
			local := Local(ctx)
			r := ordinary(local, method)
			bad := request{r.method, r.iid, maps.Clone(r.parameters)}
			bad.set(parameter, wrong(ctx, local))
			create := func() {
				object, s := r.call(local)
				Expect(s).To(Return(nd2.Success))
				object.Release()
			}
			create()
			Enough(ctx)
			for range Often {
				bad.expectRefused(local, ReturnFailure())
			}
			create()
		},
		oftenBeyondLimits(),
		refused("a completion queue of no depth", "CreateCompletionQueue", 3, none, Variant("often")),
		refused("a completion queue that is too deep", "CreateCompletionQueue", 3, oneMore(refusal.Limits[0]),
			Variant("often-too-deep")),
		refused("a queue pair without a completion queue for Receives", "CreateQueuePair", 2, anyMemoryRegion,
			Variant("often")),
		refused("a queue pair without one for initiator requests", "CreateQueuePair", 3, anyMemoryRegion, Variant("often")),
		refused("a queue pair of another interface", "CreateQueuePair", 1, iid(nd2.IIDListener), Variant("often")),
		refused("a queue pair whose shared receive queue is none", "CreateQueuePairWithSrq", 4, anyCompletionQueue,
			Variant("often")),
		refused("a connector of another interface", "CreateConnector", 1, iid(nd2.IIDQueuePair), Variant("often")),
		refused("a listener of another interface", "CreateListener", 1, iid(nd2.IIDQueuePair), Variant("often")),
		refused("a memory region of another interface", "CreateMemoryRegion", 1, iid(nd2.IIDQueuePair), Variant("often")))

	It("keeps no reference to the queues that a refused queue pair named", Covers("cq.notify.ends-on-release"),
		Variant("refused-queue-pair"), func(ctx SpecContext) {
			local := Local(ctx)
			receives, releaseReceives := local.OwnCompletionQueue(1)
			initiated, releaseInitiated := local.OwnCompletionQueue(1)
			r := request{"CreateQueuePair", nd2.IIDQueuePair, map[int]any{
				2: receives, 3: initiated, 5: uint32(1), 7: uint32(1), 8: uint32(1),
				6: beyond("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth),
			}}
			r.expectRefused(local, ReturnFailure())
			requests := []*Operation{notifyAny(ctx, receives), notifyAny(ctx, initiated)}
			releaseReceives()
			releaseInitiated()
			for _, request := range requests {
				if request.Returned == nd2.Pending {
					AwaitEvent(ctx, request.Event, "the Notify of a queue that has been released")
				}
			}
		})
})

// notifyAny makes a Notify of any result.
func notifyAny(ctx SpecContext, queue nd2.CompletionQueue) *Operation {
	return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
}

// iid is an interface id.
func iid(of nd2.GUID) value { return func(SpecContext, *Side) any { return of } }
