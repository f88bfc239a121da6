package qp

import (
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// undefinedFlag is a flag that no request has.
const undefinedFlag nd2.OpFlags = 1 << 31

// undefinedFlags lists each of them.
func undefinedFlags() (flags []nd2.OpFlags) {
	const defined = nd2.SilentSuccess | nd2.ReadFence | nd2.SendAndSolicitEvent | nd2.AllowRead | nd2.AllowWrite |
		nd2.Inline
	for f := undefinedFlag; f != 0; f >>= 1 {
		if f&defined == 0 {
			flags = append(flags, f)
		}
	}
	return flags
}

var _ = Describe("IND2QueuePair's initiator requests", func() {
	DescribeTable("are refused before the queue pair is connected, and leave it usable,",
		func(ctx SpecContext, request nd2.RequestType) {
			e := Local(ctx).End(Shape{})
			post := poster(ctx, &Connection{Ends: Ends{Active: e, Passive: e}}, request)
			Expect(post(1, 0)).To(Return(nd2.ConnectionInvalid))
			expectUsable(ctx, ConnectEnds(ctx, e, Peer(ctx).End(Shape{})), e)
		},
		Entry("for a Send", Covers("qp.send.nd-connection-invalid"), nd2.RequestSend),
		Entry("for a Bind", Covers("qp.bind.nd-connection-invalid"), nd2.RequestBind),
		Entry("for an Invalidate", Covers("qp.invalidate.nd-connection-invalid"), nd2.RequestInvalidate),
		Entry("for a Read", Covers("qp.read.nd-connection-invalid"), nd2.RequestRead),
		Entry("for a Write", Covers("qp.write.nd-connection-invalid"), nd2.RequestWrite))

	DescribeTable("are refused while the initiator queue is full, until a result is taken,",
		func(ctx SpecContext, request nd2.RequestType, shared bool) {
			local := Local(ctx)
			depth := affordably("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth)
			shape := Shape{InitiatorDepth: depth}
			if shared {
				shape.UseShared = local.SharedReceiveQueue(1, 1, 0)
			}
			c := ConnectStalled(ctx, local.End(local.Attainable(shape)))
			post := poster(ctx, c, request)
			room := fill(ctx, c, depth)
			expectFull(ctx, c, post(probe, 0))

			postEmpty(c.Passive, 1)
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 0, nd2.Success)))
			Expect(post(probe, 0)).To(Return(nd2.Success))
			if room > 1 || request == nd2.RequestSend { // else it is over at once
				expectFull(ctx, c, c.Active.Send(probe, nil, 0))
			}
		},
		Entry("for a Send", Covers("qp.send.nd-no-more-entries", "qp.initiator.place-after-result"), LongTimeout,
			nd2.RequestSend, false),
		Entry("for a Bind", Covers("qp.bind.nd-no-more-entries"), LongTimeout, nd2.RequestBind, false),
		Entry("for an Invalidate", Covers("qp.invalidate.nd-no-more-entries"), LongTimeout, nd2.RequestInvalidate, false),
		Entry("for a Read", Covers("qp.read.nd-no-more-entries"), LongTimeout, nd2.RequestRead, false),
		Entry("for a Write", Covers("qp.write.nd-no-more-entries"), LongTimeout, nd2.RequestWrite, false),
		Entry("on a queue pair with a shared receive queue",
			Covers("adapter.createqueuepairwithsrq.nd-success", "qp.send.nd-no-more-entries"), Variant("full"), LongTimeout,
			nd2.RequestSend, true))

	It("have room for as many again once all results were taken", Covers("qp.initiator.place-after-result"),
		Variant("bursts"), func(ctx SpecContext) {
			local := Local(ctx)
			n := min(max(40, Size(ctx, 1)), int(local.Info.MaxInitiatorQueueDepth), int(local.MaxResults()))
			c := ConnectStalled(ctx, local.End(Shape{InitiatorDepth: uint32(n)}))
			atOnce := min(c.Passive.ReceiveDepth(), max(1, int(c.Passive.MaxResults()/2)))
			for range 3 {
				for i := range n {
					Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
				}
				expectUnsent(c)
				for left := n; left > 0; left -= atOnce {
					some := min(left, atOnce)
					postEmpty(c.Passive, some)
					for _, r := range Results(ctx, c.Active.Initiated, some) {
						if r.Status != nd2.Success {
							Unobservable("Sends are given up that wait for a Receive")
						}
					}
					Results(ctx, c.Passive.Receives, some)
				}
			}
		})

	DescribeTable("are refused and post nothing if they have flags of other requests, or undefined ones,",
		func(ctx SpecContext, request nd2.RequestType, id string, flags ...nd2.OpFlags) {
			c := Connect(ctx, Shape{})
			post := poster(ctx, c, request)
			for _, f := range slices.Concat(flags, undefinedFlags(), []nd2.OpFlags{undefinedFlag | nd2.SilentSuccess}) {
				Expect(post(1, f)).To(ReturnAsRuled(id), "flags %v", f)
			}
			expectUsable(ctx, c, c.Active)
		},
		Entry("for a Send", Covers("qp.send.nd-invalid-parameter-4"),
			nd2.RequestSend, "qp.send.nd-invalid-parameter-4", nd2.AllowRead, nd2.AllowWrite),
		Entry("for a Write", Covers("qp.write.nd-invalid-parameter-6"),
			nd2.RequestWrite, "qp.write.nd-invalid-parameter-6", nd2.SendAndSolicitEvent, nd2.AllowRead, nd2.AllowWrite))

	DescribeTable("(for the record): with flags of other requests, or undefined ones,",
		func(ctx SpecContext, request nd2.RequestType, flags ...nd2.OpFlags) {
			for _, f := range append(flags, undefinedFlag) {
				c := Connect(ctx, Shape{}) // another one, since it may end
				end := StatusOf(ctx, c.Active.Initiated, poster(ctx, c, request)(1, f))
				Record(fmt.Sprintf("A %v with the flags %#x ends with %v.", request, uint32(f), end))
			}
		},
		Entry("for a Bind", Covers("qp.bind.invalid-flags"), nd2.RequestBind, nd2.SendAndSolicitEvent, nd2.Inline),
		Entry("for an Invalidate", Covers("qp.invalidate.invalid-flags"), nd2.RequestInvalidate, nd2.SendAndSolicitEvent,
			nd2.Inline),
		Entry("for a Read", Covers("qp.read.invalid-flags"), nd2.RequestRead, nd2.SendAndSolicitEvent, nd2.Inline))

	DescribeTable("with ND_OP_FLAG_SILENT_SUCCESS yield no result when they succeed,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := Connect(ctx, Shape{InitiatorDepth: 2, ReceiveDepth: 2})
			post := poster(ctx, c, request)
			if request == nd2.RequestSend {
				postEmpty(c.Passive, 1)
			}
			postEmpty(c.Passive, 1)
			Expect(post(1, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Results(ctx, c.Passive.Receives, 1)
		},
		Entry("for a Send", Covers("qp.send.silent-success"), nd2.RequestSend),
		Entry("for a Bind", Covers("qp.bind.silent-success"), nd2.RequestBind),
		Entry("for an Invalidate", Covers("qp.invalidate.silent-success"), nd2.RequestInvalidate),
		Entry("for a Read", Covers("qp.read.silent-success"), nd2.RequestRead),
		Entry("for a Write", Covers("qp.write.silent-success"), nd2.RequestWrite))

	DescribeTable("with ND_OP_FLAG_SILENT_SUCCESS yield a result when they fail,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := Connect(ctx, Shape{})
			post := poster(ctx, c, request)
			endByFailure(ctx, c, nd2.RequestWrite)
			returned := post(2, nd2.SilentSuccess)
			expectTurnedDown(ctx, c.Active.Initiated, returned, request, 2)
			if returned != nd2.Success {
				Unobservable("requests are refused once the connection has ended")
			}
		},
		Entry("for a Send", Covers("qp.send.silent-failure", "cq.getresults.silent-failure"),
			nd2.RequestSend),
		Entry("for a Bind", Covers("qp.bind.silent-failure", "cq.getresults.silent-failure"),
			nd2.RequestBind),
		Entry("for an Invalidate", Covers("qp.invalidate.silent-failure", "cq.getresults.silent-failure"),
			nd2.RequestInvalidate),
		Entry("for a Read", Covers("qp.read.silent-failure", "cq.getresults.silent-failure"),
			nd2.RequestRead),
		Entry("for a Write", Covers("qp.write.silent-failure", "cq.getresults.silent-failure"),
			nd2.RequestWrite))
})

// fill posts Sends at the active end until its initiator queue is full; the peer has no Receive for them. It returns
// how many: at least as many as the queue was created for. The spec is unobservable if that is twice as many, which are
// all carried out then; or if some are over, since on iWARP a Send is over once it has been sent.
func fill(ctx context.Context, c *Connection, depth uint32) (room uint32) {
	for i := range depth {
		Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
	}
	for room = depth; room <= 2*depth; room++ {
		returned := c.Active.Send(uintptr(room), nil, 0)
		expectUnsent(c)
		if returned != nd2.Success {
			Expect(returned).To(Return(nd2.NoMoreEntries))
			return room
		}
	}
	expectEachEnds(ctx, c, room)
	Unobservable("the queue has room for twice as many requests")
	return room
}

// expectFull shows that a request was refused since the initiator queue is full of Sends for which
// there is no Receive. On iWARP one may have ended meanwhile, whose result comes.
func expectFull(ctx context.Context, c *Connection, returned nd2.Status) {
	if returned == nd2.Success {
		soon, end := HalfTimeout(ctx)
		defer end()
		for backoff := (poll.Backoff{}); soon.Err() == nil; backoff.Wait(soon) {
			expectUnsent(c)
		}
	}
	Expect(returned).To(Return(nd2.NoMoreEntries))
}

// expectUnsent ends the spec as unobservable if a Send has ended for which there is no Receive.
func expectUnsent(c *Connection) {
	if len(Drain(c.Active.Initiated)) > 0 {
		Unobservable("Sends are over once they have been sent, so that the queue does not fill")
	}
}

// expectEachEnds shows that each of n Sends, which wait for Receives, has a result. On iWARP they
// may have ended before.
func expectEachEnds(ctx context.Context, c *Connection, n uint32) {
	ended := 0
	UntilResult(ctx, "the results of Sends that were taken beyond the depth of the queue", func() bool {
		c.Passive.Receive(0, nil)
		Drain(c.Passive.Receives)
		ended += len(Drain(c.Active.Initiated))
		return ended >= int(n)
	})
}
