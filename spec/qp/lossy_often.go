package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What a connection is like that has repaired losses: as it was before.
var _ = Describe("An IND2QueuePair over a network that has lost packets", func() {
	DescribeTable("repairs each of many losses, however many there were before:",
		func(ctx SpecContext, kind nd2.RequestType, connect func(ctx SpecContext) *Connection) {
			const losses = 20
			repaired := repairsLosses(ctx, connect(ctx), kind, losses)
			switch repaired {
			case losses:
				return
			case 0:
				Unobservable("the provider gives up when a request is lost once")
			}
			// It may have been the machine. What counts losses gives up at the same one again.
			if repairsLosses(ctx, connect(ctx), kind, losses) != repaired {
				Unobservable("the provider gives up now and then when a request is lost once")
			}
			Expect(repaired).To(Equal(losses), "how many losses are repaired, each by itself, on two connections in turn")
		},
		Entry("of Sends", Covers("qp.send.despite-losses"), Variant("one-by-one"), LongTimeout, nd2.RequestSend, forward),
		Entry("of Sends from the accepting side", Covers("qp.send.despite-losses"), Variant("one-by-one-passive"),
			LongTimeout, nd2.RequestSend, backward),
		Entry("of Writes", Covers("qp.write.despite-losses"), Variant("one-by-one"), LongTimeout, nd2.RequestWrite, forward),
		Entry("of Reads", Covers("qp.read.despite-losses"), Variant("one-by-one"), LongTimeout, nd2.RequestRead, forward))

	DescribeTable("has room for as many Reads as before,",
		func(ctx SpecContext, connect func(ctx SpecContext, size, reads int) *Connection) {
			const long, short = 512 << 10, 300 << 10 // either is more than may be answered in one go
			local, peer := Local(ctx).Info, Peer(ctx).Info
			reads := int(min(3, local.MaxInboundReadLimit, local.MaxOutboundReadLimit, peer.MaxInboundReadLimit,
				peer.MaxOutboundReadLimit))
			most := LongRequest(ctx)
			half, cancel := HalfLongTimeout(ctx)
			defer cancel()
			c := lossy{connect(ctx, min(long, most), reads), "qp.read.despite-losses"}
			c.Settle(ctx)
			// Long enough for a few losses, and once more the second time: where a place is lost, the places are
			// counted soon after.
			often := []int{4, 5}
			for round, times := range often {
				heal := LosePackets(c.Connection, nd2.RequestRead)
				for range times {
					if !c.readTogether(ctx, min(long, most), max(1, reads-1)) {
						return
					}
				}
				heal()
				c.expectPlaces(ctx, min(short, most), reads)
				expectTimeLeft(half, round+1, len(often))
			}
		},
		Entry("its own", Covers("qp.read.despite-losses"), Variant("places"), LongTimeout,
			func(ctx SpecContext, size, reads int) *Connection { return Connect(ctx, readsOf(size, reads)) }),
		Entry("by the peer", Covers("qp.read.despite-losses"), Variant("places-answered"), LongTimeout,
			func(ctx SpecContext, size, reads int) *Connection { return Accepted(ctx, readsOf(size, reads)) }))

	DescribeTable("answers each of several Reads whose requests come at once, some of them twice,",
		func(ctx SpecContext, connect func(ctx SpecContext, size, reads int) *Connection) {
			const rounds, long = 6, 800 << 10 // more than may be answered in several goes
			local, peer := Local(ctx).Info, Peer(ctx).Info
			reads := int(max(1, min(8, local.MaxInboundReadLimit, local.MaxOutboundReadLimit, peer.MaxInboundReadLimit,
				peer.MaxOutboundReadLimit)))
			size := max(reads, min(long, LongRequest(ctx)))
			half, cancel := HalfLongTimeout(ctx)
			defer cancel()
			c := lossy{connect(ctx, size, reads), "qp.read.despite-losses"}
			c.Settle(ctx)
			LosePackets(c.Connection, nd2.RequestRead)
			for round := range rounds {
				if !c.readAtOnce(ctx, size, reads-1) {
					return
				}
				expectTimeLeft(half, round+1, rounds)
			}
		},
		Entry("its own", Covers("qp.read.despite-losses"), Variant("at-once"), LongTimeout,
			func(ctx SpecContext, size, reads int) *Connection { return Connect(ctx, fewReads(size, reads)) }),
		Entry("by the peer", Covers("qp.read.despite-losses"), Variant("at-once-answered"), LongTimeout,
			func(ctx SpecContext, size, reads int) *Connection { return Accepted(ctx, fewReads(size, reads)) }))
})

// repairsLosses loses the first of two requests, again and again, and returns how often the provider has repaired that
// before it gave up.
func repairsLosses(ctx SpecContext, c *Connection, kind nd2.RequestType, losses int) (repaired int) {
	c.Active.NeedRequests(2)
	post := poster(ctx, c, kind)
	for repaired = range losses {
		if kind == nd2.RequestSend {
			postEmpty(c.Passive, 2)
		}
		LoseOne(c, func() { Expect(post(1, 0)).To(Return(nd2.Success)) })
		returned := post(2, 0) // which tells the peer that something is missing
		if SaysEnded(returned) {
			return repaired
		}
		Expect(returned).To(Return(nd2.Success))
		results := Results(ctx, c.Active.Initiated, 2)
		if results[0].Status != nd2.Success {
			return repaired
		}
		Expect(results).To(HaveOutcomes(Outcomes(kind, Sequence(1, 2), nd2.Success)...))
		if kind == nd2.RequestSend {
			Expect(Results(ctx, c.Passive.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2),
				nd2.Success)...))
		}
	}
	return losses
}

// forward is a connection at whose active end the adapter under test is, and backward one at whose passive end it
// is, with the ends named the other way round.
func forward(ctx SpecContext) *Connection {
	c := Connect(ctx, Shape{})
	c.Settle(ctx)
	return c
}

func backward(ctx SpecContext) *Connection {
	c := Accepted(ctx, Shape{})
	c.Settle(ctx)
	return c.Reversed()
}

// readsOf is the shape of an end for that many Reads of size bytes at once.
func readsOf(size, reads int) Shape {
	n := uint32(reads)
	return Shape{MemorySize: size * reads, InboundReads: n, OutboundReads: n, InitiatorDepth: n}
}

// fewReads is readsOf for Reads of size bytes in all.
func fewReads(size, reads int) Shape {
	shape := readsOf(size, reads)
	shape.MemorySize = size
	return shape
}

// readTogether has n Reads of size bytes in progress at once, and reports whether neither provider has given up.
func (c lossy) readTogether(ctx SpecContext, size, n int) bool {
	theirs := c.Passive.Memory.Fill(0, n*size, 0x42)
	for i := range n {
		if !c.posted(ctx, c.read(i, size)) {
			return false
		}
	}
	for _, result := range Results(ctx, c.Active.Initiated, n) {
		if !c.succeeded(ctx, result) {
			return false
		}
	}
	Expect(c.Active.Memory.Bytes[:n*size]).To(HoldBytes(theirs))
	return true
}

// readAtOnce has Reads in progress whose requests arrive at once: of all bytes but the last ones, and of each
// of these. It reports whether neither provider has given up.
func (c lossy) readAtOnce(ctx SpecContext, size, last int) bool {
	theirs := c.Passive.Memory.Fill(0, size, 0x18)
	remote := c.Passive.Memory.Remote()
	release := c.Passive.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	read := func(from, n int) {
		at := remote.At(from)
		Expect(c.Active.Read(1, c.Active.Memory.List(from, n), at.Address, at.Token, 0)).To(Return(nd2.Success))
	}
	read(0, size-last)
	for i := range last {
		read(size-last+i, 1)
	}
	release()
	for _, result := range Results(ctx, c.Active.Initiated, 1+last) {
		if !c.succeeded(ctx, result) {
			return false
		}
	}
	Expect(c.Active.Memory.Bytes[:size]).To(HoldBytes(theirs))
	return true
}

// expectPlaces shows that n Reads of size bytes succeed whose requests arrive together.
func (c lossy) expectPlaces(ctx SpecContext, size, n int) {
	theirs := c.Passive.Memory.Fill(0, n*size, 0x24)
	release := c.Passive.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	for i := range n {
		Expect(c.read(i, size)).To(Return(nd2.Success))
	}
	release()
	results := Results(ctx, c.Active.Initiated, n)
	Expect(results).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, n), nd2.Success)...))
	Expect(c.Active.Memory.Bytes[:n*size]).To(HoldBytes(theirs))
}

// read posts the i-th of several Reads of size bytes, from one part of memory each.
func (c lossy) read(i, size int) nd2.Status {
	from := c.Passive.Memory.Remote().At(i * size)
	return c.Active.Read(uintptr(i), c.Active.Memory.List(i*size, size), from.Address, from.Token, 0)
}
