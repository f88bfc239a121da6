package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What copies out to a buffer does so wherever it may be called: it fills no more than there is room for, and says how
// much there is.
var _ = Describe("An IND2Connector", func() {
	DescribeTable("copies its address out to a buffer of whatever size",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			get := a.Subject().Connector.GetLocalAddress
			ExpectOverflow(get)
			ExpectSizeUsed(get, ExpectSockaddr)
			expectLocalAddress(a, a.Subject())
		}, Covers("connector.getlocaladdress.nd-buffer-overflow", "connector.getlocaladdress.size-used"),
		Entry("while it connects", Variant("connecting"), connecting, func(a *Attempt) { a.Request(nil) }),
		Entry("when the peer has accepted", Variant("answered"), connecting, func(a *Attempt) { a.Answer(nil) }),
		Entry("while it accepts", Variant("accepting"), accepting, func(a *Attempt) { a.Answer(nil) }))

	DescribeTable("copies private data out to a buffer of whatever size, as much of it as was sent:",
		func(ctx SpecContext, prepare preparation, length func(most uint32) uint32) {
			a := prepare(ctx)
			sent := bringPrivateDataOf(a, length)
			ExpectCopiedOut(a.Subject().Connector.GetPrivateData, sent)
		}, Covers("connector.getprivatedata.nd-buffer-overflow", "connector.getprivatedata.size-used"),
		Entry("one byte, with the request", Variant("one-passive"), accepting, one),
		Entry("one byte, with the acceptance", Variant("one"), connecting, one),
		Entry("two bytes, with the request", Variant("two-passive"), accepting, two),
		Entry("two bytes, with the acceptance", Variant("two"), connecting, two),
		Entry("one byte less than the most, with the request", Variant("less-passive"), accepting, less),
		Entry("one byte less than the most, with the acceptance", Variant("less"), connecting, less),
		Entry("the most, with the request", Variant("most-passive"), accepting, whole),
		Entry("the most, with the acceptance", Variant("most"), connecting, whole))

	It("copies what was sent with a rejection out to a buffer of whatever size",
		Covers("connector.getprivatedata.nd-buffer-overflow", "connector.getprivatedata.size-used"), Variant("rejected"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			rejection := atMost(privateData(40), a.Passive.Info.MaxCalleeData)
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(rejection)).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			ExpectCopiedOut(a.Active.Connector.GetPrivateData, rejection)
		})

	It("returns only the limits that are asked for, on the active side", Covers("connector.getreadlimits.optional"),
		Variant("active"), func(ctx SpecContext) {
			a := NewAttempt(ctx, Local(ctx).End(reads{1, 2}.shape()), Peer(ctx).End(reads{2, 1}.shape()))
			accept := a.Answer(nil)
			k, both := a.Active.Connector, limitsOf(a.Active.Connector)
			var told reads
			Expect(k.GetReadLimits(nil, &told.out)).To(Return(nd2.Success))
			Expect(told).To(Equal(reads{0, both.out}), "the read limits")
			Expect(k.GetReadLimits(&told.in, nil)).To(Return(nd2.Success))
			Expect(told).To(Equal(both), "the read limits")
			Expect(k.GetReadLimits(nil, nil)).To(Return(nd2.Success))
			a.Finish(accept).Settle(ctx)
		})
})

// How much private data a spec sends, of the most that may be sent.
func one(uint32) uint32        { return 1 }
func two(uint32) uint32        { return 2 }
func less(most uint32) uint32  { return most - 1 }
func whole(most uint32) uint32 { return most }

// bringPrivateDataOf is bringPrivateData with data of a length. The spec is unobservable if as much can't be sent.
func bringPrivateDataOf(a *Attempt, length func(most uint32) uint32) (sent []byte) {
	most := a.Passive.Info.MaxCalleeData
	if a.Subject() == a.Passive {
		most = a.Active.Info.MaxCallerData
	}
	n := length(most)
	if n == 0 || n > most {
		Unobservable("the adapter takes less private data")
	}
	sent = privateData(n)
	if a.Subject() == a.Passive {
		a.Request(sent)
		return sent
	}
	connect := a.Request(nil)
	a.Accept(sent)
	Expect(connect).To(CompleteWith(nd2.Success))
	return sent
}
