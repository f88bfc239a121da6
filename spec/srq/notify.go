package srq

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	It("returns ND_PENDING when as many Receives are posted as the threshold", Covers("srq.notify.nd-pending"),
		func(ctx SpecContext) {
			p := drawnPool(ctx)
			p.Post(1, p.Threshold)
			Expect(p.Arm(ctx)).To(BePending())
		})

	It("ends with ND_SUCCESS when messages take Receives until fewer than the threshold are left",
		Covers("srq.notify.nd-success"), func(ctx SpecContext) {
			p := drawnPool(ctx)
			c := p.ConnectShape(ctx, Shape{InitiatorDepth: uint32(p.Threshold)})
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			p.Take(ctx, c, p.Threshold)
			Expect(notify).To(CompleteWith(nd2.Success))
		})

	DescribeTable("fires when the count falls below the threshold, and not before:",
		func(ctx SpecContext, above uint32) {
			p := poolAbove(ctx, above)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, min(p.Threshold+2, p.Depth))
			notify := p.Arm(ctx)
			for range min(2, p.Depth-p.Threshold) {
				p.Take(ctx, c, 1)
				Expect(notify).To(BePending())
			}
			p.Take(ctx, c, 1)
			Expect(notify).To(CompleteWith(nd2.Success))
		},
		Entry("a threshold in between", Covers("srq.notify.fires-below-threshold"), uint32(2)),
		Entry("a threshold of the depth, with the first Receive", Covers("srq.notify.fires-below-threshold"),
			Variant("depth"), uint32(0)))

	It("fires when too few Receives are left, not when that many have been taken, if more are posted meanwhile",
		Covers("srq.notify.counts-posted-receives"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold+1)
			notify := p.Arm(ctx)
			for i := range 3 * p.Threshold {
				p.Take(ctx, c, 1)
				Expect(notify).To(BePending())
				p.Post(uintptr(p.Threshold+2+i), 1)
			}
			takeEach(ctx, p, c, 2)
			Expect(notify).To(CompleteWith(nd2.Success))
		})

	DescribeTable("counts the Receives that each queue pair takes, of",
		Covers("srq.notify.counts-for-all-queue-pairs"), func(ctx SpecContext, pairs int) {
			p := poolAbove(ctx, uint32(pairs-1))
			connections := p.Connect(ctx, pairs)
			p.Post(1, p.Threshold+pairs-1)
			notify := p.Arm(ctx)
			for _, c := range connections {
				Expect(notify).To(BePending())
				p.Take(ctx, c, 1)
			}
			Expect(notify).To(CompleteWith(nd2.Success))
		},
		Entry("two", 2),
		Entry("40", Variant("many"), LongTimeout, 40))

	It(
		"waits for the next fall when the count fell below the threshold before the first request and has risen again, "+
			"since a new queue is not armed", Covers("srq.notify.unarmed-at-creation"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			fallBelow(ctx, p, c)
			p.Post(1, 1)
			notify := p.Arm(ctx)
			c.AwaitArrival(ctx) // which takes as long as a wrong notification does
			expectAwaits(ctx, notify, p, c, 1)
		})

	It("completes all outstanding requests with one fall", Covers("srq.notify.releases-every-request"),
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			requests := []*Operation{p.Arm(ctx), p.Arm(ctx), p.Arm(ctx)}
			for _, notify := range requests {
				Expect(notify).To(BePending())
			}
			p.Take(ctx, c, 1)
			for _, notify := range requests {
				Expect(notify).To(CompleteWith(nd2.Success))
			}
		})

	It("notifies again, of the next fall, only if it is armed again", Covers("srq.notify.arms-once"),
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			first := p.Arm(ctx)
			p.Take(ctx, c, 1)
			Expect(first).To(CompleteWith(nd2.Success))
			p.Post(1, 1)
			p.Take(ctx, c, 1)
			p.Post(1, 1)
			second := p.Arm(ctx)
			c.AwaitArrival(ctx) // likewise
			expectAwaits(ctx, second, p, c, 1)
			Expect(first.Event.Sets()).To(Equal(first.Event.Due()), "how often the event of the first request was set")
		})

	It("completes the request when the count is already below the threshold", Covers("srq.notify.already-below"),
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			fallBelow(ctx, p, c)
			Expect(p.Arm(ctx)).To(CompleteWith(nd2.Success))
		})

	It("completes the request when the count is already below the threshold, though no Receive was ever posted",
		Covers("srq.notify.already-below"), Variant("empty"), func(ctx SpecContext) {
			Expect(drawnPool(ctx).Arm(ctx)).To(CompleteWith(nd2.Success))
		})

	It("completes the request when the count is already below the threshold, even if it falls at that moment",
		Covers("srq.notify.already-below"), Variant("race"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			for delay := range delays(12) {
				taken := InBackground(ctx, func() { p.Take(ctx, c, 1) })
				delay()
				notify := p.Arm(ctx)
				<-taken
				Expect(notify).To(CompleteWith(nd2.Success))
				p.Post(1, 1)
			}
		})

	It("keeps senders going if the client posts Receives whenever it is notified", Covers("srq.notify.already-below"),
		Variant("refill"), func(ctx SpecContext) {
			p := drawnPool(ctx)
			messages := p.Depth + 100
			p.Local.NeedResults(uint32(p.Depth))
			c := p.Connect(ctx, 1)[0]
			p.Post(1, p.Depth)
			credits := make(chan struct{}, p.Depth+messages) // one for each Receive: none is waited for
			grant := func(n int) {
				for range n {
					credits <- struct{}{}
				}
			}
			grant(p.Depth)
			sending := InBackground(ctx, func() {
				for range messages {
					select {
					case <-credits:
						Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
						Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
					case <-ctx.Done():
						return
					}
				}
			})
			var received []nd2.Result
			for messages-len(received) > p.Depth-p.Threshold { // else they may all have come without a notification
				Expect(p.Arm(ctx)).To(CompleteWith(nd2.Success))
				more := Drain(c.Passive.Receives)
				if ctx.Err() != nil {
					Unmet("each message to be received", fmt.Sprintf("%d of %d when the spec's time is up", len(received), messages))
				}
				p.Post(uintptr(1+p.Depth+len(received)), len(more))
				grant(len(more))
				received = append(received, more...)
			}
			received = append(received, Results(ctx, c.Passive.Receives, messages-len(received))...)
			Expect(received).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, messages), nd2.Success)...))
			<-sending
		})
})
