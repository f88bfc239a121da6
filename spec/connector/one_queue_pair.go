package connector

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// connectTo starts a connector's Connect with a queue pair.
func connectTo(ctx SpecContext, k nd2.Connector, e *End, address []byte, data []byte) *Operation {
	return Start(ctx, k, func(o *nd2.Overlapped) nd2.Status { return k.Connect(e.QueuePair, address, 0, 0, data, o) })
}

// abandon cancels a request that may pend, and tells how it began.
func abandon(k nd2.Connector, request *Operation) nd2.Status {
	if request.Returned == nd2.Pending {
		SkipIfNotCanceled(k.CancelOverlappedRequests())
		request.Wait()
	}
	return request.Returned
}

var _ = Describe("An IND2Connector", func() {
	It("connects no second queue pair while it is connected", Covers("connector.connect.one-queue-pair"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			c := a.Establish()
			second := connectTo(ctx, a.Active.Connector, a.Active.Side.End(Shape{}), a.Address, nil)
			Expect(second.Wait()).To(ReturnFailure())
			c.Settle(ctx)
		})

	It("connects no second queue pair while it is connected, to another listener either",
		Covers("connector.connect.one-queue-pair"), Variant("another-listener"), func(ctx SpecContext) {
			a := Attempting(ctx)
			c := a.Establish()
			other := NewAttempt(ctx, a.Active.Side.End(Shape{}), a.Passive.Side.End(Shape{}))
			get := other.Get()
			second := connectTo(ctx, a.Active.Connector, other.Active, other.Address, nil)
			UntilEnd(ctx, second, "the request to arrive", get.Done)
			Expect(get).To(BePending())
			Expect(second.Wait()).To(ReturnFailure())
			c.Settle(ctx)
		})

	It("(for the record): used with another queue pair after it has disconnected",
		Covers("connector.connect.after-disconnect"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			part(ctx, a.Active, a.Passive)
			again := abandon(a.Active.Connector, connectTo(ctx, a.Active.Connector, a.Active.Side.End(Shape{}), a.Address, nil))
			Record(fmt.Sprintf("Connect after Disconnect, with another queue pair, returns %v.", again))
		})

	It("(for the record): used again after its Bind has failed", Covers("connector.bind.not-reusable"),
		func(ctx SpecContext) {
			local := Local(ctx)
			k := local.Connector()
			k.Bind(local.At(local.Unassigned()).Sockaddr(0))
			Record(fmt.Sprintf("Bind after a failed one returns %v.", k.Bind(local.Sockaddr(0))))
		})

	It("(for the record): used again after its Connect has failed", Covers("connector.connect.not-reusable"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			k := a.Active.Connector
			abandon(k, connectTo(ctx, k, a.Active, a.Address, tooMuch(a.Active.Info.MaxCallerData)))
			Record(fmt.Sprintf("Connect after a failed one returns %v.",
				abandon(k, connectTo(ctx, k, a.Active, a.Address, nil))))
		})

	It("(for the record): used again after its Accept has failed", Covers("connector.accept.not-reusable"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Accept(tooMuch(a.Passive.Info.MaxCalleeData)).Wait()
			Record(fmt.Sprintf("Accept after a failed one returns %v.", abandon(a.Passive.Connector, a.Accept(nil))))
		})

	It("(for the record): used again after its CompleteConnect has failed",
		Covers("connector.completeconnect.not-reusable"), func(ctx SpecContext) {
			a := Attempting(ctx)
			k := a.Active.Connector
			a.Complete().Wait()
			Record(fmt.Sprintf("Connect after a CompleteConnect that has failed returns %v.",
				abandon(k, connectTo(ctx, k, a.Active, a.Address, nil))))
		})

	It("(for the record): on a passive side that sends first", Covers("connector.accept.passive-sends-first"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			c.Active.PostReceives(1, 1, 8)
			returned := c.Passive.Send(1, nil, 0)
			Record(fmt.Sprintf("A first message from the passive side ends with %v.",
				StatusOf(ctx, c.Passive.Initiated, returned)))
		})

	DescribeTable("does not cancel its NotifyDisconnect when it disconnects,",
		established(func(ctx SpecContext, a *Attempt) {
			notify := notifyDisconnect(ctx, a.Subject())
			part(ctx, a.Subject(), a.Peer())
			if notify.Done() {
				Expect(notify.Wait()).NotTo(Equal(nd2.Canceled), "how a NotifyDisconnect that nobody canceled ends")
			}
		}), eachEnd("connector.notifydisconnect.canceled-only-by-cancel"))
})
