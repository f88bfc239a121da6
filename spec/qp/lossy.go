package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What becomes of traffic of which the network loses a packet now and then, so that a part
// of it is sent again while the rest is under way.
var _ = Describe("An IND2QueuePair over a network that loses packets", func() {
	DescribeTable("carries out long requests:",
		func(ctx SpecContext, id string, connect func(ctx SpecContext, size int) *Connection, kind nd2.RequestType) {
			const rounds, long = 8, 512 << 10 // enough for what goes wrong now and then
			size := min(long, LongRequest(ctx))
			c := connect(ctx, size)
			c.LosePackets()
			for round := 0; round < rounds && carryOut(ctx, c, id, kind, size, byte(round)); round++ {
			}
		},
		Entry("Sends", Covers("qp.send.despite-losses"), "qp.send.despite-losses", connectForFew, nd2.RequestSend),
		Entry("Writes", Covers("qp.write.despite-losses"), "qp.write.despite-losses", connectForFew, nd2.RequestWrite),
		Entry("Reads", Covers("qp.read.despite-losses"), "qp.read.despite-losses", connectForFew, nd2.RequestRead),
		Entry("Reads of the peer's", Covers("qp.read.despite-losses"), Variant("answered"), "qp.read.despite-losses", acceptForFew, nd2.RequestRead),
	)

	It("delivers each of many short messages once, in order", Covers("qp.send.despite-losses"), Variant("short"), func(ctx SpecContext) {
		const rounds, size = 24, 8
		c := Connect(ctx, Shape{})
		n := min(c.Active.InitiatorDepth(), c.Passive.ReceiveDepth()-1)
		if n == 0 {
			Unobservable("the peer has one Receive at a time, and none for a message that comes twice")
		}
		room := n + 1 // one Receive more than messages, for one that comes twice
		post := func(first, many int) {
			for i := first; i < first+many; i++ {
				Expect(c.Passive.PostReceive(uintptr(i), c.Passive.Memory.List(i%room*size, size))).To(Return(nd2.Success))
			}
		}
		c.LosePackets()
		post(0, room)
		for sent := 0; sent < rounds*n; sent += n {
			data := c.Active.Memory.Fill(0, n*size, byte(sent/n))
			for i := range n {
				Expect(c.Active.Send(0, c.Active.Memory.List(i*size, size), 0)).To(Return(nd2.Success))
			}
			for _, result := range Results(ctx, c.Active.Initiated, n) {
				if !succeeded("qp.send.despite-losses", result) {
					return
				}
			}
			Expect(Contexts(Results(ctx, c.Passive.Receives, n))).To(Equal(Sequence(uintptr(sent), n)))
			for i := range n {
				Expect(c.Passive.Memory.Bytes[(sent+i)%room*size:][:size]).To(HoldBytes(data[i*size:][:size]))
			}
			post(sent+room, n)
		}
		Expect(Drain(c.Passive.Receives)).To(BeEmpty(), "results of Receives for which nothing was sent")
	})
})

// few is a shape for long requests, of which the limits let one Read be in progress: if the
// peer takes one for unfinished that is not, there is no place for another.
func few(size int) Shape {
	return Shape{MemorySize: size, InboundReads: 1, OutboundReads: 1}
}

func connectForFew(ctx SpecContext, size int) *Connection {
	GinkgoHelper()
	return Connect(ctx, few(size))
}

func acceptForFew(ctx SpecContext, size int) *Connection {
	GinkgoHelper()
	return Accepted(ctx, few(size))
}

// carryOut has one request move size bytes, and an empty message tell the passive end
// when a Write has. It reports whether the provider has not given up.
func carryOut(ctx SpecContext, c *Connection, id string, kind nd2.RequestType, size int, seed byte) bool {
	GinkgoHelper()
	from, to := c.Active, c.Passive
	if kind == nd2.RequestRead {
		from, to = to, from
	}
	sent := from.Memory.Fill(0, size, seed)
	own, remote := c.Active.Memory.List(0, size), c.Passive.Memory.Remote()
	switch kind {
	case nd2.RequestSend:
		c.Passive.PostReceives(1, 1, size)
		Expect(c.Active.Send(1, own, 0)).To(Return(nd2.Success))
	case nd2.RequestWrite:
		c.Passive.PostReceives(1, 1, 0)
		Expect(c.Active.Write(1, own, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
		if !succeeded(id, Result(ctx, c.Active.Initiated)) {
			return false
		}
		Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
	default:
		Expect(c.Active.Read(1, own, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
	}
	if !succeeded(id, Result(ctx, c.Active.Initiated)) {
		return false
	}
	if kind != nd2.RequestRead {
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
	}
	Expect(to.Memory.Bytes).To(HoldBytes(sent))
	return true
}

// succeeded expects that a request has ended as the entry has it, and reports whether it
// has succeeded.
func succeeded(id string, result nd2.Result) bool {
	GinkgoHelper()
	Expect(result).To(CompleteAsRuled(id))
	return result.Status == nd2.Success
}
