package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Adapters have places for queue pairs, and queues for requests, which are given out again and again.
var _ = Describe("An IND2QueuePair that stays", func() {
	It("keeps its Receives and its connection while 300 others are created, flushed and released",
		Covers("qp.flush.own-requests-only"), Variant("many"), func(ctx SpecContext) {
			const many, posted = 300, 2
			c := Accepted(ctx, Shape{})
			c.Passive.PostReceives(1, posted, 8)
			queue := c.Passive.CompletionQueue(4)
			half, end := HalfTimeout(ctx)
			defer end()
			for done := 0; done < many && half.Err() == nil; done++ {
				q, release := c.Passive.Side.OwnQueuePair(queue)
				Expect(q.Receive(7, nil)).To(Return(nd2.Success))
				Expect(q.Flush()).To(Return(nd2.Success))
				Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 7, nd2.Canceled)))
				release()
			}
			for range posted {
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, c.Passive.Receives, posted)).To(HaveOutcomes(Outcomes(nd2.RequestReceive,
				Sequence(1, posted), nd2.Success)...))
			expectNothingMore(ctx, c, c.Passive)
		})
})
