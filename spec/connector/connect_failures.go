package connector

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// How Connect fails, and what can be done then.
var _ = Describe("IND2Connector::Connect", func() {
	DescribeTable("ends with ND_CONNECTION_REFUSED, or as if there were no answer,",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			Expect(refused(Attempting(ctx)).InTime()).To(CompleteWith(nd2.ConnectionRefused, nd2.IOTimeout))
		},
		Entry("where there is no listener", Covers("connector.connect.nd-connection-refused"), giveUpTimeout, nobodyListens),
		Entry("where the listener has gone", Covers("connector.connect.nd-connection-refused"), Variant("listener-gone"),
			giveUpTimeout, listenerGone),
		Entry("where there are only listeners without an address", Covers("connector.connect.nd-connection-refused"),
			Variant("listeners-unbound"), giveUpTimeout, nobodyBound),
	)

	It("ends with ND_CONNECTION_REFUSED when the peer rejects", Covers("connector.connect.nd-connection-refused"),
		Variant("rejected"), func(ctx SpecContext) {
			Expect(peerRejects(Attempting(ctx))).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		})

	DescribeTable("can be tried again with the same connector after ND_CONNECTION_REFUSED",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			a := Attempting(ctx)
			own, port, _ := BoundConnector(a.Active.Side)
			a.Active.Connector = own
			again := *a
			refused(a).Wait()
			again.Passive.Connector = again.Passive.Side.Connector()
			data := otherData(min(again.Active.Info.MaxCalleeData, again.Passive.Info.MaxCalleeData))
			connect := again.Request(nil)
			accept := again.Accept(data)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectPrivateData(again.Active.Connector, data, again.Active.Info.MaxCalleeData)
			c := again.Finish(accept)
			Expect(AddressFrom(again.Passive.Connector.GetPeerAddress)).To(Equal(netip.AddrPortFrom(again.Active.Address, port)),
				"the address that the connector was bound to")
			c.Settle(ctx)
		},
		Entry("for want of a listener", Covers("connector.connect.retry-after-connection-refused"), Variant("no-listener"),
			giveUpTimeout, nobodyListens),
		Entry("by a Reject", Covers("connector.connect.retry-after-connection-refused"), peerRejects),
		Entry("by a listener that has gone", Covers("connector.connect.retry-after-connection-refused"),
			Variant("listener-gone"), giveUpTimeout, listenerGone),
		Entry("for a backlog that is full", Covers("connector.connect.retry-after-connection-refused"), Variant("backlog"),
			giveUpTimeout, backlogFull),
	)

	It("hands the peer none of the private data of an earlier attempt that failed",
		Covers("connector.connect.private-data"), Variant("again"), giveUpTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			data := atMost(privateData(40), a.Active.Info.MaxCallerData)
			if len(data) == 0 {
				Unobservable("the adapter takes no private data")
			}
			toNobody(a, data).Wait()
			get, again := a.Get(), a.Connect(nil)
			UntilEnd(ctx, get, "the Connect to fail", again.Done)
			if !get.Done() {
				Unobservable("the connector can't be used again")
			}
			found := make([]byte, 512)
			size := uint32(len(found))
			a.Passive.Connector.GetPrivateData(found, &size)
			Expect(!bytes.HasPrefix(found, data)).To(BeSo("GetPrivateData without the data of the first attempt", "that data"))
		})

	It("hands the peer the private data of the new attempt when there was too much in the one before",
		Covers("connector.connect.private-data"), Variant("after-too-much"), giveUpTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			most := a.Active.Info.MaxCallerData
			a.Connect(tooMuch(most)).Wait()
			data := otherData(most)
			get, again := a.Get(), a.Connect(data)
			UntilEnd(ctx, get, "the Connect to fail", again.Done)
			if !get.Done() {
				Unobservable("the connector can't be used again")
			}
			expectPrivateData(a.Passive.Connector, data, max(most, a.Passive.Info.MaxCallerData))
		})

	DescribeTable("offers the read limits of the new attempt when it is tried again with",
		func(ctx SpecContext, first, second reads) {
			a := NewAttempt(ctx, Peer(ctx).End(first.shape()), Local(ctx).End(Shape{}))
			Expect(peerRejects(a)).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			again := NewAttempt(ctx, a.Active.Side.End(second.shape()), a.Passive)
			again.Active.Connector = a.Active.Connector
			get, connect := again.Get(), again.Connect(nil)
			UntilEnd(ctx, get, "the Connect to fail", connect.Done)
			if !get.Done() {
				Unobservable("the connector can't be used again")
			}
			own := reads{most, most}.can(again.Passive.Side)
			expectWithin(limitsOf(again.Passive.Connector), own.limitedBy(second.can(again.Active.Side)))
		},
		Entry("higher ones", Covers("connector.getreadlimits.passive"), Variant("again-more"), reads{}, reads{most, most}),
		Entry("lower ones", Covers("connector.getreadlimits.passive"), Variant("again-less"), reads{most, most}, reads{}),
	)

	DescribeTable("leaves the queue pair as it was when it has failed",
		func(ctx SpecContext, times int, failed func(a *Attempt) *Operation, ends func() types.GomegaMatcher) {
			a := Attempting(ctx)
			n := receives(2, a.Active)
			a.Active.PostReceives(1, n, 8)
			for range times {
				once := *a
				once.Passive = a.Passive.Side.End(Shape{})
				once.Anew()
				Expect(failed(&once).InTime()).To(ends())
				Expect(Drain(a.Active.Receives)).To(HaveOutcomes())
			}
			c := a.Anew().Establish()

			c.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			for range n {
				Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, c.Active.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n),
				nd2.Success)...))
		},
		Entry("because of a Reject", Covers("connector.connect.failure-spares-queue-pair"), giveUpTimeout, 3, peerRejects,
			refused),
		Entry("because of a Reject with private data", Covers("connector.connect.failure-spares-queue-pair"),
			Variant("private-data"), giveUpTimeout, 3, peerExplains, refused),
		Entry("because there is no listener", Covers("connector.connect.failure-spares-queue-pair"), Variant("no-listener"),
			giveUpTimeout, 3, nobodyListens, refused),
		Entry("because there is no listener, with private data", Covers("connector.connect.failure-spares-queue-pair"),
			Variant("no-listener-private-data"), giveUpTimeout, 1, nobodyHears, refused),
		Entry("because no adapter has the address", Covers("connector.connect.failure-spares-queue-pair"),
			Variant("no-address"), giveUpTimeout, 1, nobodyThere,
			func() types.GomegaMatcher { return CompleteAsRuled("connector.connect.bad-destination") }),
		Entry("because it was canceled", Covers("connector.connect.failure-spares-queue-pair"), Variant("canceled"),
			giveUpTimeout, 2, canceledMeanwhile,
			func() types.GomegaMatcher { return CompleteAsRuled("connector.connect.canceled") }),
		Entry("because there was no answer", Covers("connector.connect.failure-spares-queue-pair",
			"connector.connect.nd-io-timeout"), Variant("no-answer"), giveUpTimeout, 1, nobodyAnswers,
			func() types.GomegaMatcher { return CompleteAsRuled("connector.connect.nd-io-timeout") }),
	)

	DescribeTable("leaves the queue pair to a connector that accepts with it, also when it is released meanwhile,",
		func(ctx SpecContext, failed func(a *Attempt) *Operation) {
			a := Attempting(ctx)
			release := a.OwnActive()
			Expect(failed(a).InTime()).To(refused())
			next := NewAttempt(ctx, Peer(ctx).End(Shape{}), a.Active)
			accept := next.Answer(nil)
			release()
			next.Finish(accept).Settle(ctx)
		},
		Entry("when it was rejected", Covers("connector.connect.failure-spares-queue-pair"),
			Variant("released-while-accepted"), giveUpTimeout, peerRejects),
		Entry("when there was no listener", Covers("connector.connect.failure-spares-queue-pair"),
			Variant("no-listener-released-while-accepted"), giveUpTimeout, nobodyListens),
	)

	DescribeTable("reports what the network reports:",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			a := Attempting(ctx)
			get := a.Get()
			a.Active.Inject(providers.Fault{Kind: kind})
			Expect(a.Connect(nil).InTime()).To(CompleteWith(status))
			Expect(get).To(BePending())
		},
		Entry("ND_NETWORK_UNREACHABLE", Covers("connector.connect.nd-network-unreachable"), providers.NetworkUnreachable,
			nd2.NetworkUnreachable),
		Entry("ND_HOST_UNREACHABLE", Covers("connector.connect.nd-host-unreachable"), providers.HostUnreachable,
			nd2.HostUnreachable),
	)

	DescribeTable("can be tried again with the same connector, once the peer can be reached,",
		func(ctx SpecContext, kind providers.FaultKind) {
			a := Attempting(ctx)
			undo := a.Active.Inject(providers.Fault{Kind: kind})
			a.Connect(nil).InTime()
			undo()
			a.Establish().Settle(ctx)
		},
		Entry("after ND_NETWORK_UNREACHABLE", Covers("connector.connect.retry-after-unreachable"), Variant("network"),
			providers.NetworkUnreachable),
		Entry("after ND_HOST_UNREACHABLE", Covers("connector.connect.retry-after-unreachable"), providers.HostUnreachable),
	)

	It("can be tried again with the same connector and another address after an address that no adapter has",
		Covers("connector.connect.retry-after-bad-destination"), giveUpTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			nowhere := *a
			failed := nobodyThere(&nowhere).InTime().Wait()
			if !slices.Contains([]nd2.Status{nd2.NetworkUnreachable, nd2.HostUnreachable, nd2.IOTimeout}, failed) {
				Unobservable(fmt.Sprintf("the page does not say that an attempt may be made again after %v", failed))
			}
			a.Establish().Settle(ctx)
		})

	It("ends with ND_IO_TIMEOUT when there is no answer", Covers("connector.connect.nd-io-timeout"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Active.Inject(providers.Fault{Kind: providers.Partition})
			Expect(a.Connect(nil).InTime()).To(CompleteAsRuled("connector.connect.nd-io-timeout"))
		})

	It("can be tried again later with the same connector when there was no answer",
		Covers("connector.connect.retry-after-io-timeout"), giveUpTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			undo := a.Active.Inject(providers.Fault{Kind: providers.Partition})
			a.Connect(nil).InTime()
			undo()
			a.Establish().Settle(ctx)
		})
})
