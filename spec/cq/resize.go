package cq

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Resize", func() {
	It("succeeds, whether the depth grows or shrinks, when it is within the adapter's limits",
		Covers("cq.resize.nd-success"), func(ctx SpecContext) {
			local := Local(ctx)
			most := local.MaxResults()
			queue := local.CompletionQueue(min(8, most))
			for _, depth := range []uint32{16, 4, 1, 8} {
				Expect(queue.Resize(min(depth, most))).To(Return(nd2.Success))
			}
			expectDeepest(most, queue.Resize)
			Expect(queue.Resize(1)).To(Return(nd2.Success))
		})

	It("moves the results in the queue into a larger one in order", Covers("cq.resize.nd-success"), Variant("in-use"),
		func(ctx SpecContext) {
			n := Size(ctx, 2)
			queue := queueHolding(ctx, n)
			Expect(Contexts(Results(ctx, queue, n/2))).To(Equal(Sequence(1, n/2)), "the request contexts of the results")
			Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.Success))
			expectReceived(ctx, queue, Sequence(uintptr(1+n/2), n-n/2)...)
		})

	It("can set a depth of exactly the number of results in the queue", Covers("cq.resize.to-what-is-queued"),
		func(ctx SpecContext) {
			n := Size(ctx, 1)
			queue := queueHolding(ctx, n)
			Expect(queue.Resize(uint32(n))).To(Return(nd2.Success))
			expectReceived(ctx, queue, Sequence(1, n)...)
		})

	It("returns ND_BUFFER_OVERFLOW for a depth below the number of results in the queue, and keeps every result",
		Covers("cq.resize.nd-buffer-overflow", "cq.resize.unchanged-on-failure"), func(ctx SpecContext) {
			n := max(2, Size(ctx, 2))
			queue := queueHolding(ctx, n)
			for _, below := range []int{n - 1, n / 2, 1} {
				Expect(queue.Resize(uint32(below))).To(Return(nd2.BufferOverflow))
			}
			expectReceived(ctx, queue, Sequence(1, n)...)
		})

	When("results have been taken from it before", func() {
		DescribeTable("keeps those that are queued, wherever they are in the queue, with a depth that is",
			func(ctx SpecContext, depth func(n uint32) uint32) {
				n := Size(ctx, 1)
				local := Local(ctx)
				c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: min(uint32(n)+2, local.MaxResults())})
				queue := c.Passive.Receives
				for round := range uintptr(4) {
					first := 1 + round*uintptr(n)
					c.Deliver(ctx, c.Passive, Sequence(first, n)...)
					Expect(queue.Resize(min(depth(uint32(n)), local.MaxResults()))).To(Return(nd2.Success))
					expectReceived(ctx, queue, Sequence(first, n)...)
					Expect(queue.Resize(min(uint32(n)+2, local.MaxResults()))).To(Return(nd2.Success))
				}
			},
			Entry("larger", Covers("cq.resize.loses-nothing"), Variant("wrapped"), func(n uint32) uint32 { return 2 * n }),
			Entry("just enough", Covers("cq.resize.loses-nothing"), Variant("wrapped-to-fit"), func(n uint32) uint32 {
				return n
			}))
	})

	It("leaves the queue as deep as it was when it is refused", Covers("cq.resize.unchanged-on-failure"),
		func(ctx SpecContext) {
			n := max(2, Size(ctx, 2))
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(n)})
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, max(2, n/2))...)
			Expect(queue.Resize(1)).To(Return(nd2.BufferOverflow))
			arrive(ctx, c, unsolicited, Sequence(uintptr(1+max(2, n/2)), n-max(2, n/2))...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		})

	It("is refused for a depth above MaxCompletionQueueDepth, and leaves the queue unchanged",
		Covers("cq.resize.nd-invalid-parameter"), func(ctx SpecContext) {
			n := Size(ctx, 4)
			queue := queueHolding(ctx, n)
			beyond := Local(ctx).Info.MaxCompletionQueueDepth + 1
			if beyond == 0 {
				Unobservable("MaxCompletionQueueDepth can't be exceeded")
			}
			Expect(queue.Resize(beyond)).To(ReturnAsRuled("cq.resize.nd-invalid-parameter"))
			expectReceived(ctx, queue, Sequence(1, n)...)
		})

	It("returns ND_INSUFFICIENT_RESOURCES when the adapter is out of resources, and leaves the queue unchanged",
		Covers("cq.resize.nd-insufficient-resources"), func(ctx SpecContext) {
			n := Size(ctx, 4)
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, n)...)
			undo := c.Passive.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2CompletionQueue::Resize"})
			Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.InsufficientResources))
			undo()
			expectReceived(ctx, queue, Sequence(1, n)...)
			Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.Success))
		})

	It("returns ND_DEVICE_REMOVED when the adapter has been removed", Covers("cq.resize.nd-device-removed"),
		func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(queue.Resize(min(16, local.MaxResults()))).To(Return(nd2.DeviceRemoved))
		})

	It("returns ND_NOT_SUPPORTED when the adapter does not claim to resize queues", Covers("cq.resize.nd-not-supported"),
		func(ctx SpecContext) {
			plain := Without(ctx, requirement.NeedNoResize)
			Expect(plain.CompletionQueue(1).Resize(min(16, plain.MaxResults()))).To(Return(nd2.NotSupported))
		})

	It("leaves an outstanding Notify outstanding, and the next result completes it", Covers("cq.resize.keeps-requests"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			request := notify(ctx, queue, nd2.NotifyAny)
			for _, depth := range []uint32{deeper(ctx, 127), uint32(Size(ctx, 1)), deeper(ctx, 127)} {
				Expect(queue.Resize(depth)).To(Return(nd2.Success))
				Expect(request).To(BePending())
			}
			arrive(ctx, c, unsolicited, 1)
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
		})

	It("leaves an outstanding Notify for solicited results waiting for a solicited result",
		Covers("cq.resize.keeps-requests"), Variant("solicited"), func(ctx SpecContext) {
			n := Size(ctx, 2)
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			request := notify(ctx, queue, nd2.NotifySolicited)
			Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.Success))
			arrive(ctx, c, unsolicited, 1)
			expectReceived(ctx, queue, 1)
			Expect(request).To(BePending())
			arrive(ctx, c, solicited, 2)
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 2)
		})

	DescribeTable("leaves an outstanding Notify to be completed by the next result at the latest when results are queued",
		func(ctx SpecContext, least int, resize func(ctx context.Context, queue nd2.CompletionQueue, n int)) {
			n := Size(ctx, uint32(least))
			if n < least {
				Unobservable(fmt.Sprintf("no queue holds %d results", least))
			}
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, n-1)...)
			request := notify(ctx, queue, nd2.NotifyAny) // a provider that peeks completes it now
			resize(ctx, queue, n)
			arrive(ctx, c, unsolicited, uintptr(n))
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, Sequence(1, n)...)
		},
		Entry("and the queue grows", Covers("cq.resize.keeps-requests"), Variant("queued"), 2,
			func(ctx context.Context, queue nd2.CompletionQueue, n int) {
				Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.Success))
			}),
		Entry("and it is refused", Covers("cq.resize.unchanged-on-failure"), Variant("requests"), 3,
			func(_ context.Context, queue nd2.CompletionQueue, _ int) {
				Expect(queue.Resize(1)).To(Return(nd2.BufferOverflow))
			}))

	It("loses and reorders nothing when requests complete in the meantime", Covers("cq.resize.loses-nothing"),
		func(ctx SpecContext) {
			const rounds = 12
			deepest := Local(ctx).MaxResults()
			messages := Size(ctx, 16, deepest-deepest/2) // twice as many are a depth, too
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(messages), QueueDepth: uint32(messages)})
			for round := range rounds {
				c.Passive.PostReceives(1, messages, 8)
				var got []nd2.Result
				together(ctx, func() {
					random := interleaving(2 * round)
					for i := range messages {
						delay(random)
						Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
					}
					Results(ctx, c.Active.Initiated, messages)
				}, func() {
					random := interleaving(2*round + 1)
					batch := make([]nd2.Result, messages)
					UntilResult(ctx, "as many results as messages were sent", func() bool {
						// Never below what may be queued, so that each Resize succeeds.
						Expect(c.Passive.Receives.Resize(uint32(messages + random.IntN(messages)))).To(Return(nd2.Success))
						delay(random)
						n := c.Passive.Receives.GetResults(batch[:1+random.IntN(messages)])
						got = append(got, batch[:n]...)
						return len(got) >= messages
					})
				})
				Expect(got).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, messages), nd2.Success)...))
			}
		})
})

// deeper is a depth that no end has a queue of whose Receives are n, if the adapter has as much.
func deeper(ctx context.Context, n int) uint32 {
	return min(uint32(n)+128, Local(ctx).MaxResults())
}

// expectDeepest shows that the adapter's largest depth can be set. It may be unavailable
// now, and what is not meant to be used up is not asked for.
func expectDeepest(depth uint32, set func(uint32) nd2.Status) {
	const most = 1 << 20 // results that a spec may ask of the machine
	if depth > most {
		return
	}
	returned := set(depth)
	SkipIfLacking("the largest depth", returned)
	Expect(returned).To(Return(nd2.Success))
}
