package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A connector whose Connect was refused has nothing more to do with that queue pair.
var _ = Describe("An IND2Connector whose Connect was refused", func() {
	DescribeTable("connects another queue pair, when the first one has been released,",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			again, release := triedBefore(Attempting(ctx), refused)
			release()
			again.Establish().Settle(ctx)
		},
		Entry("after a Reject", Covers("connector.connect.retry-after-connection-refused"), Variant("another-queue-pair"),
			peerRejects),
		Entry("for want of a listener", Covers("connector.connect.retry-after-connection-refused"),
			Variant("another-queue-pair-no-listener"), giveUpTimeout, nobodyListens),
	)

	DescribeTable("keeps the connection of another queue pair when the first one is released,",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			again, release := triedBefore(Attempting(ctx), refused)
			get, connect := again.Get(), again.Connect(nil)
			UntilEnd(ctx, get, "the Connect to fail", connect.Done)
			if !get.Done() {
				Unobservable("the connector can't be used again with another queue pair")
			}
			accept := again.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			c := again.Finish(accept)
			requests := []*Operation{notifyDisconnect(ctx, c.Active), notifyDisconnect(ctx, c.Passive)}
			release()
			c.Settle(ctx)
			for _, request := range requests {
				Expect(request).To(BePending())
			}
		},
		Entry("after a Reject", Covers("connector.notifydisconnect.nd-pending"), Variant("earlier-queue-pair"), peerRejects),
		Entry("for want of a listener", Covers("connector.notifydisconnect.nd-pending"),
			Variant("earlier-queue-pair-no-listener"), giveUpTimeout, nobodyListens),
	)
})

// triedBefore has the active end's connector refused with a queue pair that release drops the
// only reference to, and returns an attempt of the same connector with another one.
func triedBefore(a *Attempt, refused func(a *Attempt) *Operation) (again *Attempt, release func()) {
	other := a.Active.Side.End(Shape{})
	other.Connector = a.Active.Connector
	first := *a
	release = a.Active.OwnQueuePair()
	Expect(refused(&first).InTime()).To(CompleteWith(nd2.ConnectionRefused, nd2.IOTimeout))
	second := *a
	second.Active = other
	second.Passive.Connector = second.Passive.Side.Connector()
	return &second, release
}
