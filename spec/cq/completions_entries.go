package cq

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("When only the last entry of a list is invalid, the result", func() {
	DescribeTable("has ND_ACCESS_VIOLATION for a",
		func(ctx SpecContext, kind nd2.RequestType, invalid func(context.Context, *exchange) nd2.SGE,
			closed func(last []byte) []byte,
		) {
			x := exchangeFor(ctx, kind, Local(ctx).EntriesFor(kind, 2))
			list := []nd2.SGE{x.Memory.Entry(x.sink, x.length/2), invalid(ctx, x)}
			last := &list[1]
			last.Buffer = last.Buffer[x.length/2:]
			before := slices.Clone(Contents(closed(last.Buffer)))
			x.help(kind, 1, func() { x.postUnusable(kind, 1, list) })
			Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.AccessViolation)))
			if kind == nd2.RequestReceive || kind == nd2.RequestRead {
				Expect(closed(last.Buffer)).To(HoldBytes(before))
			}
		},
		Entry("Send with an invalid token", Covers("cq.getresults.send.nd-access-violation"), Variant("last-token"),
			nd2.RequestSend, wrongToken, whole),
		Entry("Send beyond the region", Covers("cq.getresults.send.nd-access-violation"), Variant("last-bounds"),
			nd2.RequestSend, beyondRegion, lastOnly),
		Entry("Receive with an invalid token",
			Covers("cq.getresults.receive.nd-access-violation", "cq.getresults.request-type"), Variant("last-token"),
			nd2.RequestReceive, wrongToken, whole),
		Entry("Receive beyond the region", Covers("cq.getresults.receive.nd-access-violation"),
			Variant("last-bounds"), nd2.RequestReceive, beyondRegion, lastOnly),
		Entry("Read with an invalid token", Covers("cq.getresults.read.nd-access-violation"), Variant("last-token"),
			nd2.RequestRead, wrongToken, whole),
		Entry("Read beyond the region", Covers("cq.getresults.read.nd-access-violation"), Variant("last-bounds"),
			nd2.RequestRead, beyondRegion, lastOnly),
		Entry("Write with an invalid token", Covers("cq.getresults.write.nd-access-violation"), Variant("last-token"),
			nd2.RequestWrite, wrongToken, whole),
		Entry("Write beyond the region", Covers("cq.getresults.write.nd-access-violation"),
			Variant("last-bounds"), nd2.RequestWrite, beyondRegion, lastOnly),
	)
})

// whole is what of an entry must stay as it is if the token opens nothing, and lastOnly if just
// the last byte lies beyond the region: packets that end before that may be placed.
func whole(last []byte) []byte    { return last }
func lastOnly(last []byte) []byte { return last[len(last)-1:] }
