package connector

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("A provider", func() {
	It("makes and ends any number of connections", Covers("connector.storm"), LongTimeout, func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		depth := min(2*crowd, local.MaxResults(), peer.MaxResults())
		ours, theirs := local.CompletionQueue(depth), peer.CompletionQueue(depth)
		l, address := local.Listener()
		live := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{})) // which none of the others is to disturb
		gone := notifyDisconnect(ctx, live.Passive)
		half, end := HalfLongTimeout(ctx)
		defer end()
		made := 0
		for made < connections && half.Err() == nil {
			together := crowd
			if made >= connections/2 {
				together = 1
			}
			var callers []*caller
			for range together {
				callers = append(callers, call(ctx, local, peer, ours, theirs, l, address))
			}
			endAll(ctx, callers)
			live.Settle(ctx)
			Enough(ctx)
			made += together
		}
		Expect(gone).To(BePending())
		switch {
		case made < enough:
			Unobservable(fmt.Sprintf("%d connections have taken all the time that there is for %d", made, connections))
		case made < connections:
			Record(fmt.Sprintf("%d connections of %d were made in the time that there is for them", made, connections))
		}
	})
})

var _ = Describe("A provider", func() {
	DescribeTable("survives any number of connections that come to nothing,",
		func(ctx SpecContext, abandon func(ctx SpecContext, a *Attempt, release func())) {
			local, peer := Local(ctx), Peer(ctx)
			a := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
			half, end := HalfLongTimeout(ctx)
			defer end()
			made := 0
			for ; made < enough && half.Err() == nil; made++ {
				once, active, passive := *a, *a.Active, *a.Passive
				once.Active, once.Passive = &active, &passive
				taker, releaseTaker := passive.OwnConnector()
				passive.Connector = taker
				abandon(ctx, &once, once.OwnActive())
				releaseTaker()
				Enough(ctx)
			}
			if made < enough {
				Record(fmt.Sprintf("%d attempts of %d were made in the time that there is for them", made, enough))
			}
			a.Establish().Settle(ctx)
		},
		Entry("rejected", Covers("connector.storm"), Variant("rejected"), LongTimeout,
			func(ctx SpecContext, a *Attempt, release func()) {
				Expect(peerRejects(a)).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
				release()
			}),
		Entry("rejected by the side that connects", Covers("connector.storm"), Variant("rejected-active"), LongTimeout,
			func(ctx SpecContext, a *Attempt, release func()) {
				releasePair := a.Passive.OwnQueuePair() // an Accept that fails may be the end of it
				accept := a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
				accept.Wait()
				release()
				releasePair()
			}),
		Entry("refused, since nobody listens", Covers("connector.storm"), Variant("nobody-listens"), LongTimeout,
			func(_ SpecContext, a *Attempt, release func()) {
				_, port, releaseListener := BoundListener(a.Passive.Side)
				a.Address = a.Passive.Sockaddr(port)
				Expect(a.Connect(nil).InTime()).To(refused())
				releaseListener()
				release()
			}),
		Entry("canceled", Covers("connector.storm"), Variant("canceled"), LongTimeout,
			func(ctx SpecContext, a *Attempt, release func()) {
				connect := a.Request(nil)
				Cancel(a.Active.Connector)
				connect.Wait()
				release()
			}),
	)
})

// The churn makes this many connections: half of them in crowds, and then one by one. On a slow
// network, enough of them are more than a byte can count, some made one by one included.
const connections, crowd, enough = 608, 8, 320

// A caller is one of many connections to a listener of the adapter under test, which
// is released as soon as it has ended.
type caller struct {
	active, passive   nd2.Connector
	release           []func()
	sent, received    nd2.CompletionQueue
	caller, responder nd2.QueuePair
}

// call connects, and makes an empty message arrive.
func call(ctx SpecContext, local, peer *Side, received, sent nd2.CompletionQueue, l nd2.Listener,
	address []byte,
) *caller {
	c := &caller{sent: sent, received: received}
	c.responder, c.caller = c.pair(local, received), c.pair(peer, sent)
	var release func()
	c.passive, release = local.OwnConnector()
	c.release = append(c.release, release)
	c.active, release = peer.OwnConnector()
	c.release = append(c.release, release)
	Bound(c.active.Bind(peer.Sockaddr(0)))

	get := Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c.passive, o) })
	connecting := Start(ctx, c.active, func(o *nd2.Overlapped) nd2.Status {
		return c.active.Connect(c.caller, address, 0, 0, nil, o)
	})
	Expect(get).To(CompleteWith(nd2.Success))
	accept := Start(ctx, c.passive, func(o *nd2.Overlapped) nd2.Status {
		return c.passive.Accept(c.responder, 0, 0, nil, o)
	})
	Expect(connecting).To(CompleteWith(nd2.Success))
	Expect(Start(ctx, c.active, c.active.CompleteConnect)).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	Expect(c.responder.Receive(1, nil)).To(Return(nd2.Success))
	Expect(c.caller.Send(2, nil, 0)).To(Return(nd2.Success))
	Expect(Results(ctx, sent, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
	Expect(Results(ctx, received, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
	return c
}

// pair creates a queue pair of one request of each kind.
func (c *caller) pair(side *Side, queue nd2.CompletionQueue) nd2.QueuePair {
	pair, release := side.OwnQueuePair(queue)
	c.release = append(c.release, release)
	return pair
}

// endAll ends connections, all at the same time, and releases what they were made of.
func endAll(ctx context.Context, callers []*caller) {
	var ending []*Operation
	for _, c := range callers {
		ending = append(ending, Start(ctx, c.active, c.active.Disconnect), Start(ctx, c.passive, c.passive.Disconnect))
	}
	for _, e := range ending {
		Expect(e).To(CompleteWith(nd2.Success, nd2.ConnectionInvalid))
	}
	for _, c := range callers {
		for _, release := range c.release {
			release()
		}
	}
}
