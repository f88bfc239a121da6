package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::Accept", func() {
	It("succeeds when the peer completes the connection", Covers("connector.accept.nd-success"), func(ctx SpecContext) {
		a := Awaiting(ctx)
		accept := a.Answer(nil)
		Expect(a.Complete()).To(CompleteWith(nd2.Success))
		Expect(accept).To(CompleteWith(nd2.Success))
		(&Connection{Ends: a.Ends}).Settle(ctx)
	})

	It("completes the peer's Connect and pends when the peer has not completed the connection",
		Covers("connector.accept.nd-pending"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(connect).To(BePending())
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			Expect(accept).To(BePending())
			a.Finish(accept)
		})

	It("returns ND_INVALID_BUFFER_SIZE when there is more private data than the adapter can send",
		Covers("connector.accept.nd-invalid-buffer-size"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(a.Accept(tooMuch(a.Passive.Info.MaxCalleeData))).To(CompleteWith(nd2.InvalidBufferSize))
			notAccepted(connect)
		})

	It("lets the client accept with less private data when there was more than the adapter can send",
		Covers("connector.accept.retry-after-invalid-buffer-size"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			most := a.Passive.Info.MaxCalleeData
			connect := a.Request(nil)
			a.Accept(tooMuch(most)).Wait()
			Expect(connect).To(BePending())
			accept := a.Accept(privateData(most))
			Expect(connect).To(CompleteWith(nd2.Success))
			expectPrivateData(a.Active.Connector, privateData(most), max(most, a.Active.Info.MaxCalleeData))
			a.Finish(accept).Settle(ctx)
		})

	It("hands the peer the private data of the Accept that succeeds when there was too much in the one before",
		Covers("connector.accept.private-data"), Variant("after-too-much"), giveUpTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			most := a.Passive.Info.MaxCalleeData
			connect := a.Request(nil)
			a.Accept(tooMuch(most)).Wait()
			data := otherData(most)
			accept := a.Accept(data)
			UntilEnd(ctx, connect, "the Accept to fail", accept.Done)
			if accept.Done() || connect.Wait() != nd2.Success {
				Unobservable("the connector can't accept any more")
			}
			expectPrivateData(a.Active.Connector, data, max(most, a.Active.Info.MaxCalleeData))
			a.Finish(accept).Settle(ctx)
		})

	DescribeTable("hands the peer private data of",
		func(ctx SpecContext, size func(most uint32) uint32) {
			a := Awaiting(ctx)
			most := a.Passive.Info.MaxCalleeData
			data := privateData(size(most))
			connect := a.Request(nil)
			accept := a.Accept(data)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectPrivateData(a.Active.Connector, data, max(most, a.Active.Info.MaxCalleeData))
			a.Finish(accept)
		}, privateSizes("connector.accept.private-data"))

	DescribeTable("answers with no more Reads than the adapter supports and the peer offers, given",
		func(ctx SpecContext, active, passive reads) {
			expectAnswered(ctx, NewAttempt(ctx, Peer(ctx).End(active.shape()), Local(ctx).End(passive.shape())), active, passive)
		}, offers("connector.accept.reads-offered"))

	It("returns ND_ACCESS_VIOLATION when the private data is not in memory",
		Covers("connector.accept.nd-access-violation"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(a.Accept(missing(8, a.Passive.Info.MaxCalleeData))).To(CompleteWith(nd2.AccessViolation))
			notAccepted(connect)
		})

	It("returns ND_ACCESS_VIOLATION when the end of the private data is not in memory",
		Covers("connector.accept.private-data-tail"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(a.Accept(torn(a.Passive, 8,
				a.Passive.Info.MaxCalleeData))).To(CompleteAsRuled("connector.accept.private-data-tail"))
			notAccepted(connect)
		})

	DescribeTable("refuses anything but a queue pair of its adapter",
		func(ctx SpecContext, foreign func(ctx SpecContext, a *Attempt) nd2.Unknown) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			object := foreign(ctx, a)
			c := a.Passive.Connector
			accept := Start(ctx, c, func(o *nd2.Overlapped) nd2.Status { return c.Accept(object, 0, 0, nil, o) })
			Expect(accept.Wait()).To(ReturnFailure())
			notAccepted(connect)
		},
		Entry("(a completion queue)", Covers("connector.accept.foreign-queue-pair"),
			func(_ SpecContext, a *Attempt) nd2.Unknown { return a.Passive.Receives }),
		Entry("(a queue pair of another handle to the adapter)", Covers("connector.accept.queue-pair-of-other-handle"),
			func(ctx SpecContext, a *Attempt) nd2.Unknown {
				again := Local(ctx)
				if again.SameObject(a.Passive.Side) {
					Unobservable("the provider opens one adapter object for all")
				}
				return again.End(Shape{}).QueuePair
			}),
	)

	It("fails when the connector holds no request", Covers("connector.accept.no-request"), func(ctx SpecContext) {
		a := Awaiting(ctx)
		Expect(a.Accept(nil).Wait()).To(ReturnFailure())
	})

	DescribeTable("returns ND_CONNECTION_ACTIVE for a queue pair",
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			c := a.Establish()
			b := a.Another()
			connect := b.Request(nil)
			b.Passive.QueuePair = a.Passive.QueuePair
			Expect(b.Accept(nil)).To(CompleteWith(nd2.ConnectionActive))
			notAccepted(connect)
			c.Settle(ctx)
		},
		Entry("that is connected", Covers("connector.accept.nd-connection-active", "connector.accept.one-connection")),
	)

	It("fails for a queue pair that is being connected", Covers("connector.accept.being-connected"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Answer(nil)
			b := a.Another()
			connect := b.Request(nil)
			b.Passive.QueuePair = a.Passive.QueuePair
			accept := b.Accept(nil)
			Until(ctx, "the Accept to fail, or to reach the peer", func() bool { return accept.Done() || connect.Done() })
			notAccepted(connect)
			Expect(accept).To(CompleteWith(nd2.ConnectionActive))
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("connector.accept.nd-device-removed"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(a.Accept(nil)).To(CompleteWith(nd2.DeviceRemoved))
		})

	It("ends with ND_DEVICE_REMOVED when the adapter is removed in the meantime",
		Covers("connector.accept.nd-device-removed"), Variant("meanwhile"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			accept := a.Answer(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(accept).To(CompleteAsRuled("overlapped.getoverlappedresult.nd-device-removed"))
		})
})
