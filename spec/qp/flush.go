package qp

import (
	"math/rand"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2QueuePair::Flush", func() {
	When("Receives are posted", func() {
		It("cancels them all, in order", Covers("qp.flush.cancels-receives", "qp.flush.nd-success", "qp.flush.in-order"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Active.PostReceives(1, 16, 8)
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Receives, 16)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 16), nd2.Canceled)...))
		})
	})

	When("requests are in the initiator queue", func() {
		It("cancels them all, in order", Covers("qp.flush.cancels-initiator-requests", "qp.flush.in-order"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{})
			e, remote := c.Active, c.Passive.Memory
			e.PostReceives(1, 4, 8)
			for _, context := range Sequence(1, 4) {
				Expect(e.Send(context, e.Memory.List(0, 8), nd2.SilentSuccess)).To(Return(nd2.Success))
			}
			for _, context := range Sequence(5, 4) {
				Expect(e.Write(context, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			}
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 8)).To(HaveOutcomes(append(
				Outcomes(nd2.RequestSend, Sequence(1, 4), nd2.Canceled),
				Outcomes(nd2.RequestWrite, Sequence(5, 4), nd2.Canceled)...)...))
			Expect(Results(ctx, e.Receives, 4)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 4), nd2.Canceled)...))
		})

		DescribeTable("cancels every type of request",
			Covers("qp.flush.cancels-initiator-requests"),
			func(ctx SpecContext, request nd2.RequestType) {
				c := Stalled(ctx, Shape{})
				post := poster(ctx, c, request)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(post(2, 0)).To(Return(nd2.Success))
				Expect(c.Active.Flush()).To(Return(nd2.Success))
				Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
					Outcome(nd2.RequestSend, 1, nd2.Canceled), Outcome(request, 2, nd2.Canceled)))
			},
			Entry("such as a Bind", Variant("bind"), nd2.RequestBind),
			Entry("such as an Invalidate", Variant("invalidate"), nd2.RequestInvalidate),
			Entry("such as a Read", Variant("read"), nd2.RequestRead))
	})

	When("the queue pair is not connected", func() {
		It("cancels the Receives", Covers("qp.flush.not-connected"), func(ctx SpecContext) {
			e := Local(ctx).End(Shape{})
			for _, context := range Sequence(1, 2) {
				Expect(e.Receive(context, nil)).To(Return(nd2.Success))
			}
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Canceled)...))
		})
	})

	When("nothing is posted", func() {
		It("yields no result", Covers("qp.flush.idle"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			expectNothingMore(ctx, c.Active)
		})
	})

	When("results are queued already", func() {
		It("leaves them as they are", Covers("qp.flush.keeps-results"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			c.Passive.PostReceives(1, 4, 8)
			for _, context := range Sequence(1, 2) {
				Expect(c.Active.Send(context, nil, 0)).To(Return(nd2.Success))
			}
			Results(ctx, c.Active.Initiated, 2)
			c.AwaitArrival(ctx)
			Expect(c.Passive.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 4)).To(HaveOutcomes(append(
				Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Success),
				Outcomes(nd2.RequestReceive, Sequence(3, 2), nd2.Canceled)...)...))
		})
	})

	When("the completion queue is armed", func() {
		It("completes the Notify", Covers("qp.flush.notifies"), func(ctx SpecContext) {
			e := Local(ctx).End(Shape{})
			Expect(e.Receive(1, nil)).To(Return(nd2.Success))
			Expect(e.Receive(2, nil)).To(Return(nd2.Success))
			notify := Start(ctx, e.Receives, func(o *nd2.Overlapped) nd2.Status { return e.Receives.Notify(nd2.NotifyAny, o) })
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Success))
			Expect(Results(ctx, e.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Canceled)...))
		})
	})

	When("another queue pair shares the completion queues", func() {
		It("leaves the other's Receives posted", Covers("qp.flush.own-requests-only"), func(ctx SpecContext) {
			one, two := twoEnds(ctx)
			peer := Peer(ctx)
			ConnectEnds(ctx, peer.End(Shape{}), one)
			other := ConnectEnds(ctx, peer.End(Shape{}), two)
			one.PostReceives(1, 4, 8)
			two.PostReceives(1, 4, 8)
			Expect(one.Flush()).To(Return(nd2.Success))
			expectOf(1, Results(ctx, one.Receives, 4), Outcomes(nd2.RequestReceive, Sequence(1, 4), nd2.Canceled))
			for range 4 {
				Expect(other.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			}
			expectOf(2, Results(ctx, two.Receives, 4), Outcomes(nd2.RequestReceive, Sequence(1, 4), nd2.Success))
		})

		It("leaves the other's initiator requests in progress", Covers("qp.flush.own-requests-only"), Variant("initiator"), func(ctx SpecContext) {
			one, two := twoEnds(ctx)
			ConnectStalled(ctx, one)
			other := ConnectStalled(ctx, two)
			for _, context := range Sequence(1, 4) {
				Expect(one.Send(context, nil, 0)).To(Return(nd2.Success))
				Expect(two.Send(context, nil, 0)).To(Return(nd2.Success))
			}
			Expect(one.Flush()).To(Return(nd2.Success))
			expectOf(1, Results(ctx, one.Initiated, 4), Outcomes(nd2.RequestSend, Sequence(1, 4), nd2.Canceled))
			postEmpty(other.Passive, 4)
			expectOf(2, Results(ctx, two.Initiated, 4), Outcomes(nd2.RequestSend, Sequence(1, 4), nd2.Success))
		})
	})

	When("the queue pair is disconnected next", func() {
		It("succeeds and yields no further result", Covers("qp.flush.before-disconnect"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Active.PostReceives(1, 4, 8)
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Receives, 4)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 4), nd2.Canceled)...))
			Expect(Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect)).To(CompleteWith(nd2.Success))
			Expect(Drain(c.Active.Receives)).To(HaveOutcomes())
			Expect(Drain(c.Active.Initiated)).To(HaveOutcomes())
		})
	})

	When("messages arrive meanwhile", func() {
		It("yields one result for each Receive", Covers("qp.flush.one-result-each"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			random := rand.New(rand.NewSource(GinkgoRandomSeed()))
			for range 8 {
				c := ConnectEnds(ctx, peer.End(Shape{MemorySize: 4096}), local.End(Shape{MemorySize: 4096}))
				c.Passive.PostReceives(1, 16, 8)
				sent := InBackground(ctx, func() {
					for range 16 {
						c.Active.Send(1, nil, 0)
					}
				})
				yield(random.Intn(64))
				Expect(c.Passive.Flush()).To(Return(nd2.Success))
				<-sent
				expectOneEach(Results(ctx, c.Passive.Receives, 16), 1)
				expectNothingMore(ctx, c.Passive)
			}
		})
	})

	When("requests are issued meanwhile", func() {
		It("yields one result for each request", Covers("qp.flush.one-result-each"), Variant("initiator"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			random := rand.New(rand.NewSource(GinkgoRandomSeed()))
			for range 8 {
				c := ConnectEnds(ctx, local.End(Shape{MemorySize: 4096}), peer.End(Shape{MemorySize: 4096}))
				c.Passive.PostReceives(1, 16, 8)
				posted := 0
				done := InBackground(ctx, func() {
					for posted < 16 && c.Active.Send(uintptr(posted), nil, 0) == nd2.Success {
						posted++
					}
				})
				yield(random.Intn(64))
				Expect(c.Active.Flush()).To(Return(nd2.Success))
				<-done
				expectOneEach(Results(ctx, c.Active.Initiated, posted), 0)
				expectNothingMore(ctx, c.Active)
			}
		})
	})
})
