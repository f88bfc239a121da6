package qp

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// The list of a request with several entries is the client's again as soon as the call has returned,
// every entry of it.
var _ = Describe("An IND2QueuePair's request whose list of several entries is overwritten", func() {
	DescribeTable("moves the bytes of the entries that it was posted with,",
		func(ctx SpecContext, kind nd2.RequestType, shared bool) {
			c, list := connectedForLists(ctx, kind, shared)
			memory, theirs := c.Active.Memory, c.Passive.Memory.List(0, BytesOf(list))
			from, to := list, theirs
			if kind == nd2.RequestRead || kind == nd2.RequestReceive {
				from, to = to, from
			}
			for i, e := range slices.Concat(from, to) {
				Pattern(e.Buffer, byte(i))
			}
			sent, to := slices.Clone(gathered(from)), slices.Clone(to)
			postOverwriting(ctx, c, kind, list, memory)
			Expect(gathered(to)).To(HoldBytes(sent))
		},
		eachKindCovering(func(prefix string) string { return prefix + ".list-is-copied" }, "overwritten", "several-entries"))
})

// connectedForLists connects an end for requests with several entries; initiator requests wait behind a
// Send that the peer has no Receive for.
func connectedForLists(ctx SpecContext, kind nd2.RequestType, shared bool) (c *Connection, list []nd2.SGE) {
	local := Local(ctx)
	n := min(16, entriesOf(kind, local.Info))
	shape := local.EntriesFor(kind, n)
	shape.InitiatorDepth, shape.SharedReceives = 2, shared
	e := local.End(local.Attainable(shape))
	if kind == nd2.RequestReceive {
		c = ConnectEnds(ctx, e, Peer(ctx).End(Shape{}))
		c.Settle(ctx)
	} else {
		c = ConnectStalled(ctx, e)
		e.NeedRequests(2)
		c.Passive.NeedReceives(2) // a Send needs one of them
	}
	return c, eights(e.Memory, int(n))
}

// postOverwriting posts a request of the active end, overwrites its list, and has it carried out.
func postOverwriting(ctx SpecContext, c *Connection, kind nd2.RequestType, list []nd2.SGE, memory *Region) {
	e, other := c.Active, c.Passive
	remote, all := other.Memory.Remote(), other.Memory.List(0, BytesOf(list))
	if kind == nd2.RequestReceive {
		Expect(e.Receive(2, list)).To(Return(nd2.Success))
		reuse(list, memory)
		Expect(other.Send(1, all, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, other.Initiated)).To(CompleteWith(nd2.Success))
		Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(kind, 2, nd2.Success)))
		return
	}
	Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
	switch kind {
	case nd2.RequestSend:
		Expect(e.Send(2, list, 0)).To(Return(nd2.Success))
	case nd2.RequestWrite:
		Expect(e.Write(2, list, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
	case nd2.RequestRead:
		Expect(e.Read(2, list, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
	}
	reuse(list, memory)
	postEmpty(other, 1)
	if kind == nd2.RequestSend {
		Expect(other.Receive(2, all)).To(Return(nd2.Success))
	}
	Expect(Results(ctx, e.Initiated, 2)).To(HaveOutcomes(
		Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(kind, 2, nd2.Success)))
	Expect(Result(ctx, other.Receives)).To(CompleteWith(nd2.Success))
	switch kind {
	case nd2.RequestSend:
		Expect(Result(ctx, other.Receives)).To(CompleteWith(nd2.Success))
	case nd2.RequestWrite:
		c.Settle(ctx) // a Write may be over before its bytes are there
	}
}
