package nd1

import (
	"fmt"

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
			active, passive, _ := accepting(ctx)
			here, there := passive.limits, active.limits
			room := int(min(2000, here.MaxInboundLength))
			to := passive.memory.list(0, room)
			if here.MaxInboundSGE > 1 {
				to = append(passive.memory.list(0, room/3), passive.memory.list(room/3, room-room/3)...)
			}
			received := passive.receive(to) // not connected yet
			join(active, passive)

			size := int(min(1321, uintptr(room), there.MaxOutboundLength))
			Pattern(active.memory.bytes[:size], 1)
			from := active.memory.list(0, size)
			if there.MaxOutboundSGE > 1 {
				from = append(active.memory.list(0, 1), active.memory.list(1, size-1)...)
			}
			active.sent(active.send(from, 0))
			passive.received(received)
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
			s.OutboundEntries = l.limits.MaxOutboundRequests
			most := min(2*s.OutboundEntries+1, feasible, l.limits.MaxCQEntries) // the endpoint may take more than requested
			if s.OutboundEntries > most {
				Unobservable(fmt.Sprintf("the spec would have to post %d requests, and have room for their results",
					s.OutboundEntries))
			}
			l.attain(s)
			active, passive := l.endOn(s, l.queue(16), l.queue(most)), p.end(p.ordinary())
			join(active, passive)
			message(active, passive)
			d := passive.bind(passive.window(new(nd1.Result)), 0, 8, nd2.AllowRead)
			bound, free := active.window(new(nd1.Result)), active.window(new(nd1.Result))
			active.bind(bound, start, length, nd2.AllowRead)
			undo := passive.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			// These are Reads: a Read needs an answer to complete, a Send may not.
			read := func(r *nd1.Result) nd2.Status { return active.Read(r, active.memory.list(0, 8), d, 0, 0) }
			limit := int(max(most, s.OutboundEntries+1))
			results := fill(int(s.OutboundEntries), limit, read)
			if len(results) == limit {
				undo()
				if limit <= int(most) {
					active.expectAll(results)
				}
				Unobservable(roomForAll)
			}
			last := new(nd1.Result)
			active.expectFull(active.Send(last, nil, 0), "endpoint.send.nd-no-more-entries", results[0])
			for _, p := range posters {
				w, to := free, *d
				if p.method == "Invalidate" {
					w = bound
				}
				active.expectFull(p.post(active, last, w, &to, 0), p.rule("nd-no-more-entries"), results[0])
			}
			undo()
			active.expectAll(results)
			active.sent(posted(read))
			message(active, passive)
		})

	It("yield no result for a silent success, and the message arrives", Covers("endpoint.send.silent-success"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			active.need("an endpoint of", 2, active.ordinary().OutboundEntries, "requests")
			passive.need("an endpoint of", 2, passive.ordinary().InboundEntries, "Receives")
			first, second := passive.receive(passive.memory.list(0, 16)), passive.receive(passive.memory.list(16, 16))
			Pattern(active.memory.bytes[:32], 3)
			active.send(active.memory.list(0, 16), nd2.SilentSuccess)
			active.sent(active.send(active.memory.list(16, 16), 0))
			expectNone(active.outbound)
			passive.received(first, second)
			Expect(passive.memory.bytes[:32]).To(HoldBytes(active.memory.bytes[:32]))
		})

	It("end the Receive with ND_LOCAL_LENGTH when the message is longer", Covers("endpoint.receive.nd-local-length"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := passive.receive(passive.memory.list(0, 8))
			active.send(active.memory.list(0, 9), 0)
			awaitSame(ctx, passive.inbound, received)
			Expect(*received).To(CompleteAsRuled("endpoint.receive.nd-local-length"))
		})
})

var _ = Describe("INDEndpoint::Flush", func() {
	It("cancels the Receives, each once and in order", Covers("endpoint.flush.cancels"), func(ctx SpecContext) {
		_, passive := accepted(ctx)
		received := passive.receives(messages(5, passive, passive))
		Expect(passive.Flush()).To(Return(nd2.Success))
		expectCanceled(ctx, passive.inbound, received)
	})

	It("cancels the Sends that wait, each once and in order", Covers("endpoint.flush.outbound"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		message(active, passive)
		var sent []*nd1.Result
		for i := range messages(4, active, passive) {
			r := new(nd1.Result)
			returned := active.Send(r, nil, 0)              // no Receive is there for it
			if i > 0 && returned == nd2.ConnectionInvalid { // the first was given up
				break
			}
			Expect(returned).To(Return(nd2.Success))
			sent = append(sent, r)
		}
		Expect(active.Flush()).To(Return(nd2.Success))
		awaitSame(ctx, active.outbound, sent...)
		expectNone(active.outbound)
		unlessSent(sent[0])
		unlessGivenUp(sent[0])
		for _, r := range sent {
			Expect(*r).To(CompleteWith(nd2.Canceled))
		}
	})
})

// unlessSent ends the spec if a Send without a Receive has succeeded: on iWARP, a Send ends once it was sent.
func unlessSent(first *nd1.Result) {
	if first.Status == nd2.Success {
		Unobservable("a Send does not wait for the peer's Receive")
	}
}

var _ = Describe("INDEndpoint::SubmitRequestBatch", func() {
	It("carries out the batch in order, and then what follows it", Covers("endpoint.submitrequestbatch.carried-out"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			n := messages(6, active, passive)
			var sent, received []*nd1.Result
			for i := range n {
				received = append(received, passive.receive(passive.memory.list(64*i, 64)))
			}
			Pattern(active.memory.bytes[:64*n], 9)
			active.StartRequestBatch()
			for i := range n {
				sent = append(sent, active.send(active.memory.list(64*i, 64), 0))
				if i == (n+1)/2-1 {
					active.SubmitRequestBatch()
				}
			}
			for i := range n {
				active.sent(sent[i])
				passive.received(received[i])
			}
			Expect(passive.memory.bytes[:64*n]).To(HoldBytes(active.memory.bytes[:64*n]))
		})
})
