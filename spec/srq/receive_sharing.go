package srq

import (
	"context"
	"math"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// Which message takes which Receive, and where its result goes.
var _ = Describe("IND2SharedReceiveQueue::Receive", func() {
	It("gives the messages of one queue pair the Receives in the order in which the Receives were posted",
		Covers("srq.receive.order", "adapter.createsharedreceivequeue.nd-success"), func(ctx SpecContext) {
			n := Size(ctx, 1, within(ctx, 300))
			p := NewPool(ctx, uint32(n), 0)
			c := p.ConnectShape(ctx, Shape{InitiatorDepth: uint32(n)})
			for turn := range 3 {
				first := uintptr(1 + turn*n)
				p.Post(first, n)
				var sent [][]byte
				for i := range n {
					sent = append(sent, send(c, i*SlotSize, SlotSize, byte(turn+i+1)))
				}
				Expect(Results(ctx, c.Passive.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(first, n),
					nd2.Success)...))
				for i := range n {
					Expect(p.Received(first + uintptr(i))).To(HoldBytes(sent[i]))
				}
				Results(ctx, c.Active.Initiated, n)
			}
		})

	DescribeTable("serves each message when messages arrive one after the other at",
		Covers("srq.receive.shared-among-queue-pairs"), func(ctx SpecContext, pairs int) {
			taken := takeInTurn(ctx, pairs)
			slices.Sort(taken)
			Expect(taken).To(Equal(Sequence(1, len(taken))), "the contexts of all the results, sorted")
		},
		Entry("several queue pairs", Variant("in-turn"), 3),
		Entry("40 queue pairs", Variant("in-turn-many"), LongTimeout, 40))

	It(
		"gives messages that arrive one after the other at several queue pairs the Receives in the order in which the "+
			"Receives were posted", Covers("srq.receive.order-across-queue-pairs"), func(ctx SpecContext) {
			taken := takeInTurn(ctx, 3)
			Expect(taken).To(Equal(Sequence(1, len(taken))), "the request contexts of the results")
		})

	It("serves each message with its own Receive when messages arrive at several queue pairs at once",
		Covers("srq.receive.shared-among-queue-pairs"), func(ctx SpecContext) {
			const pairs = 3
			each := max(1, Size(ctx, 24, within(ctx, 300))/pairs)
			p := NewPool(ctx, uint32(each*pairs), 0)
			var connections [pairs]*Connection
			for j := range connections {
				connections[j] = p.ConnectShape(ctx, Shape{InitiatorDepth: uint32(each)})
			}
			p.Post(1, each*pairs)
			var sent [pairs][][]byte
			for i := range each {
				for j, c := range connections {
					sent[j] = append(sent[j], send(c, i*SlotSize, SlotSize, byte(j*each+i)))
				}
			}
			var all []uintptr
			for j, c := range connections {
				results := Results(ctx, c.Passive.Receives, each)
				for i, r := range results {
					Expect(r).To(CompleteWith(nd2.Success))
					Expect(p.Received(r.RequestContext)).To(HoldBytes(sent[j][i]))
				}
				all = append(all, Contexts(results)...)
				Results(ctx, c.Active.Initiated, each)
			}
			slices.Sort(all)
			Expect(all).To(Equal(Sequence(1, each*pairs)), "the contexts of all the results, sorted")
		})

	It("puts each message into one Receive when long messages arrive at several queue pairs at once",
		Covers("srq.receive.shared-among-queue-pairs"), Variant("long"), func(ctx SpecContext) {
			const pairs = 3
			// several packets of any path MTU
			length := min(20_001, int(Local(ctx).Info.MaxTransferLength), int(Peer(ctx).Info.MaxTransferLength))
			p := NewPool(ctx, pairs, 0)
			connections := p.Connect(ctx, pairs)
			for i := range pairs {
				Expect(p.Receive(uintptr(i), p.Memory.List(i*length, length))).To(Return(nd2.Success))
			}
			var sent [][]byte
			for i, c := range connections {
				sent = append(sent, send(c, i, length, byte(i+1)))
			}
			for i, c := range connections {
				result := Result(ctx, c.Passive.Receives)
				Expect(result).To(CompleteWith(nd2.Success))
				Expect(p.Memory.Bytes[int(result.RequestContext)*length:][:length]).To(HoldBytes(sent[i]))
				Result(ctx, c.Active.Initiated)
			}
		})

	It("reports a Receive only to the receive completion queue of the queue pair that takes it",
		Covers("srq.receive.receive-completion-queue"), func(ctx SpecContext) {
			p := NewPool(ctx, 2, 0)
			connections := p.Connect(ctx, 3)
			p.Post(1, 2)
			for _, c := range []*Connection{connections[0], connections[2]} {
				p.Take(ctx, c, 1)
				c.AwaitArrival(ctx) // which takes as long as a second result does
			}
			for _, c := range connections {
				Expect(Drain(c.Passive.Receives)).To(HaveOutcomes())
				Expect(Drain(c.Passive.Initiated)).To(HaveOutcomes())
			}
		})

	It("reports a Receive with the context of the queue pair that takes it", Covers("srq.receive.queue-pair-context"),
		func(ctx SpecContext) {
			p := poolAbove(ctx, 2) // a Receive for each of three
			queue := p.Local.CompletionQueue(uint32(p.Depth))
			p.Post(1, p.Depth)
			contexts := []uintptr{7, math.MaxUint, math.MaxUint / 3}
			var connections []*Connection
			for _, context := range contexts {
				connections = append(connections, p.ConnectShape(ctx, Shape{Context: context, UseReceives: queue}))
			}
			for i, c := range connections {
				Expect(p.Take(ctx, c, 1)[0].QueuePairContext).To(Equal(contexts[i]), "QueuePairContext")
			}
		})
})

// takeInTurn makes messages arrive one after the other at queue pairs in turn, and returns
// the contexts of the Receives that they took.
func takeInTurn(ctx context.Context, pairs int) (taken []uintptr) {
	n := int(within(ctx, uint32(4*pairs)))
	p := NewPool(ctx, uint32(n), 0)
	connections := p.Connect(ctx, pairs)
	p.Post(1, n)
	for i := range n {
		results := p.Take(ctx, connections[i%pairs], 1)
		Expect(results[0].QueuePairContext).To(BeEquivalentTo(1+i%pairs), "QueuePairContext")
		taken = append(taken, Contexts(results)...)
	}
	return taken
}
