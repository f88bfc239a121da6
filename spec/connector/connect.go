package connector

import (
	"time"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// giveUpTimeout is for specs that wait for a provider to give up.
var giveUpTimeout = SpecTimeout(40 * time.Second)

var _ = Describe("IND2Connector::Connect", func() {
	It("succeeds when the peer accepts", Covers("connector.connect.nd-success"), func(ctx SpecContext) {
		a := Attempting(ctx)
		connect := a.Request(nil)
		accept := a.Accept(nil)
		Expect(connect).To(CompleteWith(nd2.Success))
		a.Finish(accept).Settle(ctx)
	})

	It("pends when the peer has neither accepted nor rejected", Covers("connector.connect.nd-pending"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			connect := a.Request(nil)
			Expect(connect).To(BePending())
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept)
		})

	It(
		"returns ND_INVALID_BUFFER_SIZE when there is more private data than the adapter can send, and another connector "+
			"can connect the queue pair", Covers("connector.connect.nd-invalid-buffer-size"), func(ctx SpecContext) {
			a := Attempting(ctx)
			get := a.Get()
			Expect(a.Connect(tooMuch(a.Active.Info.MaxCallerData))).To(CompleteWith(nd2.InvalidBufferSize))
			Expect(get).To(BePending())
			NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{})).Establish().Settle(ctx)
		})

	It("lets the client connect with less private data when there was more than the adapter can send",
		Covers("connector.connect.retry-after-invalid-buffer-size"), func(ctx SpecContext) {
			a := Attempting(ctx)
			most := a.Active.Info.MaxCallerData
			a.Connect(tooMuch(most)).Wait()
			connect := a.Request(privateData(most))
			expectPrivateData(a.Passive.Connector, privateData(most), max(most, a.Passive.Info.MaxCallerData))
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		})

	DescribeTable("hands the peer private data of",
		func(ctx SpecContext, size func(most uint32) uint32) {
			a := Attempting(ctx)
			most := a.Active.Info.MaxCallerData
			data := privateData(size(most))
			a.Request(data)
			expectPrivateData(a.Passive.Connector, data, max(most, a.Passive.Info.MaxCallerData))
		}, privateSizes("connector.connect.private-data"))

	It("returns ND_ACCESS_VIOLATION when the private data is not in memory",
		Covers("connector.connect.nd-access-violation"), func(ctx SpecContext) {
			a := Attempting(ctx)
			get := a.Get()
			Expect(a.Connect(missing(8, a.Active.Info.MaxCallerData))).To(CompleteWith(nd2.AccessViolation))
			Expect(get).To(BePending())
		})

	It("returns ND_ACCESS_VIOLATION when the end of the private data is not in memory",
		Covers("connector.connect.private-data-tail"), func(ctx SpecContext) {
			a := Attempting(ctx)
			get := a.Get()
			expectRefused(ctx, a.Connect(torn(a.Active, 8, a.Active.Info.MaxCallerData)), get,
				"connector.connect.private-data-tail")
		})

	It("fails for an address that no adapter has", Covers("connector.connect.bad-destination"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Attempting(ctx)
			Expect(nobodyThere(a).InTime()).To(CompleteAsRuled("connector.connect.bad-destination"))
		})

	It("fails for an object other than a queue pair", Covers("connector.connect.foreign-queue-pair"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			get := a.Get()
			connect := Start(ctx, a.Active.Connector, func(o *nd2.Overlapped) nd2.Status {
				return a.Active.Connector.Connect(a.Active.Receives, a.Address, 0, 0, nil, o)
			})
			Expect(connect.Wait()).To(ReturnFailure())
			Expect(get).To(BePending())
		})

	It("ends with ND_CANCELED when the queue pair's last reference is released in the meantime",
		Covers("connector.connect.nd-canceled"), func(ctx SpecContext) {
			e, release := Local(ctx).OwnEnd()
			a := NewAttempt(ctx, e, Peer(ctx).End(Shape{}))
			connect := a.Request(nil)
			release()
			expectEnded(ctx, a, connect)
			Expect(connect).To(CompleteWith(nd2.Canceled))
		})

	DescribeTable("returns ND_CONNECTION_ACTIVE for a queue pair",
		func(ctx SpecContext, other bool) {
			a := Attempting(ctx)
			c := a.Establish()
			connector := a.Active.Connector
			if other {
				connector = a.Active.Side.Connector()
				Expect(connector.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
			}
			connect := Start(ctx, connector, func(o *nd2.Overlapped) nd2.Status {
				return connector.Connect(a.Active.QueuePair, a.Address, 0, 0, nil, o)
			})
			Expect(connect).To(CompleteWith(nd2.ConnectionActive))
			c.Settle(ctx)
		},
		Entry("that is connected by another connector",
			Covers("connector.connect.nd-connection-active", "connector.accept.one-connection"), true),
		Entry("that is connected by its own connector",
			Covers("connector.connect.nd-connection-active", "connector.accept.one-connection"), Variant("own-connector"),
			false),
	)

	DescribeTable("fails for a queue pair that is being connected",
		func(ctx SpecContext, begin func(a *Attempt), other bool) {
			a := Attempting(ctx)
			begin(a)
			again, active := *a, *a.Active
			again.Active, again.Passive = &active, a.Passive.Side.End(Shape{})
			again.Passive.Connector = again.Passive.Side.Connector()
			if other {
				active.Connector = active.Side.Connector()
				Expect(active.Connector.Bind(active.Sockaddr(0))).To(Return(nd2.Success))
			}
			get := again.Get()
			connect := again.Connect(nil)
			Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
			Expect(!get.Done()).To(BeSo("a Connect that fails not to reach the peer",
				"the peer's GetConnectionRequest has ended"))
			Expect(connect).To(CompleteWith(nd2.ConnectionActive))
		},
		Entry("by its own connector", Covers("connector.connect.being-connected"), Variant("answered"),
			func(a *Attempt) { a.Answer(nil) }, false),
		Entry("by another connector", Covers("connector.connect.being-connected"),
			func(a *Attempt) { a.Request(nil) }, true),
	)

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("connector.connect.nd-device-removed"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Active.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(a.Connect(nil)).To(CompleteWith(nd2.DeviceRemoved))
		})

	It("ends with ND_DEVICE_REMOVED when the adapter is removed in the meantime",
		Covers("connector.connect.nd-device-removed"), Variant("meanwhile"), func(ctx SpecContext) {
			a := Attempting(ctx)
			connect := a.Request(nil)
			a.Active.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(connect).To(CompleteAsRuled("overlapped.getoverlappedresult.nd-device-removed"))
		})
})
