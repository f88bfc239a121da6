package connector

import (
	"context"
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::GetReadLimits", func() {
	DescribeTable("returns to the passive side what the peer offers, as far as both adapters support it:",
		func(ctx SpecContext, active, passive reads) {
			expectOffered(NewAttempt(ctx, Peer(ctx).End(active.shape()), Local(ctx).End(passive.shape())), active)
		}, offers("connector.getreadlimits.passive"))

	DescribeTable("returns to the active side what is left of its offer:",
		func(ctx SpecContext, active, passive reads) {
			expectAnswered(ctx, NewAttempt(ctx, Local(ctx).End(active.shape()), Peer(ctx).End(passive.shape())), active, passive)
		}, offers("connector.getreadlimits.active"))

	DescribeTable("can be called before the client has decided,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			bringToDecision(a)
			Expect(limitsOf(a.Subject().Connector)).To(Equal(limitsOf(a.Subject().Connector)),
				"the read limits, asked for again")
		}, eachEnd("connector.getreadlimits.nd-success"))

	It("returns only the limits that are asked for", Covers("connector.getreadlimits.optional"), func(ctx SpecContext) {
		a := NewAttempt(ctx, Peer(ctx).End(reads{1, 2}.shape()), Local(ctx).End(Shape{}))
		a.Request(nil)
		c, both := a.Passive.Connector, limitsOf(a.Passive.Connector)
		var one reads
		Expect(c.GetReadLimits(&one.in, nil)).To(Return(nd2.Success))
		Expect(one).To(Equal(reads{both.in, 0}), "the read limits")
		Expect(c.GetReadLimits(nil, &one.out)).To(Return(nd2.Success))
		Expect(one).To(Equal(both), "the read limits")
		Expect(c.GetReadLimits(nil, nil)).To(Return(nd2.Success))
	})

	DescribeTable("(for the record): for an established connection,",
		established(func(_ SpecContext, a *Attempt) {
			var inbound, outbound uint32
			Record("GetReadLimits on an established connection: " + a.Subject().Connector.GetReadLimits(&inbound,
				&outbound).String())
		}), eachEnd("connector.getreadlimits.connected"))

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, bring func(ctx SpecContext, a *Attempt)) {
			a := Attempting(ctx)
			bring(ctx, a)
			var inbound, outbound uint32
			Expect(a.Active.Connector.GetReadLimits(&inbound, &outbound)).To(Return(nd2.ConnectionInvalid))
		}, unconnected("connector.getreadlimits.nd-connection-invalid"),
		Entry("for a connector whose request the peer has not answered",
			Covers("connector.getreadlimits.nd-connection-invalid"), Variant("connecting"),
			func(_ SpecContext, a *Attempt) { a.Request(nil) }),
		Entry("for a connector whose request the peer has rejected", Covers("connector.getreadlimits.nd-connection-invalid"),
			Variant("rejected"),
			func(_ SpecContext, a *Attempt) { peerRejects(a).Wait() }))

	It("fails when the adapter has been removed", Covers("connector.getreadlimits.nd-unsuccessful"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			var inbound, outbound uint32
			Expect(a.Passive.Connector.GetReadLimits(&inbound,
				&outbound)).To(ReturnAsRuled("connector.getreadlimits.nd-unsuccessful"))
		})
})

// reads are the read limits that a side offers, or is told.
type reads struct{ in, out uint32 }

// most is more than any adapter supports.
const most = math.MaxUint32

// shape is that of an end that offers them.
func (r reads) shape() Shape {
	return Shape{NoReads: true, InboundReads: r.in, OutboundReads: r.out}
}

// can is what an adapter leaves of an offer.
func (r reads) can(s *Side) reads {
	return reads{min(r.in, s.Info.MaxInboundReadLimit), min(r.out, s.Info.MaxOutboundReadLimit)}
}

// limitedBy is what the peer's offer leaves of an offer.
func (r reads) limitedBy(peer reads) reads { return reads{min(r.in, peer.out), min(r.out, peer.in)} }

// limitsOf returns what a connector tells.
func limitsOf(c nd2.Connector) (r reads) {
	Expect(c.GetReadLimits(&r.in, &r.out)).To(Return(nd2.Success))
	return r
}

// expectOffered shows that the passive side is told what the active one offers, as
// far as both adapters support it, or less.
func expectOffered(a *Attempt, offer reads) {
	a.Request(nil)
	own := reads{most, most}.can(a.Passive.Side)
	expectWithin(limitsOf(a.Passive.Connector), own.limitedBy(offer.can(a.Active.Side)))
}

// expectAnswered shows that the active side is told what the passive one's answer
// leaves of its offer, as far as both adapters support it, or less, and that the connection
// works.
func expectAnswered(ctx context.Context, a *Attempt, offer, answer reads) {
	accept := a.Answer(nil)
	own := offer.can(a.Active.Side)
	expectWithin(limitsOf(a.Active.Connector), own.limitedBy(answer.can(a.Passive.Side)))
	a.Finish(accept).Settle(ctx)
}

// expectWithin shows that each limit is no more than it may be, and not 0 unless it
// has to: the page lets it be less, and where both sides want Reads, there must be a
// way to issue one.
func expectWithin(told, limit reads) {
	Expect(told.in).To(And(BeNumerically("<=", limit.in), BeNumerically(">=", min(1, limit.in))), "the inbound limit")
	Expect(told.out).To(And(BeNumerically("<=", limit.out), BeNumerically(">=", min(1, limit.out))), "the outbound limit")
}

// offers returns a table entry for each interesting pair of offers, the active side's
// and the passive one's.
func offers(id string) []TableEntry {
	return []TableEntry{
		Entry("more Reads than either adapter supports", Covers(id), reads{most, most}, reads{most, most}),
		Entry("one Read in each direction", Covers(id), Variant("one"), reads{1, 1}, reads{1, 1}),
		Entry("no Reads at all", Covers(id), Variant("none"), reads{}, reads{}),
		Entry("fewer inbound Reads than outbound", Covers(id), Variant("fewer-inbound"), reads{1, 3}, reads{2, 4}),
		Entry("fewer outbound Reads than inbound", Covers(id), Variant("fewer-outbound"), reads{4, 2}, reads{3, 1}),
		Entry("no outbound Reads on the active side", Covers(id), Variant("active-inbound"), reads{most, 0},
			reads{most, most}),
		Entry("no inbound Reads on the active side", Covers(id), Variant("active-outbound"), reads{0, most},
			reads{most, most}),
		Entry("no outbound Reads on the passive side", Covers(id), Variant("passive-inbound"), reads{most, most},
			reads{most, 0}),
		Entry("no inbound Reads on the passive side", Covers(id), Variant("passive-outbound"), reads{most, most},
			reads{0, most}),
		Entry("more Reads on the passive side than on the active one", Covers(id), Variant("passive-more"), reads{2, 3},
			reads{most, most}),
	}
}

// bringToDecision goes on until the subject holds a request or an answer.
func bringToDecision(a *Attempt) {
	if a.Subject() == a.Passive {
		a.Request(nil)
	} else {
		a.Answer(nil)
	}
}

// unconnected returns a table entry for each state in which the active end has no
// connection.
func unconnected(id string) []TableEntry {
	return []TableEntry{
		Entry("for a connector that is new", Covers(id), func(_ SpecContext, a *Attempt) {
			a.Active.Connector = a.Active.Side.Connector()
		}),
		Entry("for a connector that is only bound", Covers(id), Variant("bound"), func(SpecContext, *Attempt) {}),
		Entry("for a connector that has disconnected", Covers(id), Variant("disconnected"),
			func(ctx SpecContext, a *Attempt) {
				a.Establish()
				part(ctx, a.Active, a.Passive)
			}),
	}
}
