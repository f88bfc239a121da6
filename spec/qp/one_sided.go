package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A oneSided is a method whose requests reach the peer's memory and take none of its Receives.
type oneSided struct {
	// name is the method's, and rules how the ids of its rules begin.
	name, rules string
	request     nd2.RequestType
	post        func(nd2.QueuePair, uintptr, []nd2.SGE, uint64, uint32, nd2.OpFlags) nd2.Status
	// most is how many entries a request may have.
	most func(nd2.AdapterInfo) uint32
	// way gives the memory that bytes come from, and where they go: of the active end, and of the peer.
	way func(own, peer *Region) (from, to *Region)
}

var (
	reads = oneSided{
		"IND2QueuePair::Read", "qp.read.", nd2.RequestRead, nd2.QueuePair.Read,
		func(info nd2.AdapterInfo) uint32 { return info.MaxReadSGE },
		func(own, peer *Region) (from, to *Region) { return peer, own },
	}
	writes = oneSided{
		"IND2QueuePair::Write", "qp.write.", nd2.RequestWrite, nd2.QueuePair.Write, mostEntries,
		func(own, peer *Region) (from, to *Region) { return own, peer },
	}
)

func mostEntries(info nd2.AdapterInfo) uint32 { return info.MaxInitiatorSGE }

// first posts a request at the active end to the beginning of the peer's memory.
func (m oneSided) first(c *Connection, context uintptr, list []nd2.SGE) nd2.Status {
	return m.post(c.Active, context, list, c.Passive.Memory.Address(0), c.Passive.Memory.GetRemoteToken(), 0)
}

// describe specifies what Reads and Writes have in common.
func (m oneSided) describe() bool {
	return Describe(m.name, func() {
		It("succeeds and yields its own result when the peer's memory allows it", Covers(m.rules+"nd-success"),
			func(ctx SpecContext) {
				c := Connect(ctx, Shape{Context: 0xabcd})
				Expect(m.first(c, ^uintptr(0), c.Active.Memory.List(0, 8))).To(Return(nd2.Success))
				results := Results(ctx, c.Active.Initiated, 1)
				Expect(results).To(HaveOutcomes(Outcome(m.request, ^uintptr(0), nd2.Success)))
				Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
			})

		It("takes no Receive of the peer's and yields no result there", Covers(m.rules+"one-sided"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Passive.PostReceives(1, 1, 8)
			for range 4 {
				Expect(EndOf(ctx, c.Active.Initiated, m.first(c, 0, c.Active.Memory.List(0, 8)))).To(CompleteWith(nd2.Success))
			}
			Expect(c.Active.Send(5, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(Drain(c.Passive.Initiated)).To(HaveOutcomes())
		})

		It("succeeds and changes nothing when there are no entries", Covers(m.rules+"no-entries"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			_, to := m.way(c.Active.Memory, c.Passive.Memory)
			to.Fill(0, 64, 0x5a)
			untouched, peer := watch(to), c.Passive.Memory
			Expect(m.post(c.Active, 1, nil, peer.Address(8), peer.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(m.request, 1, nd2.Success)))
			c.Settle(ctx)
			untouched.expectUnchanged()
		})

		It("no longer needs the list once the call has returned, even if the initiator queue is held up",
			Covers(m.rules+"list-is-copied"), func(ctx SpecContext) {
				c := Stalled(ctx, Shape{InitiatorDepth: 2})
				from, to := m.way(c.Active.Memory, c.Passive.Memory)
				data := from.Fill(0, some(c), 0x77)
				list := c.Active.Memory.List(0, len(data))
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(m.first(c, 2, list)).To(Return(nd2.Success))
				reuse(list, c.Active.Memory)
				postEmpty(c.Passive, 1)
				Results(ctx, c.Passive.Receives, 1)
				Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
					Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(m.request, 2, nd2.Success)))
				c.Settle(ctx)
				Expect(to.Bytes[:len(data)]).To(HoldBytes(data))
			})

		It("fails with ND_BUFFER_OVERFLOW when it has more bytes than the adapter transfers",
			Covers(m.rules+"nd-buffer-overflow"), func(ctx SpecContext) {
				expectTooLong(ctx, m.rules+"nd-buffer-overflow", m.most, m.first)
			})
	})
}

// expectTooLong shows that what has more bytes than the adapter transfers ends by a rule, and does no harm if it was
// refused.
func expectTooLong(ctx context.Context, rule string, most func(nd2.AdapterInfo) uint32,
	post func(c *Connection, context uintptr, list []nd2.SGE) nd2.Status,
) {
	local := Local(ctx)
	n := min(64, most(local.Info))
	list := TooLongList(local, n)
	c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
	returned := post(c, 1, list)
	Expect(returned).NotTo(Equal(nd2.DataOverrun), "which is for too many entries")
	Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled(rule))
	if returned != nd2.Success {
		expectUsable(ctx, c, c.Active)
	}
}

// expectMostEntries shows that a request of as many entries as the adapter allows carries them all.
func (m oneSided) expectMostEntries(ctx context.Context, created func(nd2.AdapterInfo) uint32) {
	local := Local(ctx)
	n := int(affordably("the most entries", m.most(local.Info)))
	shape := Shape{InitiatorSGE: affordably("the entries", created(local.Info)), MemorySize: 3 * n}
	c := ConnectEnds(ctx, local.End(local.Attainable(shape)), Peer(ctx).End(Shape{MemorySize: 3 * n}))
	c.NeedTransfer(3 * n)
	from, to := m.way(c.Active.Memory, c.Passive.Memory)
	data := from.Fill(0, 3*n, 0x3c)
	Expect(m.first(c, 1, entries(c.Active.Memory, n))).To(Return(nd2.Success))
	Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
	c.Settle(ctx)
	Expect(to.Bytes[:3*n]).To(HoldBytes(data))
}

// expectTooMany shows that a request of one entry more than most is refused, and posts nothing.
func (m oneSided) expectTooMany(ctx context.Context, most func(nd2.AdapterInfo) uint32) {
	local := Local(ctx)
	n := affordably("the most entries", most(local.Info))
	c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: local.Info.MaxInitiatorSGE})),
		Peer(ctx).End(Shape{}))
	returned := m.first(c, 1, repeat(c.Active.Memory.Entry(0, 1), n+1))
	if MoreThanSaid(m.rules+"nd-data-overrun", returned) {
		Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(m.request, 1, nd2.Success)))
		return
	}
	Expect(returned).To(Return(nd2.DataOverrun))
	expectUsable(ctx, c, c.Active)
}
