package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A repeated creation is made again and again: as it is refused, and as it succeeds.
type repeated struct {
	refused, ordinary func() (nd2.Unknown, nd2.Status)
}

// A creation that is refused takes nothing of the adapter, nor of the queues that it names.
var _ = Describe("An IND2Adapter that has refused to create an object 150 times", func() {
	DescribeTable("creates such an object, when it was", func(ctx SpecContext, prepare func(local *Side) repeated) {
		c := prepare(Local(ctx))
		create := func() {
			object, s := c.ordinary()
			Expect(s).To(Return(nd2.Success))
			object.Release()
		}
		create()
		Enough(ctx)
		for range Often {
			attempt(c.refused()).expectRefused(ReturnFailure())
		}
		create()
	},
		Entry("a completion queue of no depth", Covers("adapter.createcompletionqueue.nd-invalid-parameter-3"),
			Variant("often"), queueOf(func(*Side) uint32 { return 0 })),
		Entry("a completion queue that is too deep", Covers("adapter.createcompletionqueue.nd-invalid-parameter-3"),
			Variant("often-too-deep"), queueOf(func(local *Side) uint32 {
				return beyond("MaxCompletionQueueDepth", local.Info.MaxCompletionQueueDepth)
			})),
		Entry("a queue pair without a completion queue for Receives",
			Covers("adapter.createqueuepair.nd-invalid-parameter-2"), Variant("often"),
			pairOf(func(r *pairRequest, local *Side) { r.receives = local.MemoryRegion() })),
		Entry("a queue pair without one for initiator requests", Covers("adapter.createqueuepair.nd-invalid-parameter-3"),
			Variant("often"), pairOf(func(r *pairRequest, local *Side) { r.initiated = local.MemoryRegion() })),
		Entry("a queue pair of too many Receives", Covers("adapter.createqueuepair.nd-invalid-parameter-5"),
			Variant("often"), pairOf(func(r *pairRequest, local *Side) {
				r.receiveDepth = beyond("MaxReceiveQueueDepth", local.Info.MaxReceiveQueueDepth)
			})),
		Entry("a queue pair of too many initiator requests", Covers("adapter.createqueuepair.nd-invalid-parameter-6"),
			Variant("often"), pairOf(func(r *pairRequest, local *Side) {
				r.initiatorDepth = beyond("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth)
			})),
		Entry("a queue pair of too many entries per Receive", Covers("adapter.createqueuepair.nd-invalid-parameter-7"),
			Variant("often"), pairOf(func(r *pairRequest, local *Side) {
				r.receiveSGE = beyond("MaxReceiveSge", local.Info.MaxReceiveSGE)
			})),
		Entry("a queue pair of too many entries per initiator request",
			Covers("adapter.createqueuepair.nd-invalid-parameter-8"), Variant("often"),
			pairOf(func(r *pairRequest, local *Side) {
				r.initiatorSGE = beyond("MaxInitiatorSge", local.Info.MaxInitiatorSGE)
			})),
		Entry("a queue pair of too much inline data", Covers("adapter.createqueuepair.nd-invalid-parameter-9"),
			Variant("often"), pairOf(func(r *pairRequest, local *Side) {
				r.inline = beyond("MaxInlineDataSize", local.Info.MaxInlineDataSize)
			})),
		Entry("a queue pair of another interface", Covers("adapter.createqueuepair.unknown-iid"), Variant("often"),
			pairOf(func(r *pairRequest, _ *Side) { r.iid = nd2.IIDListener })),
		Entry("a queue pair whose shared receive queue is none",
			Covers("adapter.createqueuepairwithsrq.nd-invalid-parameter-4"), Variant("often"),
			srqPairOf(func(r *srqPairRequest, local *Side) { r.shared = anyCompletionQueue(local) })),
		Entry("a queue pair of too many requests beside a shared receive queue",
			Covers("adapter.createqueuepairwithsrq.nd-invalid-parameter-6"), Variant("often"),
			srqPairOf(func(r *srqPairRequest, local *Side) {
				r.depth = beyond("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth)
			})),
		Entry("a connector of another interface", Covers("adapter.createconnector.unknown-iid"), Variant("often"),
			interfaceOf(nd2.IIDConnector, func(a nd2.Adapter) creating { return a.CreateConnector })),
		Entry("a listener of another interface", Covers("adapter.createlistener.unknown-iid"), Variant("often"),
			interfaceOf(nd2.IIDListener, func(a nd2.Adapter) creating { return a.CreateListener })),
		Entry("a memory region of another interface", Covers("adapter.creatememoryregion.unknown-iid"), Variant("often"),
			interfaceOf(nd2.IIDMemoryRegion, func(a nd2.Adapter) creating { return a.CreateMemoryRegion })))

	It("keeps no reference to the queues that a refused queue pair named", Covers("cq.notify.ends-on-release"),
		Variant("refused-queue-pair"), func(ctx SpecContext) {
			local := Local(ctx)
			r := ordinaryPair(local)
			r.initiatorDepth = beyond("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth)
			receives, releaseReceives := local.OwnCompletionQueue(1)
			initiated, releaseInitiated := local.OwnCompletionQueue(1)
			r.receives, r.initiated = receives, initiated
			attempt(r.make(local)).expectRefused(ReturnFailure())
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

// queueOf asks for completion queues of a depth that is refused.
func queueOf(depth func(local *Side) uint32) func(local *Side) repeated {
	return func(local *Side) repeated {
		wrong := depth(local)
		of := func(depth uint32) (object nd2.Unknown, s nd2.Status) {
			s = local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, depth, 0, 0, &object)
			return object, s
		}
		return repeated{
			func() (nd2.Unknown, nd2.Status) { return of(wrong) },
			func() (nd2.Unknown, nd2.Status) { return of(few(local.MaxResults())) },
		}
	}
}

// pairOf asks for queue pairs that are refused for a change.
func pairOf(change func(r *pairRequest, local *Side)) func(local *Side) repeated {
	return func(local *Side) repeated {
		r := ordinaryPair(local)
		wrong := r
		change(&wrong, local)
		return repeated{
			func() (nd2.Unknown, nd2.Status) { return wrong.call(local) },
			func() (nd2.Unknown, nd2.Status) { return r.call(local) },
		}
	}
}

// srqPairOf is pairOf for queue pairs with a shared receive queue.
func srqPairOf(change func(r *srqPairRequest, local *Side)) func(local *Side) repeated {
	return func(local *Side) repeated {
		r := ordinarySrqPair(local)
		wrong := r
		change(&wrong, local)
		return repeated{
			func() (nd2.Unknown, nd2.Status) { return wrong.call(local) },
			func() (nd2.Unknown, nd2.Status) { return r.call(local) },
		}
	}
}

// creating is a method that takes an interface and a file.
type creating = func(iid nd2.GUID, file nd2.OverlappedFile, object *nd2.Unknown) nd2.Status

// interfaceOf asks a method for an interface of another kind.
func interfaceOf(iid nd2.GUID, method func(a nd2.Adapter) creating) func(local *Side) repeated {
	return func(local *Side) repeated {
		of := func(iid nd2.GUID) (object nd2.Unknown, s nd2.Status) {
			s = method(local.Adapter)(iid, local.File, &object)
			return object, s
		}
		return repeated{
			func() (nd2.Unknown, nd2.Status) { return of(nd2.IIDQueuePair) },
			func() (nd2.Unknown, nd2.Status) { return of(iid) },
		}
	}
}
