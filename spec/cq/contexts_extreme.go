package cq

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Contexts are the client's: none of them means anything to a provider, neither 0 nor one of all bits.
var _ = Describe("The contexts of a result", Pin(PairContext, "0 is one of them"), func() {
	const none, all, highest = uintptr(0), ^uintptr(0), ^(^uintptr(0) >> 1)
	each := []uintptr{none, all, highest, 1}

	DescribeTable("are those of the request and of the queue pair, whatever they are, for",
		func(ctx SpecContext, kind nd2.RequestType) {
			for _, ofPair := range []uintptr{none, all} {
				x := exchangeFor(ctx, kind, Shape{Context: ofPair})
				x.prepare(ctx, kind, len(each))
				for _, ofRequest := range each {
					x.carryOut(kind, ofRequest, 0)
					expectOutcome(Result(ctx, x.queueOf(kind)), kind, ofRequest, ofPair, nd2.Success)
					switch kind { // the other end's is taken as well, since its queue may have one place
					case nd2.RequestSend:
						Result(ctx, x.other.Receives)
					case nd2.RequestReceive:
						Result(ctx, x.other.Initiated)
					}
				}
			}
		}, eachOf("", nd2.RequestSend, nd2.RequestReceive, nd2.RequestBind, nd2.RequestInvalidate, nd2.RequestRead,
			nd2.RequestWrite))

	DescribeTable("are those of the request and of the queue pair, whatever they are, for a failed",
		func(ctx SpecContext, kind nd2.RequestType) {
			for i, ofPair := range []uintptr{none, all} {
				x := exchangeFor(ctx, kind, Shape{Context: ofPair})
				ofRequest := each[1-i]
				x.help(kind, ofRequest, func() { x.postUnusable(kind, ofRequest, []nd2.SGE{wrongToken(ctx, x)}) })
				failed := Result(ctx, x.queueOf(kind))
				Expect(failed.Status.Failed()).To(BeSo("a "+kind.String()+" with a wrong token to fail", failed.Status.String()))
				expectOutcome(failed, kind, ofRequest, ofPair, failed.Status) // which others judge
			}
		}, eachOf("-failed", nd2.RequestSend, nd2.RequestReceive, nd2.RequestRead, nd2.RequestWrite))

	It("are those of the request and of the queue pair, whatever they are, for a canceled Receive",
		Covers("cq.getresults.contexts"), Variant("extreme-canceled"), ownReceives, func(ctx SpecContext) {
			for _, ofPair := range []uintptr{none, all} {
				e := Connect(ctx, Shape{Context: ofPair}).Active
				e.NeedReceives(len(each))
				for _, ofRequest := range each {
					Expect(e.Receive(ofRequest, nil)).To(Return(nd2.Success))
				}
				Expect(e.Flush()).To(Return(nd2.Success))
				for _, ofRequest := range each {
					expectOutcome(Result(ctx, e.Receives), nd2.RequestReceive, ofRequest, ofPair, nd2.Canceled)
				}
			}
		})

	It("are told in the places of the array that there are results for, and nowhere behind it",
		Covers("cq.getresults.count"), Variant("behind"), func(ctx SpecContext) {
			n := Size(ctx, 6)
			queue := queueHolding(ctx, n)
			untouched := nd2.Result{Status: 0x5a5a5a5a, RequestContext: all, QueuePairContext: highest}
			results := make([]nd2.Result, 2*n)
			for taken, room := 0, 1; taken < n; room++ {
				for i := range results {
					results[i] = untouched
				}
				due := min(room, n-taken)
				Expect(queue.GetResults(results[:room])).To(BeEquivalentTo(due), "results given to an array of %d", room)
				for i := range due {
					expectOutcome(results[i], nd2.RequestReceive, uintptr(1+taken+i), none, nd2.Success)
				}
				for _, r := range results[room:] {
					Expect(r).To(Equal(untouched), "what is behind an array of %d", room)
				}
				taken += due
			}
		})
})

// expectOutcome judges every field of a result but for the bytes.
func expectOutcome(r nd2.Result, kind nd2.RequestType, ofRequest, ofPair uintptr, status nd2.Status) {
	Expect([]nd2.Result{r}).To(HaveOutcomes(Outcome(kind, ofRequest, status)))
	Expect(r.QueuePairContext).To(Equal(ofPair), "QueuePairContext")
}

// eachOf returns a table entry for each type of request.
func eachOf(variant string, kinds ...nd2.RequestType) (list []TableEntry) {
	for _, kind := range kinds {
		rules := []string{"cq.getresults.contexts", "cq.getresults.request-type"}
		if kind == nd2.RequestRead {
			rules = append(rules, "cq.getresults.read.nd-success") // which needs Reads
		}
		name := "extreme-" + strings.ToLower(kind.String()) + variant
		list = append(list, Entry(kind.String(), Covers(rules...), Variant(name), kind))
	}
	return list
}
