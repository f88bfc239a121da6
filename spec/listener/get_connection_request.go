package listener

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Listener::GetConnectionRequest", func() {
	It("hands the connector a request that waits", Covers("listener.getconnectionrequest.waiting"), func(ctx SpecContext) {
		a := Awaiting(ctx)
		connect := numbered(a, 7)
		Expect(a.Get()).To(CompleteWith(nd2.Success))
		Expect(number(a.Passive.Connector)).To(Equal(byte(7)), "the number in the private data")
		accept := a.Accept(nil)
		Expect(connect).To(CompleteWith(nd2.Success))
		a.Finish(accept).Settle(ctx)
	})

	It("pends until a request comes when there is none",
		Covers("listener.getconnectionrequest.nd-pending", "listener.getconnectionrequest.nd-success"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			get := a.Get()
			Expect(get).To(BePending())
			connect := numbered(a, 9)
			Expect(get).To(CompleteWith(nd2.Success))
			Expect(number(a.Passive.Connector)).To(Equal(byte(9)), "the number in the private data")
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		})

	When("several calls are in progress", func() {
		DescribeTable("completes one for each request, with that request,",
			func(ctx SpecContext, answer func(c nd2.Connector)) {
				n := Size(ctx, 2, 9)
				a := Awaiting(ctx)
				connectors, gets := several(ctx, a, n)
				seen := map[byte]bool{}
				for i := range byte(n) {
					numbered(a.Another(), i)
					Until(ctx, "one more GetConnectionRequest to complete", func() bool { return completed(gets) > int(i) })
					Expect(completed(gets)).To(Equal(int(i)+1), "the calls completed after %d requests", i+1)
					for k, c := range connectors {
						if c != nil && gets[k].Done() {
							Expect(gets[k]).To(CompleteWith(nd2.Success))
							seen[number(c)] = true
							answer(c)
							connectors[k] = nil
						}
					}
				}
				Expect(seen).To(HaveLen(n), "requests given")
			},
			Entry("when each is answered", Covers("listener.getconnectionrequest.one-each"),
				func(c nd2.Connector) { Expect(c.Reject(nil)).To(Return(nd2.Success, nd2.Pending)) }),
			Entry("though none is answered", Covers("listener.getconnectionrequest.while-unanswered"),
				func(nd2.Connector) {}))

		It("completes them in order", Covers("listener.getconnectionrequest.in-order"), func(ctx SpecContext) {
			n := Size(ctx, 2, 9)
			a := Awaiting(ctx)
			connectors, gets := several(ctx, a, n)
			for i := range byte(n) {
				numbered(a.Another(), i)
				Expect(gets[i]).To(CompleteWith(nd2.Success))
				Expect(number(connectors[i])).To(Equal(i), "the number in the private data")
				Expect(connectors[i].Reject(nil)).To(Return(nd2.Success, nd2.Pending))
			}
		})

		It("ends them all when they are canceled, and the listener goes on listening",
			Covers("listener.getconnectionrequest.nd-canceled"), func(ctx SpecContext) {
				a := Awaiting(ctx)
				gets := []*Operation{a.Get()}
				for range 3 {
					gets = append(gets, get(ctx, a.Listener, a.Passive.Side.Connector()))
				}
				Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
				for _, g := range gets {
					Expect(g).To(CompleteWith(nd2.Canceled))
				}
				a.Another().Establish().Settle(ctx)
			})

		It("ends them all when the listener is released", Covers("listener.getconnectionrequest.ends-on-release"),
			func(ctx SpecContext) {
				local := Local(ctx)
				l, release := local.OwnListener()
				Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
				Expect(l.Listen(0)).To(Return(nd2.Success))
				var gets []*Operation
				for range 3 {
					gets = append(gets, get(ctx, l, local.Connector()))
				}
				release()
				for _, g := range gets {
					AwaitEvent(ctx, g.Event, "each request of a listener that has been released")
				}
			})
	})

	It("leaves the calls that another listener has in progress to that listener",
		Covers("listener.getconnectionrequest.one-each"), Variant("other-listener"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			var theirs []*Operation
			for range 3 {
				theirs = append(theirs, get(ctx, a.Listener, a.Passive.Side.Connector()))
			}
			b := NewAttempt(ctx, a.Active.Side.End(Shape{}), a.Passive.Side.End(Shape{}))
			connect := numbered(b, 5)
			own := b.Get()
			Until(ctx, "the Connect to be taken, or to fail", func() bool { return own.Done() || connect.Done() })
			if !own.Done() { // there was nobody to take it
				b.Active.Connector = b.Active.Side.Connector()
				numbered(b, 5)
			}
			Expect(own).To(CompleteWith(nd2.Success))
			Expect(number(b.Passive.Connector)).To(Equal(byte(5)), "the number in the private data")
			Expect(completed(theirs)).To(BeZero(), "the calls completed of a listener that nobody connects to")
			numbered(a, 6)
			Until(ctx, "a GetConnectionRequest to complete", func() bool { return completed(theirs) > 0 })
		})

	It("leaves the connector free for another call when it has been canceled",
		Covers("listener.getconnectionrequest.canceled-connector"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			canceled := a.Get()
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			canceled.Wait()
			a.Establish().Settle(ctx)
		})

	It("fails and takes no request for an object other than a connector",
		Covers("listener.getconnectionrequest.no-connector"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			Expect(get(ctx, a.Listener, a.Passive.Receives).Wait()).To(ReturnFailure())
			next := a.Get()
			numbered(a, 3)
			Expect(next).To(CompleteWith(nd2.Success))
			Expect(number(a.Passive.Connector)).To(Equal(byte(3)), "the number in the private data")
		})

	It("leaves the requests that nobody has taken to be refused when the listener is released",
		Covers("listener.release.refuses"), giveUpTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			release := ownListener(a)
			waiting := []*Operation{a.Connect(nil), a.Another().Connect(nil)}
			release()
			for _, connect := range waiting {
				Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			}
		})

	It("leaves a request that has been taken to its connector when the listener is released",
		Covers("listener.release.spares-taken"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			release := ownListener(a)
			connect := a.Request(nil)
			release()
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		})

	It(
		"leaves alone each connection that is being made through the listener when the listener is released while "+
			"others wait", Covers("listener.release.spares-taken"), Variant("while-others-wait"), func(ctx SpecContext) {
			taken := Awaiting(ctx)
			release := ownListener(taken)
			answered, made := taken.Another(), taken.Another()
			accept := answered.Answer(nil)
			c := made.Establish()
			connect := taken.Request(nil)
			taken.Another().Connect(nil)
			release()
			late := taken.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			taken.Finish(late).Settle(ctx)
			answered.Finish(accept).Settle(ctx)
			c.Settle(ctx)
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed",
		Covers("listener.getconnectionrequest.nd-device-removed"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(a.Get()).To(CompleteWith(nd2.DeviceRemoved))
		})

	It("ends with ND_DEVICE_REMOVED when the adapter is removed in the meantime",
		Covers("listener.getconnectionrequest.nd-device-removed"), Variant("meanwhile"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			get := a.Get()
			Expect(get).To(BePending())
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(get).To(CompleteAsRuled("overlapped.getoverlappedresult.nd-device-removed"))
		})
})

// several calls GetConnectionRequest of an attempt's listener n times, each with a new connector.
func several(ctx context.Context, a *Attempt, n int) (connectors []nd2.Connector, gets []*Operation) {
	for range n {
		c := a.Passive.Side.Connector()
		connectors, gets = append(connectors, c), append(gets, get(ctx, a.Listener, c))
	}
	return connectors, gets
}

// completed counts the operations that have ended.
func completed(ops []*Operation) (n int) {
	for _, op := range ops {
		if op.Done() {
			n++
		}
	}
	return n
}
