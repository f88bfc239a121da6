package srq

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2SharedReceiveQueue::Receive", func() {
	It("(for the record): posted beyond the depth that was asked for", Covers("srq.receive.own-depth"),
		func(ctx SpecContext) {
			queue := Local(ctx).SharedReceiveQueue(1, 1, 0)
			Expect(queue.Receive(1, nil)).To(Return(nd2.Success))
			Record(fmt.Sprintf("The second Receive on a queue of one returns %v.", queue.Receive(2, nil)))
		})

	It("(for the record): with more entries than were asked for", Covers("srq.receive.own-sge-limit"),
		func(ctx SpecContext) {
			local := Local(ctx)
			if local.Info.MaxReceiveSGE < 2 {
				Unobservable("no Receive has two entries")
			}
			queue, memory := local.SharedReceiveQueue(1, 1, 0), local.Memory(64, AllRights)
			Record(fmt.Sprintf("A Receive of two entries on a queue for one returns %v.",
				queue.Receive(1, []nd2.SGE{memory.Entry(0, 8), memory.Entry(8, 8)})))
		})
})
