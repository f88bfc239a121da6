package ndk

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// alarmed is a queue with a threshold, and room for two Receives more, and its notifications.
func alarmed(ctx SpecContext) (*queue, bell) {
	c, b := open(ctx), newBell()
	t := max(1, Size(ctx, 2, c.limits.MaxSrqDepth-2))
	q := c.queue(queueRequest{depth: uint32(t + 2), sge: 1, threshold: uint32(t), notification: b.ring})
	q.threshold = t
	return q, b
}

// notified is such a queue after a notification, with a member. A Receive is lacking to its threshold.
func notified(ctx SpecContext) (*queue, *member, bell) {
	q, b := alarmed(ctx)
	m := q.connected(ctx, small, 0)
	q.post(1, q.threshold)
	m.arrive(ctx, 1)
	b.expectOne(ctx)
	return q, m, b
}

var _ = Describe("NdkModifySrq", func() {
	It("sets a depth up to MaxSrqDepth", Covers("ndk.modifysrq.success"), LongTimeout, func(ctx SpecContext) {
		c := open(ctx)
		q := c.queue(queueRequest{depth: 1, sge: 1})
		most := c.mostReceives()
		c.had(q.modify(most, 0))
		Expect(q.modify(0, 1)).To(ReturnNT(ndk.Success)) // which keeps the new depth
		for range most {
			Expect(q.receive(0)).To(ReturnNT(ndk.Success))
		}
	})

	DescribeTable("refuses a depth above MaxSrqDepth, and leaves the queue as it was,",
		func(ctx SpecContext, times int) {
			q, b := alarmed(ctx)
			for range times {
				Expect(q.modify(beyond(q.limits.MaxSrqDepth), uint32(q.threshold+1))).To(ReturnNT(ndk.InvalidParameter))
			}
			m := q.connected(ctx, small, 0)
			q.post(1, q.threshold+1)
			m.arrive(ctx, 1) // below the refused threshold
			b.expectNone()
			m.arrive(ctx, 1)
			b.expectOne(ctx)
		},
		Entry("once", Covers("ndk.modifysrq.invalid-parameter"), 1),
		Entry("again and again", Covers("ndk.modifysrq.invalid-parameter"), Variant("often"), 150))

	When("the depth is 0", func() {
		It("keeps the depth and the Receives", Covers("ndk.modifysrq.zero-keeps-depth"), LongTimeout, func(ctx SpecContext) {
			c := open(ctx)
			q := c.deepest()
			n := min(4, c.limits.MaxSrqDepth)
			q.post(1, int(n))
			Expect(q.modify(0, 1)).To(ReturnNT(ndk.Success))
			q.fill(ctx, c.limits.MaxSrqDepth-n)
			Expect(contexts(q.connected(ctx, small, 0).arrive(ctx, int(n)))).To(Equal(Sequence(1, int(n))),
				"the request contexts of the results")
		})
	})

	When("the threshold is 0", func() {
		It("keeps an armed queue armed", Covers("ndk.modifysrq.zero-keeps-armed"), func(ctx SpecContext) {
			q, b := alarmed(ctx)
			m := q.connected(ctx, small, 0)
			q.post(1, q.threshold+1)
			Expect(q.modify(uint32(q.threshold+1), 0)).To(ReturnNT(ndk.Success))
			m.arrive(ctx, 1)
			b.expectNone()
			m.arrive(ctx, 1)
			b.expectOne(ctx)
		})

		It("does not arm a queue that has notified", Covers("ndk.modifysrq.zero-keeps-disarmed"), func(ctx SpecContext) {
			q, m, b := notified(ctx)
			Expect(q.modify(uint32(q.threshold+1), 0)).To(ReturnNT(ndk.Success))
			b.expectNone()
			q.post(3, 2)
			m.arrive(ctx, q.threshold+1)
			b.expectNone()
		})
	})

	DescribeTable("arms a queue that has notified when it sets", Covers("ndk.modifysrq.threshold-arms"),
		func(ctx SpecContext, andDepth int) {
			q, m, b := notified(ctx)
			q.post(3, 3) // to its depth
			Expect(q.modify(uint32(andDepth*(q.threshold+2)), uint32(q.threshold+1))).To(ReturnNT(ndk.Success))
			m.arrive(ctx, 1)
			b.expectNone()
			m.arrive(ctx, 1)
			b.expectOne(ctx)
		},
		Entry("a threshold", 0),
		Entry("a threshold and the depth", Variant("and-depth"), 1))

	DescribeTable("has the queue notify at once if the threshold is above the count:",
		Covers("ndk.modifysrq.already-below"),
		func(ctx SpecContext, posted int, depth, threshold uint32) {
			c, b := open(ctx), newBell()
			u := uint32(max(1, Size(ctx, 1, c.limits.MaxSrqDepth/4)))
			q := c.queue(queueRequest{depth: 4 * u, sge: 1, notification: b.ring})
			q.post(1, posted*int(u))
			for range 2 {
				Expect(q.modify(depth*u, threshold*u)).To(ReturnNT(ndk.Success))
				b.expectOne(ctx)
			}
		},
		Entry("an empty queue", 0, uint32(0), uint32(1)),
		Entry("a queue that is Receives short", Variant("one-too-few"), 2, uint32(0), uint32(3)),
		Entry("a queue that is Receives short, and whose depth is set as well", Variant("and-depth"), 2, uint32(4),
			uint32(3)))

	It("has the queue notify once only", Covers("ndk.modifysrq.one-shot"), func(ctx SpecContext) {
		q, m, b := notified(ctx)
		for first := range uintptr(4) {
			q.post(10+first, 2)
			m.arrive(ctx, 2)
		}
		m.close().wait(ctx)
		q.close().wait(ctx) // then no notification comes
		b.expectNone()
	})

	It("has the queue notify once only, also if it was armed already", Covers("ndk.modifysrq.one-shot"),
		Variant("armed"), func(ctx SpecContext) {
			q, b := alarmed(ctx)
			m := q.connected(ctx, small, 0)
			q.post(1, q.threshold+1)
			for range 2 {
				Expect(q.modify(0, uint32(q.threshold))).To(ReturnNT(ndk.Success))
			}
			b.expectNone()
			m.arrive(ctx, 2)
			b.expectOne(ctx)
			m.close().wait(ctx)
			q.close().wait(ctx) // then no notification comes
			b.expectNone()
		})

	It("misses no Receive that is taken in the meantime", Covers("ndk.modifysrq.no-lost-notification"),
		func(ctx SpecContext) {
			const rounds = 24
			q, m, b := notified(ctx)
			for round := range uintptr(rounds) {
				q.post(10+round, 1) // to the threshold
				armed := InBackground(ctx, func() { Expect(q.modify(0, uint32(q.threshold))).To(ReturnNT(ndk.Success)) })
				m.arrive(ctx, 1)
				<-armed
				b.expectOne(ctx)
			}
		})
})

var _ = Describe("The notification of a shared receive queue", func() {
	When("the queue fails", func() {
		It("comes with STATUS_INTERNAL_ERROR", Covers("ndk.srqnotification.internal-error"), func(ctx SpecContext) {
			q, b := alarmed(ctx)
			q.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			n := Take(ctx, b, Notification)
			Expect(n.context).To(Equal(notificationContext), "the notification's context")
			Expect(n.status).To(ReturnNT(ndk.InternalError))
		})

		It("means that its queue pairs are unusable", Covers("ndk.srqnotification.failure-ends-queue-pairs"),
			func(ctx SpecContext) {
				q, b := alarmed(ctx)
				m := q.connected(ctx, small, 0)
				q.post(1, q.threshold+1)
				m.arrive(ctx, 1)
				q.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
				Expect(Take(ctx, b, Notification).status).To(ReturnNT(ndk.InternalError))
				other := Accepted(ctx, Shape{})
				Until(ctx, "the queue pair to be unusable", func() bool {
					m.peer.Send(1, nil, 0)
					m.qp.Send(2, nil, 0)
					other.Settle(ctx)
					Drain(m.peer.Initiated)
					return !succeeds(m.receives) && !succeeds(m.initiated)
				})
			})
	})
})

var _ = Describe("NdkSrqReceive", func() {
	It("posts a Receive, and a message arrives in it", Covers("ndk.srqreceive.data", "ndk.srqreceive.qp-context"),
		func(ctx SpecContext) {
			c := open(ctx)
			entries := min(2, c.limits.MaxReceiveRequestSGE)
			q := c.queue(queueRequest{depth: 1, sge: entries})
			m := q.connected(ctx, small, 0xabc)
			list := []ndk.SGE{{Buffer: q.bytes[8:64], MemoryRegionToken: q.token}}
			if entries == 2 {
				list = []ndk.SGE{
					{Buffer: q.bytes[8:20], MemoryRegionToken: q.token},
					{Buffer: q.bytes[20:64], MemoryRegionToken: q.token},
				}
			}
			Expect(q.SrqReceive(^uintptr(0), list)).To(ReturnNT(ndk.Success))
			message := m.peer.Memory.Fill(0, 41, 3)
			Expect(m.peer.Send(1, m.peer.Memory.List(0, 41), 0)).To(Return(nd2.Success))
			r := results(ctx, m.receives, 1)[0]
			Expect(r.Status).To(ReturnNT(ndk.Success))
			Expect(r.BytesTransferred).To(BeEquivalentTo(41), "BytesTransferred")
			Expect(r.RequestContext).To(Equal(^uintptr(0)), "RequestContext")
			Expect(r.QPContext).To(BeEquivalentTo(0xabc), "QPContext")
			Expect(q.bytes[:8]).To(HoldBytes(make([]byte, 8)))
			Expect(q.bytes[8:49]).To(HoldBytes(message))
			Expect(q.bytes[49:64]).To(HoldBytes(make([]byte, 15)))
		})

	It("reports the length of a long message in the result, too", Covers("ndk.srqreceive.data"), Variant("long"),
		func(ctx SpecContext) {
			c := open(ctx)
			peer := Peer(ctx)
			long := int(min(1<<16+1001, uint64(c.limits.MaxTransferLength), uint64(peer.Info.MaxTransferLength),
				c.limits.MaxRegistrationSize, uint64(peer.Info.MaxRegistrationSize))) // a queue needs more than 16 bits to count
			request := c.create(ordinary)
			Expect(request.status(ctx)).To(ReturnNT(ndk.Success))
			q := c.useOf(request.object, long)
			m := q.connected(ctx, small, 0)
			Expect(q.SrqReceive(1, []ndk.SGE{{Buffer: q.bytes, MemoryRegionToken: q.token}})).To(ReturnNT(ndk.Success))
			memory := m.peer.Side.Memory(long, AllRights)
			message := memory.Fill(0, long, 3)
			Expect(m.peer.Send(1, memory.List(0, long), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, m.peer.Initiated)).To(CompleteWith(nd2.Success))
			r := results(ctx, m.receives, 1)[0]
			Expect(r.Status).To(ReturnNT(ndk.Success))
			Expect(r.BytesTransferred).To(BeEquivalentTo(long), "BytesTransferred")
			Expect(q.bytes).To(HoldBytes(message))
		})

	It("posts a Receive with the most entries, and a message fills them all", Covers("ndk.srqreceive.max-entries"),
		func(ctx SpecContext) {
			c := open(ctx)
			n := int(c.limits.MaxReceiveRequestSGE)
			const each = 2 // bytes of an entry
			if n > slotSize/each {
				Unobservable("MaxReceiveRequestSge is more than a spec asks of the machine")
			}
			request := c.create(queueRequest{depth: 1, sge: uint32(n)})
			c.had(request.status(ctx))
			q := c.use(request.object)
			m := q.connected(ctx, small, 0)
			var list []ndk.SGE
			for i := range n {
				list = append(list, ndk.SGE{Buffer: q.bytes[each*i:][:each], MemoryRegionToken: q.token})
			}
			Expect(q.SrqReceive(1, list)).To(ReturnNT(ndk.Success))
			message := m.peer.Memory.Fill(0, each*n, 3)
			Expect(m.peer.Send(1, m.peer.Memory.List(0, each*n), 0)).To(Return(nd2.Success))
			Expect(results(ctx, m.receives, 1)[0].Status).To(ReturnNT(ndk.Success))
			Expect(q.bytes[:each*n]).To(HoldBytes(message))
		})

	It("posts a Receive for whichever queue pair has a message", Covers("ndk.srqreceive.shared"), func(ctx SpecContext) {
		q := open(ctx).queue(queueRequest{depth: 4, sge: 1})
		a, b := q.connected(ctx, small, 1), q.connected(ctx, small, 2)
		q.post(1, 4)
		var taken []uintptr
		for _, m := range []*member{a, b, b, a} {
			r := m.arrive(ctx, 1)[0]
			Expect(r.QPContext).To(BeEquivalentTo(map[*member]int{a: 1, b: 2}[m]), "QPContext")
			taken = append(taken, r.RequestContext)
		}
		slices.Sort(taken)
		Expect(taken).To(Equal(Sequence(1, 4)), "the contexts of all the results, sorted")
	})

	It("has results of the context of their own queue pair, when those of two are taken together",
		Covers("ndk.srqreceive.qp-context"), Variant("together"), func(ctx SpecContext) {
			c := open(ctx)
			rounds := Size(ctx, 4, (c.limits.MaxCqDepth-1)/2, c.limits.MaxSrqDepth/2, 150) // with a result of each
			if rounds == 0 {
				Unobservable("a completion queue has no room for the results of two queue pairs")
			}
			q := c.queue(queueRequest{depth: uint32(2 * rounds), sge: 1})
			one := q.connected(ctx, small, 1)
			two := q.beside(ctx, one, 2)
			q.post(1, 2*rounds)
			for range rounds {
				for length, m := range []*member{one, two} {
					Expect(m.peer.Send(1, m.peer.Memory.List(0, 1+length), 0)).To(Return(nd2.Success))
					Expect(Result(ctx, m.peer.Initiated)).To(CompleteWith(nd2.Success))
				}
			}
			for _, r := range results(ctx, one.receives, 2*rounds) {
				Expect(r.QPContext).To(BeEquivalentTo(r.BytesTransferred), "QPContext of a message of that many bytes")
			}
		})

	It("refuses one Receive more than MaxSrqDepth, until one has been taken", Covers("ndk.srqreceive.beyond-depth"),
		LongTimeout, func(ctx SpecContext) {
			c := open(ctx)
			q := c.deepest()
			q.fill(ctx, c.limits.MaxSrqDepth)
			q.connected(ctx, small, 0).arrive(ctx, 1)
			Expect(q.receive(0)).To(ReturnNT(ndk.Success))
		})
})

// succeeds takes a queue's results, and reports whether one is a successful request's.
func succeeds(queue ndk.CQ) bool {
	room := make([]ndk.Result, 8)
	n := queue.GetCqResults(room)
	return slices.ContainsFunc(room[:n], func(r ndk.Result) bool { return r.Status == ndk.Success })
}
