package srq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	It("notifies each of several threads of each fall", Covers("srq.notify.parallel"), func(ctx SpecContext) {
		const threads, rounds = 3, 6
		p, c := connectedPool(ctx)
		p.Post(1, p.Threshold)
		for range rounds {
			armed := make(chan *Operation, threads)
			var ended []<-chan struct{}
			for range threads {
				ended = append(ended, InBackground(ctx, func() {
					notify := p.Arm(ctx)
					armed <- notify
					Expect(notify).To(CompleteWith(nd2.Success))
				}))
			}
			for range threads {
				Take(ctx, armed, "a thread to have its request made")
			}
			p.Take(ctx, c, 1)
			for _, done := range ended {
				<-done
			}
			p.Post(1, 1)
		}
	})
})
