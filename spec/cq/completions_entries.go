package cq

import (
	"context"
	"math"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("When only the last entry of a list is invalid, the result", func() {
	DescribeTable("has ND_ACCESS_VIOLATION for a", withLastInvalid(math.MaxInt), eachLast(""))

	// What is short may go another way: into the request itself, or into one packet.
	DescribeTable("has ND_ACCESS_VIOLATION for a short", withLastInvalid(16), eachLast("-short"))
})

// withLastInvalid makes the body of a table of requests of at most that many bytes.
func withLastInvalid(most int) func(SpecContext, nd2.RequestType, func(context.Context, *exchange) nd2.SGE,
	func(last []byte) []byte) {
	return func(ctx SpecContext, kind nd2.RequestType, invalid func(context.Context, *exchange) nd2.SGE,
		closed func(last []byte) []byte,
	) {
		x := exchangeFor(ctx, kind, Local(ctx).EntriesFor(kind, 2))
		x.length = min(x.length, most)
		list := []nd2.SGE{x.Memory.Entry(x.sink, x.length/2), invalid(ctx, x)}
		last := &list[1]
		last.Buffer = last.Buffer[x.length/2:]
		before := slices.Clone(Contents(closed(last.Buffer)))
		x.help(kind, 1, func() { x.postUnusable(kind, 1, list) })
		Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.AccessViolation)))
		if kind == nd2.RequestReceive || kind == nd2.RequestRead {
			Expect(closed(last.Buffer)).To(HoldBytes(before))
		}
	}
}

// eachLast returns an entry of the table for each type of request and each way to be invalid.
func eachLast(variant string) (list []TableEntry) {
	for _, kind := range []nd2.RequestType{nd2.RequestSend, nd2.RequestReceive, nd2.RequestRead, nd2.RequestWrite} {
		rule := "cq.getresults." + strings.ToLower(kind.String()) + ".nd-access-violation"
		rules := []string{rule}
		if kind == nd2.RequestReceive {
			rules = append(rules, "cq.getresults.request-type")
		}
		list = append(list,
			Entry(kind.String()+" with an invalid token", Covers(rules...), Variant("last-token"+variant), kind,
				wrongToken, whole),
			Entry(kind.String()+" beyond the region", Covers(rule), Variant("last-bounds"+variant), kind,
				beyondRegion, lastOnly))
	}
	return list
}

// whole is what of an entry must stay as it is if the token opens nothing, and lastOnly if just
// the last byte lies beyond the region: packets that end before that may be placed.
func whole(last []byte) []byte    { return last }
func lastOnly(last []byte) []byte { return last[len(last)-1:] }
