package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::Reject", func() {
	When("the connector holds a request", func() {
		It("makes the peer's Connect fail as refused", Covers("connector.reject.nd-success", "connector.reject.nd-pending"),
			func(ctx SpecContext) {
				a := Awaiting(ctx)
				connect := a.Request(nil)
				Expect(a.Passive.Connector.Reject(nil)).To(ReturnAsRuled("connector.reject.nd-pending"))
				Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			})
	})

	When("the peer has accepted", func() {
		It("makes the peer's Accept fail", Covers("connector.reject.nd-success"), Variant("active"), func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			Expect(a.Active.Connector.Reject(nil)).To(rejected())
			Expect(accept).To(CompleteAsRuled("connector.accept.nd-connection-aborted"))
		})
	})

	DescribeTable("hands the peer private data of",
		func(ctx SpecContext, size func(most uint32) uint32) {
			a := Awaiting(ctx)
			most := a.Passive.Info.MaxCalleeData
			data := privateData(size(most))
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(data)).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			expectPrivateData(a.Active.Connector, data, max(most, a.Active.Info.MaxCalleeData))
		}, privateSizes("connector.reject.private-data"))

	DescribeTable("hands the peer private data when the active side rejects:",
		func(ctx SpecContext, size func(most uint32) uint32) {
			a := Attempting(ctx)
			most := a.Active.Info.MaxCalleeData
			data := privateData(size(most))
			accept := a.Answer(nil)
			Expect(a.Active.Connector.Reject(data)).To(rejected())
			accept.Wait()
			// It comes from the caller, so that it may be padded like a request's, too.
			padded := max(most, a.Passive.Info.MaxCalleeData, a.Active.Info.MaxCallerData, a.Passive.Info.MaxCallerData)
			told := uint32(0)
			if s := a.Passive.Connector.GetPrivateData(nil, &told); s.Failed() && s != nd2.BufferOverflow ||
				s == nd2.Success && told == 0 {
				Record("GetPrivateData of a connector whose Accept has failed: none, " + s.String())
				return
			}
			expectPrivateData(a.Passive.Connector, data, padded)
		}, privateSizes("connector.reject.private-data-from-active"))

	It("returns ND_INVALID_BUFFER_SIZE when there is more private data than the adapter can send",
		Covers("connector.reject.nd-invalid-buffer-size"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(tooMuch(a.Passive.Info.MaxCalleeData))).To(Return(nd2.InvalidBufferSize))
			notAccepted(connect)
		})

	It("returns ND_INVALID_BUFFER_SIZE when there is more private data than the adapter can send, on the active side",
		Covers("connector.reject.nd-invalid-buffer-size"), Variant("active"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Answer(nil)
			Expect(a.Active.Connector.Reject(tooMuch(a.Active.Info.MaxCalleeData))).To(Return(nd2.InvalidBufferSize))
		})

	It("lets the client reject with less private data when there was more than the adapter can send",
		Covers("connector.reject.retry-after-invalid-buffer-size"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			most := a.Passive.Info.MaxCalleeData
			connect := a.Request(nil)
			a.Passive.Connector.Reject(tooMuch(most))
			Expect(connect).To(BePending())
			Expect(a.Passive.Connector.Reject(privateData(most))).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		})

	It("lets the client make the connection when there was more private data than the adapter can send",
		Covers("connector.reject.retry-after-invalid-buffer-size"), Variant("active"), func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			a.Active.Connector.Reject(tooMuch(a.Active.Info.MaxCalleeData))
			a.Finish(accept).Settle(ctx)
		})

	It("returns ND_ACCESS_VIOLATION when the private data is not in memory",
		Covers("connector.reject.nd-access-violation"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(missing(8, a.Passive.Info.MaxCalleeData))).To(Return(nd2.AccessViolation))
			notAccepted(connect)
		})

	It("returns ND_ACCESS_VIOLATION when the end of the private data is not in memory",
		Covers("connector.reject.private-data-tail"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			Expect(a.Passive.Connector.Reject(torn(a.Passive, 8,
				a.Passive.Info.MaxCalleeData))).To(ReturnAsRuled("connector.reject.private-data-tail"))
		})

	It("reports that the peer has abandoned the attempt", Covers("connector.reject.nd-connection-aborted"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			Cancel(a.Active.Connector)
			connect.Wait()
			a.Another().Request(nil) // what comes behind the news
			Expect(a.Passive.Connector.Reject(nil)).To(ReturnAsRuled("connector.reject.nd-connection-aborted"))
		})

	DescribeTable("leaves the active side's queue pair free for another connector",
		func(ctx SpecContext, reject func(a *Attempt)) {
			a := Attempting(ctx)
			release := a.OwnActive()
			reject(a)
			release() // which may be what gives the queue pair back
			NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{})).Establish().Settle(ctx)
		},
		Entry("when the peer rejects", Covers("connector.reject.frees-queue-pair"), func(a *Attempt) {
			Expect(peerRejects(a)).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		}),
		Entry("when the active side rejects", Covers("connector.reject.frees-queue-pair"), Variant("active"),
			func(a *Attempt) {
				accept := a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
				accept.Wait()
			}),
	)

	DescribeTable("fails when there is nothing to reject,",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			Expect(a.Subject().Connector.Reject(nil)).To(ReturnFailure())
		},
		Entry("because the connector is new", Covers("connector.reject.nothing-to-reject"), accepting, func(*Attempt) {}),
		Entry("because the request has been rejected", Covers("connector.reject.nothing-to-reject"), Variant("rejected"),
			accepting, func(a *Attempt) {
				peerRejects(a).Wait()
			}),
		Entry("because the connection is established", Covers("connector.reject.nothing-to-reject"), Variant("connected"),
			accepting, func(a *Attempt) { a.Establish() }),
		Entry("because this side has completed the connection", Covers("connector.reject.nothing-to-reject"),
			Variant("completed"), connecting, func(a *Attempt) { a.Establish() }),
	)

	It("returns ND_DEVICE_REMOVED when the adapter has been removed", Covers("connector.reject.nd-device-removed"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(a.Passive.Connector.Reject(nil)).To(Return(nd2.DeviceRemoved))
		})
})
