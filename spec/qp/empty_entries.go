package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// withEmpty are lists of three entries, some without bytes: where these are, and the
// length of each entry in bytes, 12 together.
var withEmpty = []struct {
	where, variant string
	lengths        []int
}{
	{"the second", "empty-entry", []int{5, 0, 7}},
	{"the first", "empty-first", []int{0, 5, 7}},
	{"the last", "empty-last", []int{5, 7, 0}},
	{"all but the second", "empty-around", []int{0, 12, 0}},
	{"all but the last", "empty-before", []int{0, 0, 12}},
}

// eachEmpty returns a table entry for each list that has entries of no bytes.
func eachEmpty() []TableEntry {
	var list []TableEntry
	for _, l := range withEmpty {
		list = append(list, Entry("(no bytes in "+l.where+")", Variant(l.variant), l.lengths))
	}
	return list
}

// cut names pieces of memory of the lengths given, with gaps between them.
func cut(r *Region, lengths []int) (list []nd2.SGE) {
	at := 1
	for _, n := range lengths {
		list = append(list, r.Entry(at, n))
		at += n + 3
	}
	return list
}

var _ = Describe("The entries of an IND2QueuePair's request", func() {
	// three connects an end whose requests of a type have three entries, and fills both memories.
	three := func(ctx SpecContext, kind nd2.RequestType, lengths []int) (c *Connection, list []nd2.SGE) {
		local, peer := Local(ctx), Peer(ctx)
		c = ConnectEnds(ctx, local.End(local.EntriesFor(kind, 3)), peer.End(Shape{}))
		c.Settle(ctx)
		c.Active.Memory.Fill(0, 64, 0x24)
		c.Passive.Memory.Fill(0, 64, 0x42)
		return c, cut(c.Active.Memory, lengths)
	}

	DescribeTable("are all sent by a Send, although some have no bytes", Covers("qp.send.gathers"),
		func(ctx SpecContext, lengths []int) {
			c, list := three(ctx, nd2.RequestSend, lengths)
			Expect(c.Passive.Receive(1, c.Passive.Memory.List(0, 64))).To(Return(nd2.Success))
			Expect(c.Active.Send(1, list, 0)).To(Return(nd2.Success))
			result := Result(ctx, c.Passive.Receives)
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.BytesTransferred).To(BeEquivalentTo(12), "BytesTransferred")
			Expect(c.Passive.Memory.Bytes[:12]).To(HoldBytes(gathered(list)))
		}, eachEmpty())

	DescribeTable("are all stored by a Write, although some have no bytes", Covers("qp.write.gathers"),
		func(ctx SpecContext, lengths []int) {
			c, list := three(ctx, nd2.RequestWrite, lengths)
			to := c.Passive.Memory.Remote()
			Expect(c.Active.Write(1, list, to.Address, to.Token, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			Expect(c.Passive.Memory.Bytes[:12]).To(HoldBytes(gathered(list)))
		}, eachEmpty())

	DescribeTable("are all filled by a Read, although some have no bytes", Covers("qp.read.scatters"),
		func(ctx SpecContext, lengths []int) {
			c, list := three(ctx, nd2.RequestRead, lengths)
			from := c.Passive.Memory.Remote()
			Expect(c.Active.Read(1, list, from.Address, from.Token, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:12]))
		}, eachEmpty())

	DescribeTable("are all filled by a message, although some have no bytes", Covers("qp.receive.scatters"),
		func(ctx SpecContext, lengths []int) {
			c, list := three(ctx, nd2.RequestReceive, lengths)
			Expect(c.Active.Receive(1, list)).To(Return(nd2.Success))
			Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 12), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:12]))
		}, eachEmpty())

	DescribeTable("are all carried inline when some have no bytes,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := connectInline(ctx)
			if inlineLimit(c) < 2 {
				Unobservable("there is no inline data of more than one entry")
			}
			for seed, lengths := range [][]int{{0, 1}, {1, 0, 1}, {1, 0}, {0, 0, 1, 0, 1}} {
				data := c.Active.Buffer(2)
				Pattern(data, byte(seed+1))
				var list []nd2.SGE
				for _, n := range lengths {
					list = append(list, nd2.SGE{Buffer: data[:n]})
					data = data[n:]
				}
				expectCarried(ctx, c, request, list)
			}
		},
		Entry("for a Send", Covers("qp.send.inline-any-entries"), Variant("empty-entries"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-any-entries"), Variant("empty-entries"), nd2.RequestWrite))
})
