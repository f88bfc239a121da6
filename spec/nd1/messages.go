package nd1

import (
	"fmt"
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDEndpoint::Send and Receive", func() {
	It("move a message of several entries to the last byte",
		Covers("endpoint.send.data", "endpoint.receive.before-connecting"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			active, passive := p.end(p.ordinary()), l.end(l.ordinary())
			var sent, received nd1.Result
			room := int(min(2000, l.limits.MaxInboundLength))
			to := passive.memory.list(0, room)
			if l.limits.MaxInboundSGE > 1 {
				to = append(passive.memory.list(0, room/3), passive.memory.list(room/3, room-room/3)...)
			}
			Expect(passive.Receive(&received, to)).To(Return(nd2.Success)) // not connected yet
			join(ctx, active, passive)

			size := int(min(1321, uintptr(room), p.limits.MaxOutboundLength))
			Pattern(active.memory.bytes[:size], 1)
			from := active.memory.list(0, size)
			if p.limits.MaxOutboundSGE > 1 {
				from = append(active.memory.list(0, 1), active.memory.list(1, size-1)...)
			}
			Expect(active.Send(&sent, from, 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &sent)
			expectResults(ctx, passive.inbound, &received)
			Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
			Expect(passive.memory.bytes[:size]).To(HoldBytes(active.memory.bytes[:size]))
			Expect(passive.memory.bytes[size:]).To(HoldBytes(make([]byte, memorySize-size)))
		})

	It("refuse a Send when the endpoint is not connected", Covers("endpoint.send.nd-connection-invalid"),
		func(ctx SpecContext) {
			l := local(ctx)
			e := l.end(l.ordinary())
			Expect(e.Send(new(nd1.Result), nil, 0)).To(Return(nd2.ConnectionInvalid))
			expectNone(e.outbound)
		})

	It("refuse one outbound request more than the adapter allows until some have completed",
		Covers("endpoint.send.nd-no-more-entries", "endpoint.sendandinvalidate.nd-no-more-entries",
			"endpoint.bind.nd-no-more-entries", "endpoint.invalidate.nd-no-more-entries", "endpoint.read.nd-no-more-entries",
			"endpoint.write.nd-no-more-entries"), LongTimeout, func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			const feasible = 1 << 16 // requests that a spec may post
			s := l.ordinary()
			s.outboundEntries = l.limits.MaxOutboundRequests
			most := min(2*s.outboundEntries+1, feasible, l.limits.MaxCQEntries) // the endpoint may take more than requested
			if s.outboundEntries > most {
				Unobservable(fmt.Sprintf("the spec would have to post %d requests, and have room for their results",
					s.outboundEntries))
			}
			l.attain(s)
			active, passive := l.endOn(s, l.queue(16), l.queue(most)), p.end(p.ordinary())
			join(ctx, active, passive)
			message(ctx, active, passive)
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, 8, nd2.AllowRead)
			bound, free := active.window(new(nd1.Result)), active.window(new(nd1.Result))
			active.bind(ctx, bound, start, length, nd2.AllowRead)
			undo := passive.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			// These are Reads: a Read needs an answer to complete, a Send may not.
			results := make([]nd1.Result, max(most, s.outboundEntries+1))
			read := func(r *nd1.Result) nd2.Status { return active.Read(r, active.memory.list(0, 8), d, 0, 0) }
			last := fill(int(s.outboundEntries), results, read)
			if last == len(results) {
				undo()
				if last <= int(most) {
					expectAll(ctx, active.outbound, results)
				}
				Unobservable(roomForAll)
			}
			expectFull(active, active.Send(&results[last], nil, 0), "endpoint.send.nd-no-more-entries", &results[0])
			for _, p := range posters {
				w, to := free, *d
				if p.method == "Invalidate" {
					w = bound
				}
				expectFull(active, p.post(active, &results[last], w, &to, 0), p.rule("nd-no-more-entries"), &results[0])
			}
			undo()
			expectAll(ctx, active.outbound, results[:last])
			Expect(read(&results[last])).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &results[last])
			message(ctx, active, passive)
		})

	It("yield no result for a silent success, and the message arrives", Covers("endpoint.send.silent-success"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			active.need("an endpoint of", 2, active.ordinary().outboundEntries, "requests")
			passive.need("an endpoint of", 2, passive.ordinary().inboundEntries, "Receives")
			var silent, loud nd1.Result
			received := make([]nd1.Result, 2)
			for i := range received {
				Expect(passive.Receive(&received[i], passive.memory.list(16*i, 16))).To(Return(nd2.Success))
			}
			Pattern(active.memory.bytes[:32], 3)
			Expect(active.Send(&silent, active.memory.list(0, 16), nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(active.Send(&loud, active.memory.list(16, 16), 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &loud)
			expectNone(active.outbound)
			expectResults(ctx, passive.inbound, &received[0], &received[1])
			Expect(passive.memory.bytes[:32]).To(HoldBytes(active.memory.bytes[:32]))
		})

	It("end the Receive with ND_LOCAL_LENGTH when the message is longer", Covers("endpoint.receive.nd-local-length"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			var sent, received nd1.Result
			Expect(passive.Receive(&received, passive.memory.list(0, 8))).To(Return(nd2.Success))
			Expect(active.Send(&sent, active.memory.list(0, 9), 0)).To(Return(nd2.Success))
			Expect(await(ctx, passive.inbound, 1)[0]).To(BeIdenticalTo(&received), "the result handed back")
			Expect(received).To(CompleteAsRuled("endpoint.receive.nd-local-length"))
		})
})

var _ = Describe("INDCompletionQueue::GetResults", func() {
	It("returns the results that the requests were given, in order", Covers("endpoint.getresults.own-results"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			n := messages(6, active, passive)
			sent, received := make([]nd1.Result, n), make([]nd1.Result, n)
			var sentOrder, receivedOrder []*nd1.Result
			for i := range n { // not in the order of their addresses
				at := n - 1 - i
				sentOrder, receivedOrder = append(sentOrder, &sent[at]), append(receivedOrder, &received[at])
				Expect(passive.Receive(&received[at], passive.memory.list(64*i, 64))).To(Return(nd2.Success))
			}
			for i, r := range sentOrder {
				Expect(active.Send(r, active.memory.list(0, i), 0)).To(Return(nd2.Success))
			}
			expectResults(ctx, active.outbound, sentOrder...)
			expectResults(ctx, passive.inbound, receivedOrder...)
			for i, r := range receivedOrder {
				Expect(r.BytesTransferred).To(BeEquivalentTo(i), "BytesTransferred of Receive %d", i)
			}
			expectNone(active.outbound)
			expectNone(passive.inbound)
		})

	It("returns the results to an array with more room", Covers("endpoint.getresults.own-results"), Variant("33-places"),
		func(ctx SpecContext) {
			room := max(33, Size(ctx, 33)) // whatever the adapter's limits are
			active, passive := connected(ctx)
			n := messages(6, active, passive)
			sent, received := make([]nd1.Result, n), make([]nd1.Result, n)
			for i := range n {
				Expect(passive.Receive(&received[i], nil)).To(Return(nd2.Success))
				Expect(active.Send(&sent[i], nil, 0)).To(Return(nd2.Success))
			}
			await(ctx, active.outbound, n)
			results := make([]*nd1.Result, room)
			for got := 0; got < n; {
				more := int(passive.inbound.GetResults(results))
				for i, r := range results[:more] {
					Expect(r).To(BeIdenticalTo(&received[got+i]), "result %d", got+i)
				}
				got += more
				if more == 0 {
					Expect(ctx.Err()).NotTo(HaveOccurred(), "%d results of %d in time", got, n)
					runtime.Gosched()
				}
			}
		})
})

var _ = Describe("INDEndpoint::Flush", func() {
	It("cancels the Receives, each once and in order", Covers("endpoint.flush.cancels"), func(ctx SpecContext) {
		_, passive := accepted(ctx)
		n := messages(5, passive, passive)
		received := make([]nd1.Result, n)
		for i := range received {
			Expect(passive.Receive(&received[i], nil)).To(Return(nd2.Success))
		}
		Expect(passive.Flush()).To(Return(nd2.Success))
		for i, r := range await(ctx, passive.inbound, n) {
			Expect(r).To(BeIdenticalTo(&received[i]), "result %d that was handed back", i)
			Expect(*r).To(CompleteWith(nd2.Canceled))
		}
		expectNone(passive.inbound)
	})
})

var _ = Describe("INDEndpoint::Flush", func() {
	It("cancels the Sends that wait, each once and in order", Covers("endpoint.flush.outbound"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(ctx, active, passive)
		sent := make([]nd1.Result, messages(4, active, passive))
		for i := range sent {
			returned := active.Send(&sent[i], nil, 0)       // no Receive is there for it
			if i > 0 && returned == nd2.ConnectionInvalid { // the first was given up
				sent = sent[:i]
				break
			}
			Expect(returned).To(Return(nd2.Success))
		}
		Expect(active.Flush()).To(Return(nd2.Success))
		ended := await(ctx, active.outbound, len(sent))
		for i, r := range ended {
			Expect(r).To(BeIdenticalTo(&sent[i]), "result %d that was handed back", i)
		}
		expectNone(active.outbound)
		if ended[0].Status == nd2.Success { // on iWARP, a Send ends once it was sent
			Unobservable("a Send does not wait for the peer's Receive")
		}
		unlessGivenUp(ended[0])
		for _, r := range ended {
			Expect(*r).To(CompleteWith(nd2.Canceled))
		}
	})
})

var _ = Describe("INDEndpoint::SubmitRequestBatch", func() {
	It("carries out the batch in order, and then what follows it", Covers("endpoint.submitrequestbatch.carried-out"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			n := messages(6, active, passive)
			batched := (n + 1) / 2
			sent, received := make([]nd1.Result, n), make([]nd1.Result, n)
			for i := range n {
				Expect(passive.Receive(&received[i], passive.memory.list(64*i, 64))).To(Return(nd2.Success))
			}
			Pattern(active.memory.bytes[:64*n], 9)
			active.StartRequestBatch()
			for i := range n {
				Expect(active.Send(&sent[i], active.memory.list(64*i, 64), 0)).To(Return(nd2.Success))
				if i == batched-1 {
					active.SubmitRequestBatch()
				}
			}
			for i := range n {
				expectResults(ctx, active.outbound, &sent[i])
				expectResults(ctx, passive.inbound, &received[i])
			}
			Expect(passive.memory.bytes[:64*n]).To(HoldBytes(active.memory.bytes[:64*n]))
		})
})
