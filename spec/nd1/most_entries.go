package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// each is the length in bytes of the entries of long lists.
const each = 3

// entries is a list of n entries, one behind the other from the memory's start.
func (m *registered) entries(n int) (list []nd1.SGE) {
	for i := range n {
		list = append(list, m.list(each*i, each)...)
	}
	return list
}

// affordable ends the spec as unobservable if a limit is too much to ask of the machine.
func affordable(what string, limit, most uintptr) int {
	if limit > most {
		Unobservable(fmt.Sprintf("%s, %d, is more than a spec asks of the machine", what, limit))
	}
	return int(limit)
}

var _ = Describe("An INDEndpoint's requests", func() {
	It("fill as many entries as the adapter allows, if they are Receives", Covers("endpoint.receive.max-entries"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			n := affordable("MaxInboundSge", l.limits.MaxInboundSGE, 256)
			s := l.ordinary()
			s.inboundSGE = l.limits.MaxInboundSGE
			l.attain(s)
			active, passive := p.end(p.ordinary()), l.end(s)
			join(ctx, active, passive)
			Pattern(active.memory.bytes[:each*n], 5)
			expectMessage(ctx, active, passive, active.memory.list(0, each*n), passive.memory.entries(n))
			Expect(passive.memory.bytes[:each*n]).To(HoldBytes(active.memory.bytes[:each*n]))
		})

	It("send as many entries as the adapter allows, if they are Sends", Covers("endpoint.send.max-entries"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			n := affordable("MaxOutboundSge", l.limits.MaxOutboundSGE, 256)
			s := l.ordinary()
			s.outboundSGE = l.limits.MaxOutboundSGE
			l.attain(s)
			active, passive := l.end(s), p.end(p.ordinary())
			join(ctx, active, passive)
			Pattern(active.memory.bytes[:each*n], 6)
			expectMessage(ctx, active, passive, active.memory.entries(n), passive.memory.list(0, each*n))
			Expect(passive.memory.bytes[:each*n]).To(HoldBytes(active.memory.bytes[:each*n]))
		})

	It("are refused if they are one more Receive than the adapter allows", Covers("endpoint.receive.nd-no-more-entries"),
		LongTimeout, func(ctx SpecContext) {
			l := local(ctx)
			s := l.ordinary()
			n := affordable("MaxInboundRequests", l.limits.MaxInboundRequests, 1<<16)
			s.inboundEntries = uintptr(n)
			if s.inboundEntries > l.limits.MaxCQEntries {
				Unobservable("no completion queue has room for all results")
			}
			l.attain(s)
			e, from := l.endOn(s, l.queue(s.inboundEntries), l.queue(16)), peer(ctx).end(peer(ctx).ordinary())
			results := make([]nd1.Result, 2*n+1)
			if taken := fill(n, results, func(r *nd1.Result) nd2.Status { return e.Receive(r, nil) }); taken < len(results) {
				return
			}
			join(ctx, from, e)
			for i := range results {
				var sent nd1.Result
				Expect(from.Send(&sent, nil, 0)).To(Return(nd2.Success))
				expectResults(ctx, from.outbound, &sent)
				expectResults(ctx, e.inbound, &results[i])
			}
			Unobservable(roomForAll)
		})
})

// fill posts requests until an endpoint of n entries is full, and returns how many it took: it may have more room
// than requested, and must then carry out what it took. Source: IND2Adapter.md, IND2Adapter::CreateQueuePair,
// Implementation Notes.
func fill(n int, results []nd1.Result, post func(*nd1.Result) nd2.Status) (taken int) {
	for taken = range results {
		returned := post(&results[taken])
		if returned == nd2.Success {
			continue
		}
		if taken < n {
			Expect(returned).To(Return(nd2.Success))
		}
		Expect(returned).To(Return(nd2.NoMoreEntries))
		return taken
	}
	return len(results)
}

const roomForAll = "the endpoint has room for twice as many requests"

// expectMessage shows that a Send of one list fills a Receive of another one.
func expectMessage(ctx SpecContext, from, to *end, sent, room []nd1.SGE) {
	var sending, receiving nd1.Result
	Expect(to.Receive(&receiving, room)).To(Return(nd2.Success))
	Expect(from.Send(&sending, sent, 0)).To(Return(nd2.Success))
	expectResults(ctx, from.outbound, &sending)
	expectResults(ctx, to.inbound, &receiving)
}
