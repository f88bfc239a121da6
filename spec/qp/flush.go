package qp

import (
	"context"
	"fmt"
	"math/rand"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2QueuePair::Flush", ownReceives, func() {
	It("cancels all Receives that are posted, in order",
		Covers("qp.flush.cancels-receives", "qp.flush.nd-success", "qp.flush.in-order"), func(ctx SpecContext) {
			local := Local(ctx)
			many := uint32(Size(ctx, 65))
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{ReceiveDepth: many, QueueDepth: many})),
				Peer(ctx).End(Shape{}))
			n := c.Active.ReceiveDepth()
			c.Active.PostReceives(1, n, 8)
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n),
				nd2.Canceled)...))
		})

	DescribeTable("cancels all requests in the initiator queue, in order:",
		Covers("qp.flush.cancels-initiator-requests", "qp.flush.in-order"), func(ctx SpecContext, depth uint32, most int) {
			c := Stalled(ctx, Shape{InitiatorDepth: depth})
			e, remote := c.Active, c.Passive.Memory
			receives, n := min(4, e.ReceiveDepth()), min(most, e.InitiatorDepth())
			e.PostReceives(1, receives, 8)
			Expect(e.Send(0, nil, 0)).To(Return(nd2.Success))
			list := sends(0, 1)
			for _, context := range Sequence(1, (n-1)/2) {
				Expect(e.Send(context, e.Memory.List(0, 8), nd2.SilentSuccess)).To(Return(nd2.Success))
				list = append(list, request{nd2.RequestSend, context, true})
			}
			for _, context := range Sequence(uintptr(len(list)), n-len(list)) {
				Expect(e.Write(context, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
				list = append(list, request{nd2.RequestWrite, context, false})
			}
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, receives)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, receives),
				nd2.Canceled)...))
			expectCanceledRequests(ctx, e.Initiated, list)
		},
		Entry("8", twoQueues, uint32(0), 8),
		Entry("100", Variant("many"), twoQueues, uint32(100), 100))

	It("cancels each Receive while the queue of the other requests is polled", Covers("qp.flush.cancels-receives"),
		Variant("polled"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{ReceiveDepth: 8, InitiatorDepth: 2})
			e := c.Active
			for _, context := range Sequence(1, 8) {
				Expect(e.Receive(context, nil)).To(Return(nd2.Success))
			}
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			polled := InBackground(ctx, func() { Results(ctx, e.Initiated, 1) })
			Expect(e.Flush()).To(Return(nd2.Success))
			<-polled
			Expect(Results(ctx, e.Receives, 8)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 8),
				nd2.Canceled)...))
		})

	DescribeTable("cancels every type of request in the initiator queue",
		Covers("qp.flush.cancels-initiator-requests"),
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Stalled(ctx, Shape{InitiatorDepth: 2})
			post := poster(ctx, c, kind)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(post(2, 0)).To(Return(nd2.Success))
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			expectCanceledRequests(ctx, c.Active.Initiated, append(sends(1, 1), request{kind, 2, false}))
		},
		Entry("(a Bind)", Variant("bind"), nd2.RequestBind),
		Entry("(an Invalidate)", Variant("invalidate"), nd2.RequestInvalidate),
		Entry("(a Read)", Variant("read"), nd2.RequestRead))

	It("cancels the Receives of a queue pair that is not connected", Covers("qp.flush.not-connected"),
		func(ctx SpecContext) {
			n := Size(ctx, 1)
			e := Local(ctx).End(Shape{ReceiveDepth: uint32(n)})
			e.PostReceives(1, n, 8)
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
			Expect(Drain(e.Receives)).To(BeEmpty(), "the results that are left in the queue")
		})

	It("yields no result when nothing is posted", Covers("qp.flush.idle"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		Expect(c.Active.Flush()).To(Return(nd2.Success))
		expectNothingMore(ctx, c, c.Active)
	})

	It("leaves results that are already queued as they are", Covers("qp.flush.keeps-results"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{ReceiveDepth: 4, InitiatorDepth: 2})
		c.Deliver(ctx, c.Passive, 1, 2)
		c.Passive.PostReceives(3, 2, 8)
		Expect(c.Passive.Flush()).To(Return(nd2.Success))
		Expect(Results(ctx, c.Passive.Receives, 4)).To(HaveOutcomes(append(
			Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Success),
			Outcomes(nd2.RequestReceive, Sequence(3, 2), nd2.Canceled)...)...))
	})

	It("leaves the result of its own request that is already queued as it is", Covers("qp.flush.keeps-results"),
		Variant("initiator"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Passive.PostReceives(1, 1, 8)
			queued := Start(ctx, c.Active.Initiated, func(o *nd2.Overlapped) nd2.Status {
				return c.Active.Initiated.Notify(nd2.NotifyAny, o)
			})
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(queued).To(CompleteWith(nd2.Success))
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
		})

	It("completes the Notify of a completion queue that is armed", Covers("qp.flush.notifies"), func(ctx SpecContext) {
		e := Local(ctx).End(Shape{})
		n := min(2, e.ReceiveDepth())
		e.PostReceives(1, n, 8)
		notify := Start(ctx, e.Receives, func(o *nd2.Overlapped) nd2.Status { return e.Receives.Notify(nd2.NotifyAny, o) })
		Expect(e.Flush()).To(Return(nd2.Success))
		Expect(notify).To(CompleteWith(nd2.Success))
		Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
	})

	When("another queue pair shares the completion queues", func() {
		It("leaves the other's Receives posted", Covers("qp.flush.own-requests-only"), func(ctx SpecContext) {
			n := Size(ctx, 1, Local(ctx).MaxResults()/2)
			one, two := twoEnds(ctx, uint32(n))
			peer := Peer(ctx)
			ConnectEnds(ctx, peer.End(Shape{}), one)
			other := ConnectEnds(ctx, peer.End(Shape{}), two)
			one.PostReceives(1, n, 8)
			two.PostReceives(1, n, 8)
			Expect(one.Flush()).To(Return(nd2.Success))
			expectOf(1, Results(ctx, one.Receives, n), Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled))
			for range n {
				Expect(other.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, other.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
			expectOf(2, Results(ctx, two.Receives, n), Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Success))
		})

		It("leaves the other's initiator requests in progress", Covers("qp.flush.own-requests-only"), Variant("initiator"),
			func(ctx SpecContext) {
				peer := Peer(ctx)
				n := max(1, Size(ctx, 1, Local(ctx).MaxResults()/2, peer.Info.MaxSharedReceiveQueueDepth))
				one, two := twoEnds(ctx, uint32(n))
				ConnectStalled(ctx, one)
				other := ConnectEnds(ctx, two, peer.End(Shape{SharedReceives: true, ReceiveDepth: uint32(n)}))
				for _, context := range Sequence(1, n) {
					Expect(one.Send(context, nil, 0)).To(Return(nd2.Success))
					Expect(two.Send(context, nil, 0)).To(Return(nd2.Success))
				}
				Expect(one.Flush()).To(Return(nd2.Success))
				of := map[uintptr][]nd2.Result{} // by queue pair
				take := func(n int) {
					for _, r := range Results(ctx, one.Initiated, n) {
						of[r.QueuePairContext] = append(of[r.QueuePairContext], r)
					}
				}
				for len(of[1]) < n {
					take(1)
				}
				postEmpty(other.Passive, n)
				take(2*n - len(of[1]) - len(of[2]))
				Expect(of[2]).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(1, n), nd2.Success)...))
				expectOneEach(of[1], 1)
				if of[1][n-1].Status == nd2.Success {
					Unobservable("the Sends are over once they have been sent")
				}
			})
	})

	It("succeeds, and a later Disconnect yields no further result", Covers("qp.flush.before-disconnect"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			n := min(4, c.Active.ReceiveDepth())
			c.Active.PostReceives(1, n, 8)
			Expect(c.Active.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n),
				nd2.Canceled)...))
			Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
			Expect(Drain(c.Active.Receives)).To(HaveOutcomes())
			Expect(Drain(c.Active.Initiated)).To(HaveOutcomes())
		})

	DescribeTable("cancels, on a connection, also what is posted once a canceled request has had its result,",
		func(ctx SpecContext, own func(c *Connection) *End) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			e := own(c)
			e.PostReceives(1, 1, 8)
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Canceled)))
			expectTurnedDown(ctx, e.Initiated, e.Send(2, nil, 0), nd2.RequestSend, 2)
			expectTurnedDown(ctx, e.Receives, e.Receive(3, nil), nd2.RequestReceive, 3)
		},
		Entry("on the active side", Covers("qp.flush.later-requests"), func(c *Connection) *End { return c.Active }),
		Entry("on the passive side", Covers("qp.flush.later-requests"), Variant("passive"),
			func(c *Connection) *End { return c.Passive }))

	DescribeTable("leaves what a queue pair still takes to be canceled",
		func(ctx SpecContext, kind nd2.RequestType, end func(ctx context.Context, c *Connection)) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			e := c.Active
			e.PostReceives(1, 1, 8)
			Expect(e.Flush()).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Canceled)))
			queue, post := e.Receives, func() nd2.Status { return e.Receive(2, nil) }
			if kind == nd2.RequestSend {
				queue, post = e.Initiated, func() nd2.Status { return e.Send(2, nil, 0) }
			}
			if s := post(); s != nd2.Success {
				Unobservable(fmt.Sprintf("a flushed queue pair takes no %v: %v", kind, s))
			}
			end(ctx, c)
			expectCanceledRequests(ctx, queue, []request{{kind, 2, false}})
		},
		Entry("by another Flush: a Receive", Covers("qp.flush.cancels-receives"), Variant("again"), nd2.RequestReceive,
			flushAgain),
		Entry("by another Flush: a Send", Covers("qp.flush.cancels-initiator-requests"), Variant("again"),
			nd2.RequestSend, flushAgain),
		Entry("by Disconnect: a Receive", Covers("connector.disconnect.flushes"), Variant("flushed-receive"),
			nd2.RequestReceive, disconnected),
		Entry("by Disconnect: a Send", Covers("connector.disconnect.flushes"), Variant("flushed-send"), nd2.RequestSend,
			disconnected))

	It("yields one result for each Receive when messages arrive in the meantime",
		Covers("qp.flush.one-result-each", "qp.flush.canceled-last"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			random := rand.New(rand.NewSource(GinkgoRandomSeed()))
			for range 8 {
				c := ConnectEnds(ctx, peer.End(Shape{MemorySize: 4096}), local.End(Shape{MemorySize: 4096}))
				n := min(c.Passive.ReceiveDepth(), c.Active.InitiatorDepth(), 100)
				c.Passive.PostReceives(1, n, 8)
				sent := InBackground(ctx, func() {
					for range n {
						c.Active.Send(1, nil, 0)
					}
				})
				yield(random.Intn(64))
				Expect(c.Passive.Flush()).To(Return(nd2.Success))
				<-sent
				expectOneEach(Results(ctx, c.Passive.Receives, n), 1)
				expectNothingMore(ctx, c, c.Passive)
			}
		})

	It("yields one result for each request when requests are issued in the meantime",
		Covers("qp.flush.one-result-each", "qp.flush.canceled-last"), Variant("initiator"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			random := rand.New(rand.NewSource(GinkgoRandomSeed()))
			for range 8 {
				c := ConnectEnds(ctx, local.End(Shape{MemorySize: 4096}), peer.End(Shape{MemorySize: 4096}))
				n := min(c.Passive.ReceiveDepth(), c.Active.InitiatorDepth(), 100)
				c.Passive.PostReceives(1, n, 8)
				posted := 0
				done := InBackground(ctx, func() {
					for posted < n && c.Active.Send(uintptr(posted), nil, 0) == nd2.Success {
						posted++
					}
				})
				yield(random.Intn(64))
				Expect(c.Active.Flush()).To(Return(nd2.Success))
				<-done
				expectOneEach(Results(ctx, c.Active.Initiated, posted), 0)
				expectNothingMore(ctx, c, c.Active)
			}
		})
})

func flushAgain(_ context.Context, c *Connection) { Expect(c.Active.Flush()).To(Return(nd2.Success)) }

func disconnected(ctx context.Context, c *Connection) { c.Part(ctx, c.Active).Wait() }
