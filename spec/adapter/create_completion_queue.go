package adapter

import (
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::CreateCompletionQueue", func() {
	// withAffinity creates a queue for the processors of an affinity in group 0.
	withAffinity := func(ctx SpecContext, local *Side, affinity uint64) nd2.CompletionQueue {
		var object nd2.Unknown
		MustSucceed("CreateCompletionQueue",
			local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, few(local.MaxResults()), 0, affinity,
				&object))
		local.AtEnd(func() { object.Release() })
		return object.(nd2.CompletionQueue)
	}

	DescribeTable("creates a queue from which results can be taken, with a depth of",
		func(ctx SpecContext, wanted uint32) {
			local := Local(ctx)
			if local.Info.MaxCompletionQueueDepth <= 1 {
				Unobservable("there is no depth below MaxCompletionQueueDepth")
			}
			takesResult(ctx, local.Attainable(Shape{
				QueueDepth: min(wanted, local.MaxResults()), ReceiveDepth: 1,
				InitiatorDepth: 1,
			}), local)
		},
		Entry("one", Covers("adapter.createcompletionqueue.nd-success"), Variant("least"), uint32(1)),
		Entry("a few results", Covers("adapter.createcompletionqueue.nd-success"), uint32(5)),
		Entry("just less than MaxCompletionQueueDepth", Covers("adapter.createcompletionqueue.nd-success"), Variant("most"),
			uint32(math.MaxUint32)),
	)

	It("creates a queue with a depth of MaxCompletionQueueDepth", Covers("adapter.createcompletionqueue.largest-depth"),
		func(ctx SpecContext) {
			local := Local(ctx)
			r := ordinary(local, "CreateCompletionQueue")
			r.set(3, local.Info.MaxCompletionQueueDepth)
			object, returned := r.make(local)
			SkipIfLacking("so deep a completion queue", returned)
			Expect(returned).To(Return(nd2.Success))
			takesResult(ctx, Shape{UseReceives: object.(nd2.CompletionQueue), ReceiveDepth: 1, InitiatorDepth: 1}, local)
		})

	DescribeTable("refuses a depth of", refuses, beyondLimits("CreateCompletionQueue"),
		refused("zero", "CreateCompletionQueue", 3, none, Variant("zero")))

	DescribeTable("returns no object", givesNothing, shortages("CreateCompletionQueue"))

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateCompletionQueue"))

	It("returns an object that has the inherited interfaces, too",
		Covers("adapter.createcompletionqueue.inherits-overlapped"), func(ctx SpecContext) {
			queue := Local(ctx).CompletionQueue(1)
			ExpectInterfaces(queue, nd2.IIDOverlapped, nd2.IIDCompletionQueue)
			Expect(queue.GetResults(make([]nd2.Result, 1))).To(BeZero(), "results in the queue, to which a reference is left")
		})

	It("makes room for as many results as were asked for", Covers("adapter.createcompletionqueue.holds-depth"),
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			most := min(local.MaxResults(), local.Info.MaxReceiveQueueDepth,
				peer.MaxResults(), peer.Info.MaxInitiatorQueueDepth)
			for _, wanted := range []uint32{1, 5, 16} {
				depth := min(wanted, most)
				c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: depth}),
					local.End(Shape{QueueDepth: depth, ReceiveDepth: depth}))
				contexts := Sequence(1, int(depth))
				c.Deliver(ctx, c.Passive, contexts...)
				Expect(Results(ctx, c.Passive.Receives, len(contexts))).
					To(HaveOutcomes(Outcomes(nd2.RequestReceive, contexts, nd2.Success)...), "from a queue for %d", depth)
			}
		})

	It("makes room for as many results as were asked for, also where rings wrap",
		Covers("adapter.createcompletionqueue.holds-depth"), Variant("values"),
		Pin(ReceiveQueue, "Flush ends no others"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			for _, depth := range []uint32{2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1024, 1025} {
				if depth > min(local.MaxResults(), local.Info.MaxReceiveQueueDepth) {
					break
				}
				shape := Shape{ReceiveDepth: depth, QueueDepth: depth, InitiatorDepth: 1, MemorySize: 4096}
				end := local.End(local.Attainable(shape))
				contexts := Sequence(1, int(depth))
				for _, context := range contexts {
					Expect(end.Receive(context, nil)).To(Return(nd2.Success))
				}
				Expect(end.Flush()).To(Return(nd2.Success))
				Expect(Results(ctx, end.Receives, len(contexts))).
					To(HaveOutcomes(Outcomes(nd2.RequestReceive, contexts, nd2.Canceled)...), "from a queue for %d", depth)
			}
		})

	It("makes room for as many results as the adapter can hold", Covers("adapter.createcompletionqueue.holds-depth"),
		Variant("most"), LongTimeout, expectMostResults)

	It("delivers notifications through the file that it was given",
		Covers("adapter.createcompletionqueue.overlapped-file"), func(ctx SpecContext) {
			local := Local(ctx)
			var file nd2.OverlappedFile
			Expect(local.Adapter.CreateOverlappedFile(&file)).To(Return(nd2.Success))
			local.AtEnd(func() { file.Close() })
			port := new(Port)
			Expect(file.BindCompletionPort(port, 2)).To(Return(nd2.Success))
			var object nd2.Unknown
			Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 1, 0, 0, &object)).To(Return(nd2.Success))
			local.AtEnd(func() { object.Release() })

			queue := object.(nd2.CompletionQueue)
			request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
			Expect(request.Returned).To(Return(nd2.Pending), "Notify")
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Canceled))
			UntilPacket(ctx, request, "a packet at the port of the queue's own file", func() bool {
				return request.Posts(port) > 0
			})
			Expect(request.Posts(local.Port)).To(BeZero(), "packets at the port of another file")
		})

	It("creates a queue that notifies, even if the affinity asked for is not available",
		Covers("adapter.createcompletionqueue.affinity-never-refused"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			for _, affinity := range []uint64{1, 1 << 63, math.MaxUint64} {
				queue := withAffinity(ctx, local, affinity)
				c := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue}))
				request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
				c.Passive.PostReceives(1, 1, 8)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Success), "with affinity %#x", affinity)
			}
		})

	It("creates a queue that reports the processor asked for", Covers("adapter.createcompletionqueue.affinity-honored"),
		func(ctx SpecContext) {
			expectFirstProcessor(withAffinity(ctx, Local(ctx), 1))
		})
})

// takesResult shows that a queue pair of a shape has the result of a Receive.
func takesResult(ctx SpecContext, shape Shape, local *Side) {
	c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(shape))
	c.Passive.PostReceives(1, 1, 8)
	Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
	Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
}
