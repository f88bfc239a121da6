package nd1

import (
	"bytes"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Two entries, wherever the first ends, and whether or not one is empty.
var _ = Describe("An INDEndpoint's request of two entries", func() {
	const size, gap, near, far = 16, 3, 5, 9 // bytes, and offsets in either end's memory

	// each calls with for every list of two entries and 16 bytes, and for what the local memory holds
	// there.
	each := func(e *end, with func(list []nd1.SGE, first int)) {
		e.need("requests of", 2, e.limits.MaxOutboundSGE, "entries")
		for first := range size + 1 {
			Pattern(e.memory.bytes[:64], byte(first))
			with(append(e.memory.list(near, first), e.memory.list(near+first+gap, size-first)...), first)
		}
	}
	// expectAlone shows that the passive end's memory, clear before, holds the bytes of both entries, and no others.
	expectAlone := func(active, passive *end, first int) {
		all, memory := make([]byte, 64), Contents(active.memory.bytes[:64])
		copy(all[far:], memory[near:near+first])
		copy(all[far+first:], memory[near+first+gap:near+size+gap])
		Expect(passive.memory.bytes[:64]).To(HoldBytes(all))
	}
	// opened opens a window to all of the passive end's memory, which is cleared.
	opened := func(active, passive *end, flags nd2.OpFlags) *nd1.MWDescriptor {
		message(active, passive)
		return passive.bind(passive.window(new(nd1.Result)), 0, 64, flags)
	}

	It("sends the bytes of both, and no others", Covers("endpoint.send.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			each(active, func(list []nd1.SGE, first int) {
				Clear(passive.memory.bytes[:64])
				carry(active, passive, list, passive.memory.list(far, size))
				expectAlone(active, passive, first)
			})
		})

	It("stores the bytes of both, and no others", Covers("endpoint.write.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			d := opened(active, passive, nd2.AllowWrite)
			each(active, func(list []nd1.SGE, first int) {
				Clear(passive.memory.bytes[:64])
				active.sent(posted(func(r *nd1.Result) nd2.Status { return active.Write(r, list, d, far, 0) }))
				message(active, passive) // when it arrives, the bytes are there
				expectAlone(active, passive, first)
			})
		})

	It("fetches the bytes of both, and no others", Covers("endpoint.read.data"), Variant("any-entries"),
		func(ctx SpecContext) {
			active, passive := connected(ctx)
			d := opened(active, passive, nd2.AllowRead)
			each(active, func(list []nd1.SGE, first int) {
				before := bytes.Clone(Contents(active.memory.bytes[:64]))
				Pattern(passive.memory.bytes[:64], ^byte(first))
				there := Contents(passive.memory.bytes[far : far+size])
				read := new(nd1.Result)
				returned := active.Read(read, list, d, far, 0)
				if returned == nd2.DataOverrun { // v1 does not say how many entries a Read may have
					Unobservable("Reads have less than two entries")
				}
				Expect(returned).To(Return(nd2.Success))
				active.sent(read)
				copy(before[near:], there[:first])
				copy(before[near+first+gap:], there[first:])
				Expect(active.memory.bytes[:64]).To(HoldBytes(before), "the memory around a first entry of %d bytes", first)
			})
		})
})

// entryLength is the length in bytes of the entries of long lists.
const entryLength = 3

// entries is a list of n entries, one behind the other from the memory's start.
func (m *registered) entries(n int) (list []nd1.SGE) {
	for i := range n {
		list = append(list, m.list(entryLength*i, entryLength)...)
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
			s.InboundSGE = l.limits.MaxInboundSGE
			l.attain(s)
			active, passive := p.end(p.ordinary()), l.end(s)
			join(active, passive)
			expectCarried(active, passive, active.memory.list(0, entryLength*n), passive.memory.entries(n))
		})

	It("send as many entries as the adapter allows, if they are Sends", Covers("endpoint.send.max-entries"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			n := affordable("MaxOutboundSge", l.limits.MaxOutboundSGE, 256)
			s := l.ordinary()
			s.OutboundSGE = l.limits.MaxOutboundSGE
			l.attain(s)
			active, passive := l.end(s), p.end(p.ordinary())
			join(active, passive)
			expectCarried(active, passive, active.memory.entries(n), passive.memory.list(0, entryLength*n))
		})

	It("are refused if they are one more Receive than the adapter allows", Covers("endpoint.receive.nd-no-more-entries"),
		LongTimeout, func(ctx SpecContext) {
			l := local(ctx)
			s := l.ordinary()
			n := affordable("MaxInboundRequests", l.limits.MaxInboundRequests, 1<<16)
			s.InboundEntries = uintptr(n)
			if s.InboundEntries > l.limits.MaxCQEntries {
				Unobservable("no completion queue has room for all results")
			}
			l.attain(s)
			e, from := l.endOn(s, l.queue(s.InboundEntries), l.queue(16)), peer(ctx).end(peer(ctx).ordinary())
			limit := 2*n + 1
			received := fill(n, limit, func(r *nd1.Result) nd2.Status { return e.Receive(r, nil) })
			if len(received) < limit {
				return
			}
			join(from, e)
			for _, r := range received {
				from.sent(from.send(nil, 0))
				e.received(r)
			}
			Unobservable(roomForAll)
		})
})

// fill posts requests until an endpoint of n entries is full, at most that many, and returns those that it took: it may
// have more room than requested, and must then carry out what it took. Source: IND2Adapter.md,
// IND2Adapter::CreateQueuePair, Implementation Notes.
func fill(n, most int, post func(*nd1.Result) nd2.Status) (taken []*nd1.Result) {
	for len(taken) < most {
		r := new(nd1.Result)
		if returned := post(r); returned != nd2.Success {
			if len(taken) < n {
				Expect(returned).To(Return(nd2.Success))
			}
			Expect(returned).To(Return(nd2.NoMoreEntries))
			break
		}
		taken = append(taken, r)
	}
	return taken
}

const roomForAll = "the endpoint has room for twice as many requests"

// expectCarried shows that a Send of one list, from the start of an end's memory, fills a Receive of another one.
func expectCarried(from, to *end, list, room []nd1.SGE) {
	size := entryLength * max(len(list), len(room))
	Pattern(from.memory.bytes[:size], 5)
	carry(from, to, list, room)
	Expect(to.memory.bytes[:size]).To(HoldBytes(from.memory.bytes[:size]))
}
