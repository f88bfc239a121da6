package listener

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A refused call leaves no trace, however often it is repeated.
var _ = Describe("IND2Listener, when it has refused a call 150 times,", func() {
	DescribeTable("is bound and takes requests as before, if it was a Bind",
		func(ctx SpecContext, refuse func(a *Attempt, l nd2.Listener)) {
			a := Awaiting(ctx)
			side := a.Passive.Side
			once, release := side.OwnListener()
			Bound(once.Bind(side.Sockaddr(0)))
			side.Listening(once)
			release()
			Enough(ctx)
			for range Often {
				l, release := side.OwnListener()
				refuse(a, l)
				release()
			}
			l, address := side.Listener()
			a.Establish().Settle(ctx)
			Expect(AddressFrom(l.GetLocalAddress)).To(Equal(addressOf(address)), "the address of another listener")
		},
		Entry("to a port that another listener has", Covers("listener.bind.nd-sharing-violation"), Variant("often"),
			func(a *Attempt, l nd2.Listener) {
				Expect(l.Bind(a.Address)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
			}),
		Entry("to an address that is not the adapter's", Covers("listener.bind.foreign-address"), Variant("often"),
			func(a *Attempt, l nd2.Listener) {
				Expect(l.Bind(a.Passive.Side.At(a.Passive.Side.Unassigned()).Sockaddr(0))).To(ReturnFailure())
			}))

	It("listens where it did, if the Bind was its own", Covers("listener.bind.bound"), Variant("often"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			RequestOnce(ctx, a)
			for range Often {
				Expect(a.Listener.Bind(a.Passive.Sockaddr(0))).To(ReturnAsRuled("listener.bind.bound"))
			}
			Expect(AddressFrom(a.Listener.GetLocalAddress)).To(Equal(addressOf(a.Address)), "the listener's own address")
			a.Establish().Settle(ctx)
		})

	It("listens as before, if it was a Listen", Covers("listener.listen.again"), Variant("often"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			RequestOnce(ctx, a)
			for range Often {
				Expect(a.Listener.Listen(1)).To(ReturnFailure())
			}
			a.Establish().Settle(ctx)
		})

	It("hands over every request, if it was a GetConnectionRequest for no connector",
		Covers("listener.getconnectionrequest.no-connector"), Variant("often"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			other := a.Passive.Side.Connector()
			RequestOnce(ctx, a)
			waiting := a.Get()
			for range Often {
				refused := get(ctx, a.Listener, a.Passive.Receives)
				Expect(refused.Wait()).To(ReturnFailure())
				if refused.Returned != nd2.Pending {
					Expect(refused.Event.Sets()).To(BeZero(), "how often the refused request's event was set")
				}
			}
			Expect(waiting).To(BePending())
			connect := a.Connect(nil)
			Expect(waiting).To(CompleteWith(nd2.Success))
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
			Expect(get(ctx, a.Listener, other)).To(BePending())
		})
})
