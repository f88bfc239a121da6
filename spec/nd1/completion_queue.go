package nd1

import (
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDCompletionQueue::Resize", func() {
	// keeping shows that a queue keeps its results, n of them, and their order, whatever is asked of it.
	keeping := func(ask func(e *end, n uintptr)) func(ctx SpecContext) {
		return func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := deliver(active, passive, messages(4, active, passive))
			ask(passive, uintptr(len(received)))
			expectQueued(passive.inbound, received)
			message(active, passive)
		}
	}

	It("keeps the results and their order", Covers("endpoint.resize.nd-success"), keeping(func(e *end, n uintptr) {
		most := min(200, e.limits.MaxCQEntries)
		for _, entries := range []uintptr{most, n, max(most-1, n)} {
			Expect(e.inbound.Resize(entries)).To(Return(nd2.Success))
		}
	}))

	It("refuses more entries than the adapter has", Covers("endpoint.resize.nd-invalid-parameter"),
		keeping(func(e *end, _ uintptr) {
			tooMany := beyond(e.limits.MaxCQEntries)
			for range 3 {
				Expect(e.inbound.Resize(tooMany)).To(ReturnAsRuled("endpoint.resize.nd-invalid-parameter"))
			}
		}))

	It("refuses fewer entries than there are results", Covers("endpoint.resize.nd-buffer-overflow"),
		keeping(func(e *end, n uintptr) {
			if n < 2 {
				Unobservable("there is no room for two results")
			}
			for range 3 {
				Expect(e.inbound.Resize(n - 1)).To(Return(nd2.BufferOverflow))
			}
		}))

	DescribeTable("leaves the queue able to hold as many results as its new size,",
		Covers("endpoint.resize.holds-new-size"),
		func(ctx SpecContext, from func(entries, most uintptr) uintptr) {
			l, s := manyReceives(ctx)
			queue := l.queue(from(s.InboundEntries, l.limits.MaxCQEntries))
			Expect(queue.Resize(s.InboundEntries)).To(Return(nd2.Success)) // before the endpoint, which may need the room
			active, passive := l.reached(s, queue)
			for range 2 { // in the second round, rings have wrapped
				expectQueued(queue, deliver(active, passive, int(s.InboundEntries)))
			}
		},
		Entry("made larger", func(uintptr, uintptr) uintptr { return 2 }),
		Entry("made smaller", Variant("down"), func(entries, most uintptr) uintptr { return min(entries+9, most) }))
})

// manyReceives is a shape with more Receives than are handed back at once.
func manyReceives(ctx SpecContext) (l *party, s shape) {
	l = local(ctx)
	s = l.ordinary()
	s.InboundEntries = min(70, l.limits.MaxInboundRequests, l.limits.MaxCQEntries)
	l.attain(s)
	return l, s
}

// reached connects the peer with an end whose Receives report to a queue.
func (p *party) reached(s shape, inbound nd1.CompletionQueue) (active, passive *end) {
	far := peer(p.ctx)
	active, passive = far.end(far.ordinary()), p.endOn(s, inbound, p.queue(64))
	join(active, passive)
	return active, passive
}

var _ = Describe("INDCompletionQueue::Notify", func() {
	DescribeTable("of any result tells of the next one, once, of", Covers("endpoint.notify.any"),
		func(ctx SpecContext, outbound bool, post func(active, passive *end) *nd1.Result) {
			active, passive := connected(ctx)
			queue := active.outbound // it has no unannounced result
			if !outbound {
				message(active, passive)
				queue = active.inbound
			}
			for range 2 {
				notify := active.notificationOf(queue, nd2.NotifyAny)
				Expect(notify).To(BePending())
				result := post(active, passive)
				Expect(notify).To(CompleteWith(nd2.Success))
				expectResults(ctx, queue, result)
			}
		},
		Entry("a Receive", false, func(active, passive *end) *nd1.Result {
			received := active.receive(nil)
			passive.sent(passive.send(nil, 0))
			return received
		}),
		Entry("a Send", Variant("send"), true, func(active, passive *end) *nd1.Result {
			received := passive.receive(nil)
			sent := active.send(nil, 0)
			passive.received(received)
			return sent
		}),
		Entry("a Bind", Variant("bind"), true, func(active, _ *end) *nd1.Result {
			w := active.window(new(nd1.Result))
			return posted(func(r *nd1.Result) nd2.Status {
				return active.Bind(r, active.memory.mr, w, active.memory.bytes[:8], nd2.AllowRead, new(nd1.MWDescriptor))
			})
		}),
		Entry("a Write", Variant("write"), true, func(active, passive *end) *nd1.Result {
			d := passive.open(nd2.AllowWrite)
			return posted(func(r *nd1.Result) nd2.Status { return active.Write(r, active.memory.list(0, 8), d, 0, 0) })
		}),
		Entry("a Read", Variant("read"), true, func(active, passive *end) *nd1.Result {
			active.NeedReads()
			passive.NeedReads()
			d := passive.open(nd2.AllowRead)
			return posted(func(r *nd1.Result) nd2.Status { return active.Read(r, active.memory.list(0, 8), d, 0, 0) })
		}))

	It("of errors passes over successes", Covers("endpoint.notify.errors"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(active, passive)
		notify := active.notification(nd2.NotifyErrors)
		for range 3 {
			message(passive, active)
			message(active, passive)
		}
		Expect(notify).To(BePending())
	})

	It("is canceled as often as it is made, and made again", Covers("endpoint.notify.nd-canceled"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(active, passive)
			for range 3 {
				first, second := active.notification(nd2.NotifyAny), active.notification(nd2.NotifyErrors)
				Expect(active.inbound.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(first).To(CompleteWith(nd2.Canceled))
				Expect(second).To(CompleteWith(nd2.Canceled))
			}
			notify := active.notification(nd2.NotifyAny)
			Expect(notify).To(BePending())
			message(passive, active)
			Expect(notify).To(CompleteWith(nd2.Success))
		})
})

var _ = Describe("INDCompletionQueue::GetResults", func() {
	It("fills the array with the oldest results, and else leaves none", Covers("endpoint.getresults.count"),
		func(ctx SpecContext) {
			l, s := manyReceives(ctx)
			active, passive := l.reached(s, l.queue(s.InboundEntries))
			received := deliver(active, passive, int(s.InboundEntries))
			for _, places := range []int{1, 40, 100} {
				results := make([]*nd1.Result, places)
				n := int(passive.inbound.GetResults(results))
				Expect(n).To(Equal(min(places, len(received))), "results to an array of %d", places)
				expectSame(results[:n], received...)
				received = received[n:]
			}
		})

	It("goes on when another queue has been released", Covers("endpoint.getresults.own-results"),
		Variant("other-released"), func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := passive.receives(messages(4, active, passive))
			var other nd1.CompletionQueue
			MustSucceed("INDAdapter::CreateCompletionQueue", passive.adapter.CreateCompletionQueue(1, &other))
			Own(ctx, other)()
			for range received {
				active.sent(active.send(nil, 0))
			}
			passive.received(received...)
		})

	It("returns the results that the requests were given, in order", Covers("endpoint.getresults.own-results"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			n := messages(6, active, passive)
			pool := make([]nd1.Result, 2*n)
			var sent, received []*nd1.Result
			for i := range n { // not in the order of their addresses
				sent, received = append(sent, &pool[n-1-i]), append(received, &pool[2*n-1-i])
				Expect(passive.Receive(received[i], passive.memory.list(64*i, 64))).To(Return(nd2.Success))
			}
			for i, r := range sent {
				Expect(active.Send(r, active.memory.list(0, i), 0)).To(Return(nd2.Success))
			}
			active.sent(sent...)
			passive.received(received...)
			for i, r := range received {
				Expect(r.BytesTransferred).To(BeEquivalentTo(i), "BytesTransferred of Receive %d", i)
			}
			expectNone(active.outbound)
			expectNone(passive.inbound)
		})

	It("returns the results to an array with more room", Covers("endpoint.getresults.own-results"), Variant("33-places"),
		func(ctx SpecContext) {
			room := max(33, Size(ctx, 33)) // whatever the adapter's limits are
			active, passive := connected(ctx)
			var sent, received []*nd1.Result
			for range messages(6, active, passive) {
				received, sent = append(received, passive.receive(nil)), append(sent, active.send(nil, 0))
			}
			await(ctx, active.outbound, len(sent))
			results := make([]*nd1.Result, room)
			for len(received) > 0 {
				n := int(passive.inbound.GetResults(results))
				expectSame(results[:n], received...)
				received = received[n:]
				if n == 0 {
					Expect(ctx.Err()).NotTo(HaveOccurred(), "%d results in time", len(sent))
					runtime.Gosched()
				}
			}
		})
})
