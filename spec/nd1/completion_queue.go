package nd1

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDCompletionQueue::Resize", func() {
	It("keeps the results and their order", Covers("endpoint.resize.nd-success"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		received := deliver(ctx, active, passive, messages(4, active, passive))
		queue := passive.inbound
		most := min(200, passive.limits.MaxCQEntries)
		queued := uintptr(len(received))
		for _, entries := range []uintptr{most, queued, max(most-1, queued)} {
			Expect(queue.Resize(entries)).To(Return(nd2.Success))
		}
		expectQueued(queue, received)
		message(ctx, active, passive)
	})

	It("refuses more entries than the adapter has", Covers("endpoint.resize.nd-invalid-parameter"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := deliver(ctx, active, passive, messages(4, active, passive))
			for range 3 {
				Expect(passive.inbound.Resize(beyond(passive.limits.MaxCQEntries))).To(
					ReturnAsRuled("endpoint.resize.nd-invalid-parameter"))
			}
			expectQueued(passive.inbound, received)
			message(ctx, active, passive)
		})

	It("refuses fewer entries than there are results", Covers("endpoint.resize.nd-buffer-overflow"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := deliver(ctx, active, passive, messages(4, active, passive))
			if len(received) < 2 {
				Unobservable("there is no room for two results")
			}
			for range 3 {
				Expect(passive.inbound.Resize(uintptr(len(received) - 1))).To(Return(nd2.BufferOverflow))
			}
			expectQueued(passive.inbound, received)
			message(ctx, active, passive)
		})

	DescribeTable("leaves the queue able to hold as many results as its new size,",
		Covers("endpoint.resize.holds-new-size"),
		func(ctx SpecContext, from func(entries, most uintptr) uintptr) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.inboundEntries = min(70, l.limits.MaxInboundRequests, l.limits.MaxCQEntries)
			l.attain(s)
			queue := l.queue(from(s.inboundEntries, l.limits.MaxCQEntries))
			Expect(queue.Resize(s.inboundEntries)).To(Return(nd2.Success)) // before the endpoint, which may need the room
			active, passive := p.end(p.ordinary()), l.endOn(s, queue, l.queue(64))
			join(ctx, active, passive)
			for range 2 { // in the second round, rings have wrapped
				expectQueued(queue, deliver(ctx, active, passive, int(s.inboundEntries)))
			}
		},
		Entry("made larger", func(uintptr, uintptr) uintptr { return 2 }),
		Entry("made smaller", Variant("down"), func(entries, most uintptr) uintptr { return min(entries+9, most) }))
})

var _ = Describe("INDCompletionQueue::Notify", func() {
	DescribeTable("of any result tells of the next one, once, of", Covers("endpoint.notify.any"),
		func(ctx SpecContext, outbound bool, carryOut func(ctx context.Context, active, passive *end, r *nd1.Result)) {
			active, passive := connected(ctx)
			queue := active.outbound // it has no unannounced result
			if !outbound {
				message(ctx, active, passive)
				queue = active.inbound
			}
			for range 2 {
				notify := notification(ctx, queue, nd2.NotifyAny)
				Expect(notify).To(BePending())
				var result nd1.Result
				carryOut(ctx, active, passive, &result)
				Expect(notify).To(CompleteWith(nd2.Success))
				expectResults(ctx, queue, &result)
			}
		},
		Entry("a Receive", false, func(ctx context.Context, active, passive *end, r *nd1.Result) {
			var sent nd1.Result
			Expect(active.Receive(r, nil)).To(Return(nd2.Success))
			Expect(passive.Send(&sent, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, passive.outbound, &sent)
		}),
		Entry("a Send", Variant("send"), true, func(ctx context.Context, active, passive *end, r *nd1.Result) {
			var received nd1.Result
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(active.Send(r, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, passive.inbound, &received)
		}),
		Entry("a Bind", Variant("bind"), true, func(_ context.Context, active, _ *end, r *nd1.Result) {
			Expect(active.Bind(r, active.memory.mr, active.window(new(nd1.Result)), active.memory.bytes[:8],
				nd2.AllowRead, new(nd1.MWDescriptor))).To(Return(nd2.Success))
		}),
		Entry("a Write", Variant("write"), true, func(ctx context.Context, active, passive *end, r *nd1.Result) {
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, 8, nd2.AllowWrite)
			Expect(active.Write(r, active.memory.list(0, 8), d, 0, 0)).To(Return(nd2.Success))
		}),
		Entry("a Read", Variant("read"), true, func(ctx context.Context, active, passive *end, r *nd1.Result) {
			active.NeedReads()
			passive.NeedReads()
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, 8, nd2.AllowRead)
			Expect(active.Read(r, active.memory.list(0, 8), d, 0, 0)).To(Return(nd2.Success))
		}))

	It("of errors passes over successes", Covers("endpoint.notify.errors"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(ctx, active, passive)
		notify := notification(ctx, active.inbound, nd2.NotifyErrors)
		for range 3 {
			message(ctx, passive, active)
			message(ctx, active, passive)
		}
		Expect(notify).To(BePending())
	})

	It("is canceled as often as it is made, and made again", Covers("endpoint.notify.nd-canceled"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(ctx, active, passive)
			queue := active.inbound
			for range 3 {
				first := notification(ctx, queue, nd2.NotifyAny)
				second := notification(ctx, queue, nd2.NotifyErrors)
				Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(first).To(CompleteWith(nd2.Canceled))
				Expect(second).To(CompleteWith(nd2.Canceled))
			}
			notify := notification(ctx, queue, nd2.NotifyAny)
			Expect(notify).To(BePending())
			message(ctx, passive, active)
			Expect(notify).To(CompleteWith(nd2.Success))
		})
})

// notification issues a Notify.
func notification(ctx context.Context, queue nd1.CompletionQueue, kind nd2.NotifyType) *Operation {
	return StartND1(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(kind, o) })
}

// deliver makes n empty messages arrive at an end, the last solicited, and returns when their results are queued.
func deliver(ctx context.Context, from, to *end, n int) []nd1.Result {
	received := to.receives(n)
	last := solicited(ctx, to.inbound)
	for i := range received {
		var sent nd1.Result
		flags := nd2.OpFlags(0)
		if i == n-1 {
			flags = nd2.SendAndSolicitEvent
		}
		Expect(from.Send(&sent, nil, flags)).To(Return(nd2.Success))
		expectResults(ctx, from.outbound, &sent)
	}
	Expect(last).To(CompleteWith(nd2.Success))
	return received
}

// expectQueued shows that a queue has exactly these results.
func expectQueued(queue nd1.CompletionQueue, want []nd1.Result) {
	results := make([]*nd1.Result, len(want)+1)
	Expect(int(queue.GetResults(results))).To(Equal(len(want)), "the number of results")
	for i, r := range results[:len(want)] {
		Expect(r).To(BeIdenticalTo(&want[i]), "result %d that was handed back", i)
		Expect(r.Status).To(Return(nd2.Success))
	}
}
