package adapter

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// What a queue pair with a shared receive queue is like.
var _ = Describe("IND2Adapter::CreateQueuePairWithSrq", func() {
	When("one completion queue is given for both", func() {
		It("reports everything there", Covers("adapter.createqueuepairwithsrq.one-completion-queue"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			c := p.ConnectShape(ctx, Shape{OneQueue: true})
			p.Post(1, 1)
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(1, 1)))
			c.Active.PostReceives(1, 1, 8)
			Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
		})
	})

	It("reports Receives to one completion queue and all else to the other, with its context",
		Covers("adapter.createqueuepairwithsrq.results-by-kind", "adapter.createqueuepairwithsrq.context"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			c := p.ConnectShape(ctx, Shape{Context: 77})
			e, remote := c.Passive, c.Active.Memory
			p.Post(1, 2)
			Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
			Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
			received := Results(ctx, e.Receives, 2)
			Results(ctx, c.Active.Initiated, 2)

			window := p.Local.MemoryWindow()
			c.Active.PostReceives(1, 1, 8)
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(e.Write(2, e.Memory.List(0, 8), remote.Address(8), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(e.Bind(3, e.Memory.MemoryRegion, window, e.Memory.Bytes[:8], nd2.AllowRead)).To(Return(nd2.Success))
			Expect(e.Invalidate(4, window, 0)).To(Return(nd2.Success))
			initiated := Results(ctx, e.Initiated, 4)

			Expect(received).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Success)...))
			Expect(initiated).To(HaveOutcomes(
				Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestWrite, 2, nd2.Success),
				Outcome(nd2.RequestBind, 3, nd2.Success), Outcome(nd2.RequestInvalidate, 4, nd2.Success)))
			for _, r := range append(received, initiated...) {
				Expect(r.QueuePairContext).To(Equal(uintptr(77)), "QueuePairContext of a %v", r.RequestType)
			}
			Expect(Drain(e.Receives)).To(HaveOutcomes())
		})

	When("a Send arrives and no Receive is posted", func() {
		// patience is how long the Send is watched: longer than a provider that
		// sends again a number of times in quick succession would.
		const patience = 10 * time.Millisecond

		It("keeps the connection, and completes the Send once there is one", Covers("adapter.createqueuepairwithsrq.empty-queue-keeps-connection"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			c := p.Connect(ctx, 1)[0]
			c.Settle(ctx)
			sent := c.Active.Memory.Fill(0, SlotSize, 3)
			Expect(c.Active.Send(5, c.Active.Memory.List(0, SlotSize), 0)).To(Return(nd2.Success))
			// Messages the other way pass, and show that the Send has arrived.
			for until := time.Now().Add(patience); time.Now().Before(until); {
				c.AwaitArrival(ctx)
			}
			Expect(Drain(c.Active.Initiated)).To(HaveOutcomes())
			Expect(Drain(c.Passive.Receives)).To(HaveOutcomes())

			p.Post(1, 1)
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(p.Received(1)).To(HoldBytes(sent))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 5, nd2.Success)))
			p.Post(2, 1)
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(2, 1)))
		})
	})

	When("several peers send more than there are Receives", func() {
		It("delivers each peer's messages in order as Receives are posted", Covers("adapter.createqueuepairwithsrq.hardware-flow-control"), func(ctx SpecContext) {
			const each, pairs = 4, 2
			p := NewPool(ctx, 8, 0)
			queue := p.Local.CompletionQueue(each * pairs)
			var connections []*Connection
			for range pairs {
				c := p.ConnectShape(ctx, Shape{UseReceives: queue})
				for i := range each {
					c.Active.Memory.Bytes[i] = byte(i)
					Expect(c.Active.Send(uintptr(i), c.Active.Memory.List(i, 1), 0)).To(Return(nd2.Success))
				}
				connections = append(connections, c)
			}
			arrived := map[uintptr][]byte{} // by queue pair
			for _, first := range []uintptr{1, 1 + each} {
				p.Post(first, each)
				for _, r := range Results(ctx, queue, each) {
					Expect(r).To(CompleteWith(nd2.Success))
					arrived[r.QueuePairContext] = append(arrived[r.QueuePairContext], p.Received(r.RequestContext)[0])
				}
			}
			for i, c := range connections {
				Expect(arrived[uintptr(i+1)]).To(HoldBytes([]byte{0, 1, 2, 3}))
				Expect(Results(ctx, c.Active.Initiated, each)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(0, each), nd2.Success)...))
			}
		})
	})

	When("the client has released the shared receive queue", func() {
		It("receives into what was posted there", Covers("adapter.createqueuepairwithsrq.keeps-references"), func(ctx SpecContext) {
			local := Local(ctx)
			var object nd2.Unknown
			Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 8, 1, 0, 0, 0, &object)).To(Return(nd2.Success))
			p := local.Pool(object.(nd2.SharedReceiveQueue), 8)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, 3)
			p.Take(ctx, c, 1)
			p.Release()
			Expect(Contexts(p.Take(ctx, c, 2))).To(Equal(Sequence(2, 2)))
		})
	})

	When("the queue pair has been released", func() {
		It("has let go of its queues", Covers("adapter.createqueuepairwithsrq.drops-references"), func(ctx SpecContext) {
			local := Local(ctx)
			var pair, receives, initiated, shared nd2.Unknown
			Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 8, 0, 0, &receives)).To(Return(nd2.Success))
			Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 8, 0, 0, &initiated)).To(Return(nd2.Success))
			Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 8, 1, 0, 0, 0, &shared)).To(Return(nd2.Success))
			Expect(local.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, receives, initiated, shared, 0, 8, 1, 0, &pair)).To(Return(nd2.Success))
			Expect(pair.Release()).To(BeZero(), "references to the queue pair after the release of the only one")
			for name, queue := range map[string]nd2.Unknown{"receive completion queue": receives, "initiator completion queue": initiated, "shared receive queue": shared} {
				Expect(queue.Release()).To(BeZero(), "references to the %s after the release of the client's", name)
			}
		})
	})
})
