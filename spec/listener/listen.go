package listener

import (
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Listener::Listen", func() {
	// listening makes an attempt go to a listener with a backlog.
	listening := func(a *Attempt, backlog uint32) *Attempt {
		l := unbound(a.Passive.Side)
		Expect(l.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
		Expect(l.Listen(backlog)).To(Return(nd2.Success))
		return via(a, l, nd2.Sockaddr(AddressFrom(l.GetLocalAddress)))
	}

	DescribeTable("takes a request with",
		func(ctx SpecContext, backlog uint32) {
			a := listening(Awaiting(ctx), backlog)
			connect := a.Request(nil)
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		},
		Entry("a backlog of one", Covers("listener.listen.nd-success"), Variant("one"), uint32(1)),
		Entry("a backlog of a few requests", Covers("listener.listen.nd-success"), Variant("few"), uint32(5)),
		Entry("an unlimited backlog", Covers("listener.listen.nd-success"), uint32(0)),
		Entry("the largest backlog", Covers("listener.listen.nd-success"), Variant("most"), uint32(math.MaxUint32)),
	)

	It("takes a request whatever waits at other listeners", Covers("listener.listen.nd-success"), Variant("beside-others"),
		func(ctx SpecContext) {
			refused := func() (n int) {
				for range 3 {
					a := listening(Awaiting(ctx), 1)
					connect := a.Connect(nil)
					get := a.Get()
					Until(ctx, "the request to be given or refused", func() bool { return get.Done() || connect.Done() })
					if !get.Done() && connect.Status() == nd2.ConnectionRefused {
						n++
					}
				}
				return n
			}
			if refused() > 0 {
				Unobservable("a request is refused for which nobody has asked")
			}
			busy := listening(Awaiting(ctx), 4)
			for range 4 {
				busy.Another().Connect(nil)
			}
			Expect(refused() < 3).To(BeSo("a request that is given", "each refused, since others wait elsewhere"))
		})

	It("lets the requests beyond the backlog wait or be refused, and hands over the others",
		Covers("listener.listen.backlog"), giveUpTimeout, func(ctx SpecContext) {
			const backlog, requests = 1, 3
			a := listening(Awaiting(ctx), backlog)
			attempts := []*Attempt{a, a.Another(), a.Another()}
			gets := []*Operation{a.Get()}
			var connects []*Operation
			for i, b := range attempts {
				connects = append(connects, numbered(b, byte(i)))
			}
			for _, b := range attempts[1:] {
				gets = append(gets, b.Get())
			}
			given := map[int]*Operation{} // the Connect of each that has been given
			Until(ctx, "each request to be refused or given", func() bool {
				for i, b := range attempts {
					if given[i] == nil && gets[i].Done() {
						Expect(gets[i]).To(CompleteWith(nd2.Success))
						given[i] = connects[number(b.Passive.Connector)] // which it tells before the Accept only
						b.Accept(nil)
					}
				}
				return completed(connects) == requests
			})
			Expect(given).NotTo(BeEmpty(), "the requests given")
			for _, connect := range given {
				Expect(connect).To(CompleteWith(nd2.Success))
			}
			for _, connect := range connects {
				Expect(connect.InTime()).To(CompleteWith(nd2.Success, nd2.ConnectionRefused, nd2.IOTimeout))
			}
		})

	DescribeTable("lets many requests wait when the backlog",
		func(ctx SpecContext, backlog uint32, requests int) {
			a := listening(Awaiting(ctx), backlog)
			var attempts []*Attempt
			var connects []*Operation
			for range requests {
				b := a.Another()
				attempts, connects = append(attempts, b), append(connects, b.Connect(nil))
			}
			for i, b := range attempts {
				Expect(connects[i]).To(BePending())
				Expect(b.Get()).To(CompleteWith(nd2.Success))
				Expect(b.Passive.Connector.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
			}
		},
		Entry("has no limit", Covers("listener.listen.no-limit"), uint32(0), 16),
		Entry("has room for them", Covers("listener.listen.within-backlog"), uint32(4), 4),
		Entry("has room for more than a byte says", Covers("listener.listen.within-backlog"), Variant("256"), uint32(256), 4),
	)

	It("fails for a listener that listens already, and the listener goes on listening", Covers("listener.listen.again"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			Expect(a.Listener.Listen(0)).To(ReturnFailure())
			a.Establish().Settle(ctx)
		})

	It("returns ND_INSUFFICIENT_RESOURCES when the adapter is out of resources",
		Covers("listener.listen.nd-insufficient-resources"), func(ctx SpecContext) {
			local := Local(ctx)
			l := unbound(local)
			Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			undo := local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2Listener::Listen"})
			Expect(l.Listen(0)).To(Return(nd2.InsufficientResources))
			undo()
			at(local, local.Sockaddr(0))
		})
})
