package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The results of IND2CompletionQueue::GetResults", func() {
	DescribeTable("come in the order in which initiator requests were issued, with none for silent successes:",
		func(ctx SpecContext, kinds ...nd2.RequestType) {
			n := Size(ctx, 12, 65)
			x := exchangeFor(ctx, nd2.RequestSend, Shape{InitiatorDepth: uint32(n)})
			for round := range 8 {
				want, sends := x.carryOutMixed(ctx, interleaving(round), kinds, uintptr(round*n), n)
				Expect(Results(ctx, x.Initiated, len(want))).To(HaveOutcomes(want...))
				Expect(Drain(x.Initiated)).To(BeEmpty(), "the results that are left in the queue")
				Results(ctx, x.other.Receives, sends)
			}
		},
		Entry("Sends and Writes", Covers("cq.getresults.initiator-order", "cq.getresults.silent-success"),
			nd2.RequestSend, nd2.RequestWrite),
		Entry("Sends, Writes and Reads",
			Covers("cq.getresults.initiator-order", "cq.getresults.silent-success", "cq.getresults.read.nd-success"),
			Variant("reads"),
			nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead),
		Entry("Sends, Writes, Binds and Invalidates",
			Covers("cq.getresults.initiator-order-with-windows", "cq.getresults.silent-success"),
			nd2.RequestSend, nd2.RequestWrite, nd2.RequestBind, nd2.RequestInvalidate),
		Entry("requests of every type",
			Covers("cq.getresults.initiator-order-with-windows", "cq.getresults.silent-success",
				"cq.getresults.read.nd-success"), Variant("reads"),
			nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead, nd2.RequestBind, nd2.RequestInvalidate),
	)

	It("come in the order in which the requests were issued when a Bind fails behind a Send that is waiting",
		Covers("cq.getresults.initiator-order-with-windows"), Variant("failed"), func(ctx SpecContext) {
			x := heldUp(ctx, Shape{})
			window := x.MemoryWindow()
			x.BindWindow(ctx, window, x.Memory, source, 8, nd2.AllowRead)
			Expect(x.Send(1, nil, 0)).To(Return(nd2.Success))
			if x.Bind(2, x.Memory.MemoryRegion, window, x.Memory.Bytes[:8], nd2.AllowRead) != nd2.Success {
				Unobservable("the provider finds in the call that the window is bound")
			}
			posted := x.other.Receive(1, nil)
			results := Results(ctx, x.Initiated, 2)
			Expect(Contexts(results)).To(Equal(Sequence(1, 2)), "the request contexts of the results")
			if !x.waitsForReceive && results[0].Status == nd2.IOTimeout {
				Unobservable("no Send waits for a Receive at a peer without shared receive queues")
			}
			Expect(posted).To(Return(nd2.Success))
			Expect(results[0]).To(CompleteWith(nd2.Success))
		})

	DescribeTable("leave out every silent success",
		func(ctx SpecContext, kind nd2.RequestType) {
			n := max(2, Size(ctx, 2))
			x := exchangeFor(ctx, kind, Shape{InitiatorDepth: uint32(n)})
			x.prepare(ctx, kind, n-1)
			for context := range uintptr(n - 1) {
				x.carryOut(kind, context, nd2.SilentSuccess)
			}
			x.carryOut(nd2.RequestWrite, uintptr(n), 0)
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, uintptr(n), nd2.Success)))
		},
		Entry("of Sends", Covers("cq.getresults.silent-success"), nd2.RequestSend),
		Entry("of Writes", Covers("cq.getresults.silent-success"), Variant("write"), nd2.RequestWrite),
		Entry("of Reads", Covers("cq.getresults.silent-success", "cq.getresults.read.nd-success"), Variant("read"),
			nd2.RequestRead),
		Entry("of Binds", Covers("cq.getresults.silent-success", "cq.getresults.bind.nd-success"), Variant("bind"),
			nd2.RequestBind),
		Entry("of Invalidates", Covers("cq.getresults.silent-success", "cq.getresults.invalidate.nd-success"),
			Variant("invalidate"), nd2.RequestInvalidate),
	)

	It("find room in the queue, however many silent successes came before", Covers("cq.getresults.silent-success"),
		Variant("no-place"), func(ctx SpecContext) {
			n := Size(ctx, 6, 33)
			x := exchangeFor(ctx, nd2.RequestWrite, Shape{InitiatorDepth: uint32(n), QueueDepth: uint32(n)})
			for round := range 4 * n {
				for context := range uintptr(n - 1) {
					x.carryOut(nd2.RequestWrite, context, nd2.SilentSuccess)
				}
				x.carryOut(nd2.RequestWrite, uintptr(round), 0)
				Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, uintptr(round), nd2.Success)))
			}
		})

	It("include one for a silent request that fails", Covers("cq.getresults.silent-failure"), func(ctx SpecContext) {
		x := exchangeFor(ctx, nd2.RequestWrite, Shape{})
		entry := nd2.SGE{Buffer: x.Buffer(x.length), MemoryRegionToken: x.Memory.GetLocalToken()}
		returned := x.Send(3, []nd2.SGE{entry}, nd2.SilentSuccess)
		SkipIfFoundInCall(returned)
		Expect(returned).To(Return(nd2.Success))
		Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 3, nd2.AccessViolation)))
	})

	It("include one for each silent request that is canceled", Covers("cq.getresults.silent-failure"), Variant("canceled"),
		func(ctx SpecContext) {
			n := max(3, Size(ctx, 3))
			b := backlog{exchange: heldUp(ctx, Shape{InitiatorDepth: uint32(n)})}
			b.issue(nd2.RequestSend, 0, 0)
			for context := range uintptr(n - 2) {
				b.issue(nd2.RequestSend, 1+context, nd2.SilentSuccess)
			}
			b.issue(nd2.RequestSend, uintptr(n-1), 0)
			b.flush(ctx)
		})

	It("come in the order in which Receives were posted", Covers("cq.getresults.receive-order"), func(ctx SpecContext) {
		n := Size(ctx, 16)
		c := acceptedFor(ctx, n)
		room := min(3000, len(c.Active.Memory.Bytes)/n, len(c.Passive.Memory.Bytes)/n)
		room = int(min(uint32(room), c.Active.Info.MaxTransferLength, c.Passive.Info.MaxTransferLength))
		c.Passive.PostReceives(1, n, room)
		random := interleaving(0)
		sizes := make([]int, n)
		for i := range sizes {
			sizes[i] = random.IntN(room + 1)
			c.Active.Memory.Fill(i*room, sizes[i], byte(i))
			Expect(c.Active.Send(uintptr(i), c.Active.Memory.List(i*room, sizes[i]),
				nd2.OpFlags(random.IntN(2)))).To(Return(nd2.Success))
		}
		results := Results(ctx, c.Passive.Receives, n)
		Expect(results).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Success)...))
		for i, result := range results {
			Expect(result.BytesTransferred).To(BeEquivalentTo(sizes[i]), "BytesTransferred of Receive %d", i+1)
			Expect(c.Passive.Memory.Bytes[i*room : i*room+sizes[i]]).To(HoldBytes(c.Active.Memory.Bytes[i*room : i*room+
				sizes[i]]))
		}
	})

	DescribeTable("are all there, each queue pair's in order, when one queue has the results of",
		func(ctx SpecContext, most uint32) {
			local, peer := Local(ctx), Peer(ctx)
			pairs := max(2, int(min(most, local.MaxResults()/2)))
			n := max(1, Size(ctx, 1, min(local.MaxResults()/2, 200)/uint32(pairs)))
			queue := local.CompletionQueue(uint32(2 * pairs * n))
			var connections []*Connection
			for i := range pairs {
				end := local.End(Shape{
					Context: uintptr(100 + i), ReceiveDepth: uint32(n), InitiatorDepth: uint32(n),
					UseReceives: queue, UseInitiated: queue,
				})
				connections = append(connections, ConnectEnds(ctx, end, peer.End(Shape{})))
			}
			for i := range uintptr(n) {
				for _, c := range connections {
					exchangeMessages(ctx, c, i)
				}
			}
			sent, received := map[uintptr][]nd2.Result{}, map[uintptr][]nd2.Result{}
			for _, result := range Results(ctx, queue, 2*pairs*n) {
				lists := sent
				if result.RequestType == nd2.RequestReceive {
					lists = received
				}
				lists[result.QueuePairContext] = append(lists[result.QueuePairContext], result)
			}
			Expect(Drain(queue)).To(BeEmpty(), "the results that are left in the queue")
			for i := range uintptr(pairs) {
				Expect(sent[100+i]).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(0, n), nd2.Success)...))
				Expect(received[100+i]).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(0, n), nd2.Success)...))
			}
		},
		Entry("several queue pairs", Covers("cq.getresults.several-queue-pairs", "cq.getresults.one-queue-for-both"),
			uint32(3)),
		Entry("40 queue pairs", Covers("cq.getresults.several-queue-pairs"), Variant("many"), LongTimeout, uint32(40)))

	It("are all in one queue when a queue pair has one for both kinds of request",
		Covers("cq.getresults.one-queue-for-both"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{OneQueue: true})
			Expect(c.Active.Receive(1, nil)).To(Return(nd2.Success))
			Expect(c.Passive.Receive(1, nil)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(c.Passive.Send(3, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		})

	It("are in one queue for Receives and in the other for everything else when a queue pair has two",
		Covers("cq.getresults.a-queue-for-each"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestSend, Shape{})
			Expect(x.Receive(1, nil)).To(Return(nd2.Success))
			x.carryOut(nd2.RequestSend, 2, 0)
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			x.carryOut(nd2.RequestWrite, 3, 0)
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 3, nd2.Success)))
			Expect(Results(ctx, x.other.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
			Expect(x.other.Send(4, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, x.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(Drain(x.Initiated)).To(BeEmpty(), "the results that are left in the queue")
			Expect(Drain(x.Receives)).To(BeEmpty(), "the results that are left in the queue")
		})

	It("include one for each request that was outstanding when a queue pair was flushed",
		Covers("cq.getresults.every-request-ends"), twoQueues, ownReceives, func(ctx SpecContext) {
			receives, initiated := Size(ctx, 16), Size(ctx, 13)
			b := backlog{exchange: heldUp(ctx, Shape{ReceiveDepth: uint32(receives), InitiatorDepth: uint32(initiated)})}
			b.PostReceives(1, receives, 8)
			for i := range initiated {
				kind, flags := nd2.RequestSend, nd2.OpFlags(0)
				if i%3 == 1 && i < initiated-1 {
					kind, flags = nd2.RequestWrite, nd2.SilentSuccess
				}
				b.issue(kind, uintptr(i), flags)
			}
			b.flush(ctx)
			Expect(Results(ctx, b.Receives, receives)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, receives),
				nd2.Canceled)...))
			Expect(Drain(b.Receives)).To(HaveOutcomes())
		})
})

// exchangeMessages has an empty message with a context go each way, and leaves its
// results at the active end.
func exchangeMessages(ctx context.Context, c *Connection, context uintptr) {
	Expect(c.Active.Receive(context, nil)).To(Return(nd2.Success))
	Expect(c.Passive.Receive(context, nil)).To(Return(nd2.Success))
	Expect(c.Active.Send(context, nil, 0)).To(Return(nd2.Success))
	Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
	Expect(c.Passive.Send(context, nil, 0)).To(Return(nd2.Success))
	Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
}
