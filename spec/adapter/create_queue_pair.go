package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::CreateQueuePair", func() {
	DescribeTable("creates a queue pair that can be used, with", Covers("adapter.createqueuepair.nd-success"),
		func(ctx SpecContext, shape func(limits nd2.AdapterInfo) Shape) {
			local := Local(ctx)
			s := local.Attainable(shape(local.Info))
			c := ConnectEnds(ctx, local.End(s), Peer(ctx).End(Shape{}))
			c.Settle(ctx)
		},
		Entry("small limits",
			func(nd2.AdapterInfo) Shape {
				return Shape{ReceiveDepth: 1, InitiatorDepth: 1, ReceiveSGE: 1, InitiatorSGE: 1}
			}),
		Entry("a receive queue of MaxReceiveQueueDepth", Variant("deepest-receive-queue"),
			func(limits nd2.AdapterInfo) Shape { return Shape{ReceiveDepth: limits.MaxReceiveQueueDepth} }),
		Entry("an initiator queue of MaxInitiatorQueueDepth", Variant("deepest-initiator-queue"),
			func(limits nd2.AdapterInfo) Shape { return Shape{InitiatorDepth: limits.MaxInitiatorQueueDepth} }),
		Entry("MaxReceiveSge entries per Receive", Variant("most-receive-entries"),
			func(limits nd2.AdapterInfo) Shape { return Shape{ReceiveSGE: limits.MaxReceiveSGE} }),
		Entry("MaxInitiatorSge entries per initiator request", Variant("most-initiator-entries"),
			func(limits nd2.AdapterInfo) Shape { return Shape{InitiatorSGE: limits.MaxInitiatorSGE} }),
		Entry("inline data of MaxInlineDataSize", Variant("most-inline-data"),
			func(limits nd2.AdapterInfo) Shape { return Shape{InlineSize: limits.MaxInlineDataSize} }))

	DescribeTable("refuses", refuses, beyondLimits("CreateQueuePair"),
		refused("a memory region as the receive completion queue", "CreateQueuePair", 2, anyMemoryRegion),
		refused("a shared receive queue as the receive completion queue", "CreateQueuePair", 2, anySharedReceiveQueue,
			Variant("shared-receive-queue")),
		refused("a memory region as the initiator completion queue", "CreateQueuePair", 3, anyMemoryRegion),
		refused("a shared receive queue as the initiator completion queue", "CreateQueuePair", 3, anySharedReceiveQueue,
			Variant("shared-receive-queue")))

	DescribeTable("refuses a call without", needs("CreateQueuePair"),
		Covers("adapter.createqueuepair.no-completion-queue"), Entry("a receive completion queue", 2),
		Entry("an initiator completion queue", Variant("initiator"), 3))

	DescribeTable("creates no queue pair", givesNothing, shortages("CreateQueuePair")[1:])

	It("succeeds, or reports a lack of resources, when both depths are at their maxima",
		Covers("adapter.createqueuepair.depths-together"), func(ctx SpecContext) {
			local := Local(ctx)
			_, s := atMost(local, "CreateQueuePair", 5, 6).make(local)
			Expect(s).To(ReturnAsRuled("adapter.createqueuepair.depths-together"))
		})

	It("succeeds, or reports a lack of resources, when all limits are at their maxima",
		Covers("adapter.createqueuepair.maxima-together"), func(ctx SpecContext) {
			local := Local(ctx)
			_, s := atMost(local, "CreateQueuePair", 5, 6, 7, 8, 9).make(local)
			Expect(s).To(ReturnAsRuled("adapter.createqueuepair.maxima-together"))
		})

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateQueuePair"))

	It("returns an object with its interfaces", Covers("adapter.createqueuepair.interfaces"), func(ctx SpecContext) {
		ExpectInterfaces(Local(ctx).End(Shape{}).QueuePair, nd2.IIDQueuePair)
	})

	It("reports all results to one completion queue that is given for both kinds of request",
		Covers("adapter.createqueuepair.one-completion-queue"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{OneQueue: true, ReceiveDepth: 1, InitiatorDepth: 1})
			e, peer := c.Active, c.Passive
			peer.PostReceives(1, 1, 8)
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
			e.PostReceives(2, 1, 8)
			Result(ctx, peer.Receives)
			Expect(peer.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
		})

	It("reports Receives to one completion queue and all else to the other",
		Covers("adapter.createqueuepair.results-by-kind"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			e, remote := c.Active, c.Passive.Memory
			e.PostReceives(3, 1, 8)
			c.Passive.PostReceives(1, 1, 8)
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
			Expect(e.Write(2, e.Memory.List(0, 8), remote.Address(8), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 2, nd2.Success)))
			Result(ctx, c.Passive.Receives)
			Expect(c.Passive.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 3, nd2.Success)))
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Drain(e.Receives)).To(HaveOutcomes())
			Expect(Drain(e.Initiated)).To(HaveOutcomes())
		})

	It("marks each result with its queue pair's context when queue pairs share a completion queue",
		Covers("adapter.createqueuepair.context"), Pin(PairContext, "0 is one of them"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			contexts := []uintptr{0, ^uintptr(0), 7}[:min(3, max(1, local.MaxResults()/2))]
			queue := local.CompletionQueue(uint32(2 * len(contexts)))
			for _, context := range contexts {
				e := local.End(Shape{Context: context, UseReceives: queue, UseInitiated: queue, InitiatorDepth: 1, ReceiveDepth: 1})
				c := ConnectEnds(ctx, e, peer.End(Shape{}))
				e.PostReceives(context, 1, 8)
				c.Passive.PostReceives(1, 1, 8)
				Expect(e.Send(context, nil, 0)).To(Return(nd2.Success))
				Result(ctx, c.Passive.Receives)
				Expect(c.Passive.Send(1, nil, 0)).To(Return(nd2.Success))
			}
			for _, r := range Results(ctx, queue, 2*len(contexts)) {
				Expect(r.QueuePairContext).To(Equal(r.RequestContext), "QueuePairContext of a %v", r.RequestType)
			}
		})

	It("leaves the completion queues to the client when a queue pair is released after its peer has left",
		Covers("adapter.createqueuepair.drops-references"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			for range 4 { // a reference may be lost now and then only
				receives, releaseReceives := local.OwnCompletionQueue(1)
				initiated, releaseInitiated := local.OwnCompletionQueue(1)
				e := local.End(Shape{ReceiveDepth: 1, InitiatorDepth: 1})
				e.Receives, e.Initiated = receives, initiated
				release := e.OwnQueuePair()
				a := NewAttempt(ctx, e, peer.End(Shape{}))
				c, releaseConnector := a.EstablishOwn()
				left := Start(ctx, e.Connector, e.Connector.NotifyDisconnect)
				Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect)
				left.Wait()
				release()
				releaseConnector() // the connector may hold a reference to the queue pair
				var requests []*Operation
				for _, queue := range []nd2.CompletionQueue{receives, initiated} {
					requests = append(requests, Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status {
						return queue.Notify(nd2.NotifyAny, o)
					}))
				}
				releaseReceives()
				releaseInitiated()
				for _, request := range requests {
					if request.Returned == nd2.Pending {
						Expect(request.Returned).To(Return(nd2.Pending, nd2.Success), "Notify")
						AwaitEvent(ctx, request.Event, "the Notify of a queue that has been released")
					}
				}
			}
		})

	It("keeps the completion queues alive when the client has released them",
		Covers("adapter.createqueuepair.keeps-references"), func(ctx SpecContext) {
			local := Local(ctx)
			var queue nd2.Unknown
			Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, few(local.MaxResults()), 0, 0,
				&queue)).To(Return(nd2.Success))
			release := Own(ctx, queue)
			results := queue.(nd2.CompletionQueue)
			e := local.End(Shape{UseReceives: results, UseInitiated: results, ReceiveDepth: 1, InitiatorDepth: 1})
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), e)
			request := Start(ctx, results, func(o *nd2.Overlapped) nd2.Status { return results.Notify(nd2.NotifyAny, o) })
			release()
			// From here on no call may go through what was released: that the queue is
			// there shows in the OVERLAPPED, which its destruction would end at once.
			Expect(request.Event.Sets()).To(BeZero(), "notifications of a queue in which there is no result")
			e.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(request.Returned).To(Return(nd2.Pending, nd2.Success), "Notify")
			AwaitEvent(ctx, request.Event, "the Notify of a queue that has a result")
		})
})
