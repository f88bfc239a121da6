package adapter

import (
	"fmt"
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Adapter::CreateSharedReceiveQueue", func() {
	// create asks for a queue without threshold and affinity, which is released
	// when the spec ends.
	create := func(local *Side, depth, sge uint32) (nd2.Unknown, nd2.Status) {
		r := ordinary(local, "CreateSharedReceiveQueue")
		r.set(3, depth)
		r.set(4, sge)
		return r.make(local)
	}
	// withAffinity creates a queue for the processors of an affinity in group 0.
	withAffinity := func(ctx SpecContext, local *Side, affinity uint64) nd2.SharedReceiveQueue {
		var object nd2.Unknown
		MustSucceed("CreateSharedReceiveQueue",
			local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 1, 1, 1, 0, affinity, &object))
		local.AtEnd(func() { object.Release() })
		return object.(nd2.SharedReceiveQueue)
	}

	DescribeTable("creates a queue that takes as many Receives, with as many entries, as were asked for:",
		func(ctx SpecContext, ask func(limits nd2.AdapterInfo) (depth, sge uint32)) {
			local := Local(ctx)
			depth, sge := ask(local.Info)
			if max(depth, sge) > 1<<16 {
				Unobservable(fmt.Sprintf("it would take %d Receives of %d entries", depth, sge))
			}
			list := LongList(local, uint64(sge), sge)
			object, s := create(local, depth, sge)
			SkipIfLacking(fmt.Sprintf("a shared receive queue of %d Receives of %d entries", depth, sge), s)
			Expect(s).To(Return(nd2.Success))
			queue, ok := object.(nd2.SharedReceiveQueue)
			Expect(ok).To(BeSo("CreateSharedReceiveQueue to make an IND2SharedReceiveQueue", fmt.Sprintf("a %T", object)))
			for range depth {
				Expect(queue.Receive(1, list)).To(Return(nd2.Success))
			}
		},
		Entry("a few", Covers("adapter.createsharedreceivequeue.nd-success"),
			func(limits nd2.AdapterInfo) (depth, sge uint32) { return min(5, limits.MaxSharedReceiveQueueDepth), 1 }),
		Entry("one", Covers("adapter.createsharedreceivequeue.nd-success"), Variant("least"),
			func(nd2.AdapterInfo) (depth, sge uint32) { return 1, 1 }),
		Entry("the largest depth", Covers("adapter.createsharedreceivequeue.nd-success"), Variant("most-receives"),
			LongTimeout,
			func(limits nd2.AdapterInfo) (depth, sge uint32) { return limits.MaxSharedReceiveQueueDepth, 1 }),
		Entry("the most entries", Covers("adapter.createsharedreceivequeue.nd-success"), Variant("most-entries"),
			func(limits nd2.AdapterInfo) (depth, sge uint32) { return 1, limits.MaxReceiveSGE }),
		Entry("the largest depth and the most entries", Covers("adapter.createsharedreceivequeue.nd-success"),
			Variant("most-of-both"), LongTimeout,
			func(limits nd2.AdapterInfo) (depth, sge uint32) {
				return limits.MaxSharedReceiveQueueDepth, limits.MaxReceiveSGE
			}),
	)

	DescribeTable("returns", refuses, beyondLimits("CreateSharedReceiveQueue"))

	It("succeeds, or reports a lack of resources, when the depth and the entries are both at their maxima",
		Covers("adapter.createsharedreceivequeue.maxima-together"), func(ctx SpecContext) {
			local := Local(ctx)
			_, s := create(local, local.Info.MaxSharedReceiveQueueDepth, local.Info.MaxReceiveSGE)
			Expect(s).To(ReturnAsRuled("adapter.createsharedreceivequeue.maxima-together"))
		})

	It("may succeed or fail when the depth or the entries are 0", Covers("adapter.createsharedreceivequeue.zero-limits"),
		func(ctx SpecContext) {
			local := Local(ctx)
			_, s := create(local, 0, 1)
			Record(fmt.Sprintf("a depth of 0: %v", s))
			_, s = create(local, few(local.Info.MaxSharedReceiveQueueDepth), 0)
			Record(fmt.Sprintf("0 entries per request: %v", s))
		})

	It("creates a queue that never notifies, however few Receives are left, when the threshold is 0",
		Covers("adapter.createsharedreceivequeue.zero-threshold-disables"), func(ctx SpecContext) {
			local := Local(ctx)
			depth := min(4, local.Info.MaxSharedReceiveQueueDepth)
			p := PoolOf(local, local.SharedReceiveQueue(depth, 1, 0), depth)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, int(depth))
			notify := p.Arm(ctx)
			for range depth {
				p.Take(ctx, c, 1)
			}
			Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Canceled))
		})

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateSharedReceiveQueue"))

	It("returns an object that has the inherited interfaces, too",
		Covers("adapter.createsharedreceivequeue.inherits-overlapped"), func(ctx SpecContext) {
			queue := Local(ctx).SharedReceiveQueue(1, 1, 0)
			ExpectInterfaces(queue, nd2.IIDOverlapped, nd2.IIDSharedReceiveQueue)
			Expect(queue.Receive(1, nil)).To(Return(nd2.Success), "the queue, to which a reference is left")
		})

	It("delivers notifications through the file that it was given",
		Covers("adapter.createsharedreceivequeue.overlapped-file"), func(ctx SpecContext) {
			local := Local(ctx)
			var file nd2.OverlappedFile
			Expect(local.Adapter.CreateOverlappedFile(&file)).To(Return(nd2.Success))
			local.AtEnd(func() { file.Close() })
			port := new(Port)
			Expect(file.BindCompletionPort(port, 2)).To(Return(nd2.Success))
			var object nd2.Unknown
			Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, file, 1, 1, 0, 0, 0,
				&object)).To(Return(nd2.Success))
			local.AtEnd(func() { object.Release() })

			queue := object.(nd2.SharedReceiveQueue)
			request := Start(ctx, queue, queue.Notify)
			Expect(request.Returned).To(Return(nd2.Pending), "Notify")
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Canceled))
			UntilPacket(ctx, request, "a packet at the port of the queue's own file", func() bool {
				return request.Posts(port) > 0
			})
			Expect(request.Posts(local.Port)).To(BeZero(), "packets at the port of another file")
		})

	It("creates a queue that notifies, even if the affinity asked for is not available",
		Covers("adapter.createsharedreceivequeue.affinity-never-refused"), func(ctx SpecContext) {
			local := Local(ctx)
			for _, affinity := range []uint64{1, 1 << 63, math.MaxUint64} {
				p := PoolOf(local, withAffinity(ctx, local, affinity), 1)
				c := p.Connect(ctx, 1)[0]
				p.Post(1, 1)
				notify := p.Arm(ctx)
				p.Take(ctx, c, 1)
				Expect(notify).To(CompleteWith(nd2.Success), "with affinity %#x", affinity)
			}
		})

	It("creates a queue that reports the processor asked for", Covers("adapter.createsharedreceivequeue.affinity-honored"),
		func(ctx SpecContext) {
			expectFirstProcessor(withAffinity(ctx, Local(ctx), 1))
		})

	DescribeTable("returns no object", givesNothing, shortages("CreateSharedReceiveQueue"))

	It("is refused when the adapter has no shared receive queues", Covers("adapter.createsharedreceivequeue.unsupported"),
		func(ctx SpecContext) {
			local := Without(ctx, requirement.NeedNoSRQ)
			r := ordinary(local, "CreateSharedReceiveQueue")
			r.set(3, uint32(8))
			r.expectRefused(local, ReturnAsRuled("adapter.createsharedreceivequeue.unsupported"))
		})
})
