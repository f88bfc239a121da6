package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What the result of a Receive tells, whatever its message was sent with, and wherever the Receive comes from.
var _ = Describe("The result of a Receive", func() {
	DescribeTable("tells of each message, whatever flags its Send has and however long it is,",
		func(ctx SpecContext, shared bool, connect func(ctx context.Context, own, peer *End) *Connection) {
			const room = 8
			local, peer := Local(ctx), Peer(ctx)
			several := min(2, local.Info.MaxReceiveSGE, peer.Info.MaxInitiatorSGE)
			r := receiver{
				own: local.End(Shape{Context: receivingPair, SharedReceives: shared, ReceiveSGE: several}),
				peer: peer.End(peer.Attainable(Shape{
					InlineSize: min(room, peer.Info.MaxInlineDataSize), InitiatorSGE: several,
				})),
			}
			connect(ctx, r.own, r.peer).Settle(ctx)
			for _, m := range []struct{ length, entries int }{
				{0, 1}, {1, 1}, {5, 1}, {5, int(several)}, {room, 1}, {room, int(several)},
			} {
				for _, flags := range r.flags(m.length) {
					r.receive(ctx, room, m.length, m.entries, flags)
				}
			}
		},
		Entry("from the queue pair's own queue", Covers("qp.receive.nd-success"), Variant("every-flag"), false, accepting),
		Entry("from the queue pair's own queue, on the active side", Covers("qp.receive.nd-success"),
			Variant("every-flag-active"), false, ConnectEnds),
		Entry("from a shared queue", Covers("srq.receive.nd-success"), Variant("every-flag"), true, accepting),
		Entry("from a shared queue, on the active side", Covers("srq.receive.nd-success"),
			Variant("every-flag-active"), true, ConnectEnds))
})

// accepting connects an end to a peer that is the active one.
func accepting(ctx context.Context, own, peer *End) *Connection { return ConnectEnds(ctx, peer, own) }

// receivingPair is the context of the queue pair that receives.
const receivingPair = 77

// A receiver is an end that receives one message at a time from its peer.
type receiver struct {
	own, peer *End
	turn      byte
}

// flags lists every set of flags that a Send of length bytes may have.
func (r *receiver) flags(length int) []nd2.OpFlags {
	const silent, fence, solicit, inline = nd2.SilentSuccess, nd2.ReadFence, nd2.SendAndSolicitEvent, nd2.Inline
	if most := int(r.peer.Info.MaxInlineDataSize); most == 0 || most < length {
		return subsets(silent, fence, solicit)
	}
	return subsets(silent, fence, solicit, inline)
}

// receive has a message of some bytes arrive in a Receive that has room for more, each in as many entries.
func (r *receiver) receive(ctx context.Context, room, length, entries int, flags nd2.OpFlags) {
	r.turn++
	sent, memory := r.peer.Memory.Fill(0, length, r.turn), r.own.Memory
	before := memory.Fill(0, room, ^r.turn)
	Expect(r.own.Receive(uintptr(r.turn), inEntries(memory, room, entries))).To(Return(nd2.Success))
	Expect(r.peer.Send(uintptr(r.turn), inEntries(r.peer.Memory, length, entries), flags)).To(Return(nd2.Success))
	result := Result(ctx, r.own.Receives)
	Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(nd2.RequestReceive, uintptr(r.turn), nd2.Success)))
	Expect(result.BytesTransferred).To(BeEquivalentTo(length), "BytesTransferred, with the flags %#x", uint32(flags))
	Expect(result.QueuePairContext).To(Equal(uintptr(receivingPair)), "QueuePairContext")
	Expect(memory.Bytes[:room]).To(HoldBytes(append(sent, before[length:]...)))
	if flags&nd2.SilentSuccess == 0 {
		Expect(Result(ctx, r.peer.Initiated)).To(CompleteWith(nd2.Success))
	}
}
