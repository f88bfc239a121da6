package qp

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// undefinedFlag is a flag that no request has.
const undefinedFlag nd2.OpFlags = 1 << 31

var _ = Describe("IND2QueuePair's initiator requests", func() {
	DescribeTable("are refused before the queue pair is connected, which they leave usable",
		func(ctx SpecContext, request nd2.RequestType) {
			e := Local(ctx).End(Shape{})
			post := poster(ctx, &Connection{Active: e, Passive: e}, request)
			Expect(post(1, 0)).To(Return(nd2.ConnectionInvalid))
			expectUsable(ctx, ConnectEnds(ctx, e, Peer(ctx).End(Shape{})), e)
		},
		Entry("for Send", Covers("qp.send.nd-connection-invalid"), nd2.RequestSend),
		Entry("for Bind", Covers("qp.bind.nd-connection-invalid"), nd2.RequestBind),
		Entry("for Invalidate", Covers("qp.invalidate.nd-connection-invalid"), nd2.RequestInvalidate),
		Entry("for Read", Covers("qp.read.nd-connection-invalid"), nd2.RequestRead),
		Entry("for Write", Covers("qp.write.nd-connection-invalid"), nd2.RequestWrite))

	DescribeTable("are refused when the initiator queue is full, until a result is taken",
		func(ctx SpecContext, request nd2.RequestType) {
			depth := Local(ctx).Info.MaxInitiatorQueueDepth
			c := Stalled(ctx, Shape{InitiatorDepth: depth})
			post := poster(ctx, c, request)
			for i := range depth {
				Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
			}
			Expect(post(probe, 0)).To(Return(nd2.NoMoreEntries))

			postEmpty(c.Passive, 1)
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 0, nd2.Success)))
			Expect(post(probe, 0)).To(Return(nd2.Success))
			Expect(c.Active.Send(probe, nil, 0)).To(Return(nd2.NoMoreEntries))
		},
		Entry("for Send", Covers("qp.send.nd-no-more-entries", "qp.initiator.place-after-result"), nd2.RequestSend),
		Entry("for Bind", Covers("qp.bind.nd-no-more-entries"), nd2.RequestBind),
		Entry("for Invalidate", Covers("qp.invalidate.nd-no-more-entries"), nd2.RequestInvalidate),
		Entry("for Read", Covers("qp.read.nd-no-more-entries"), nd2.RequestRead),
		Entry("for Write", Covers("qp.write.nd-no-more-entries"), nd2.RequestWrite))

	DescribeTable("are refused with flags of other requests, or undefined ones, and post nothing",
		func(ctx SpecContext, request nd2.RequestType, id string, flags ...nd2.OpFlags) {
			c := Connect(ctx, Shape{})
			post := poster(ctx, c, request)
			for _, f := range append(flags, undefinedFlag, undefinedFlag|nd2.SilentSuccess) {
				Expect(post(1, f)).To(ReturnAsRuled(id), "flags %#x", f)
			}
			expectUsable(ctx, c, c.Active)
		},
		Entry("for Send", Covers("qp.send.nd-invalid-parameter-4"),
			nd2.RequestSend, "qp.send.nd-invalid-parameter-4", nd2.AllowRead, nd2.AllowWrite),
		Entry("for Bind", Covers("qp.bind.invalid-flags", "qp.bind.refused-posts-nothing"),
			nd2.RequestBind, "qp.bind.invalid-flags", nd2.SendAndSolicitEvent, nd2.Inline),
		Entry("for Invalidate", Covers("qp.invalidate.invalid-flags"),
			nd2.RequestInvalidate, "qp.invalidate.invalid-flags", nd2.SendAndSolicitEvent, nd2.Inline, nd2.AllowRead, nd2.AllowWrite),
		Entry("for Read", Covers("qp.read.invalid-flags"),
			nd2.RequestRead, "qp.read.invalid-flags", nd2.SendAndSolicitEvent, nd2.Inline, nd2.AllowRead, nd2.AllowWrite),
		Entry("for Write", Covers("qp.write.nd-invalid-parameter-6"),
			nd2.RequestWrite, "qp.write.nd-invalid-parameter-6", nd2.SendAndSolicitEvent, nd2.AllowRead, nd2.AllowWrite))

	DescribeTable("with ND_OP_FLAG_SILENT_SUCCESS yield no result when they succeed",
		func(ctx SpecContext, request nd2.RequestType) {
			c := Connect(ctx, Shape{})
			post := poster(ctx, c, request)
			if request == nd2.RequestSend {
				postEmpty(c.Passive, 1)
			}
			postEmpty(c.Passive, 1)
			Expect(post(1, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Results(ctx, c.Passive.Receives, 1)
		},
		Entry("for Send", Covers("qp.send.silent-success"), nd2.RequestSend),
		Entry("for Bind", Covers("qp.bind.silent-success"), nd2.RequestBind),
		Entry("for Invalidate", Covers("qp.invalidate.silent-success"), nd2.RequestInvalidate),
		Entry("for Read", Covers("qp.read.silent-success"), nd2.RequestRead),
		Entry("for Write", Covers("qp.write.silent-success"), nd2.RequestWrite))

	DescribeTable("with ND_OP_FLAG_SILENT_SUCCESS yield a result when they fail",
		func(ctx SpecContext, request nd2.RequestType) {
			c := Connect(ctx, Shape{})
			post := poster(ctx, c, request)
			Expect(forbiddenWrite(c)).To(Return(nd2.Success))
			Expect(post(2, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 2)[1:]).To(HaveOutcomes(Outcome(request, 2, nd2.Canceled)))
		},
		Entry("for Send", Covers("qp.send.silent-failure"), nd2.RequestSend),
		Entry("for Bind", Covers("qp.bind.silent-failure"), nd2.RequestBind),
		Entry("for Invalidate", Covers("qp.invalidate.silent-failure"), nd2.RequestInvalidate),
		Entry("for Read", Covers("qp.read.silent-failure"), nd2.RequestRead),
		Entry("for Write", Covers("qp.write.silent-failure"), nd2.RequestWrite))
})
