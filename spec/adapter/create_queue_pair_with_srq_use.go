package adapter

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What a queue pair with a shared receive queue is like.
var _ = Describe("IND2Adapter::CreateQueuePairWithSrq", func() {
	It("returns an object with its interfaces", Covers("adapter.createqueuepairwithsrq.interfaces"),
		func(ctx SpecContext) {
			ExpectInterfaces(Local(ctx).End(Shape{SharedReceives: true}).QueuePair, nd2.IIDQueuePair)
		})

	It("reports all results to one completion queue that is given for both kinds of request",
		Covers("adapter.createqueuepairwithsrq.one-completion-queue"), func(ctx SpecContext) {
			p := NewPool(ctx, 1, 0)
			c := p.ConnectShape(ctx, Shape{OneQueue: true, InitiatorDepth: 1})
			p.Post(1, 1)
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(1, 1)), "the request contexts of the results")
			c.Active.PostReceives(1, 1, 8)
			Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
		})

	It("reports Receives to one completion queue and all else to the other, with the queue pair's context",
		Covers("adapter.createqueuepairwithsrq.results-by-kind", "adapter.createqueuepairwithsrq.context"),
		func(ctx SpecContext) {
			p := NewPool(ctx, 1, 0)
			c := p.ConnectShape(ctx, Shape{Context: 77, InitiatorDepth: 1})
			e, remote := c.Passive, c.Active.Memory
			p.Post(1, 1)
			received := p.Take(ctx, c, 1)

			window := p.Local.MemoryWindow()
			c.Active.PostReceives(1, 1, 8)
			take := func(posted nd2.Status) nd2.Result {
				Expect(posted).To(Return(nd2.Success))
				return Result(ctx, e.Initiated)
			}
			initiated := []nd2.Result{
				take(e.Send(1, nil, 0)),
				take(e.Write(2, e.Memory.List(0, 8), remote.Address(8), remote.GetRemoteToken(), 0)),
				take(e.Bind(3, e.Memory.MemoryRegion, window, e.Memory.Bytes[:8], nd2.AllowRead)),
				take(e.Invalidate(4, window, 0)),
			}

			Expect(received).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(initiated).To(HaveOutcomes(
				Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestWrite, 2, nd2.Success),
				Outcome(nd2.RequestBind, 3, nd2.Success), Outcome(nd2.RequestInvalidate, 4, nd2.Success)))
			for _, r := range append(received, initiated...) {
				Expect(r.QueuePairContext).To(Equal(uintptr(77)), "QueuePairContext of a %v", r.RequestType)
			}
			Expect(Drain(e.Receives)).To(HaveOutcomes())
		})

	It("reports Reads and Writes to the initiator completion queue, with as many entries as were asked for",
		Covers("adapter.createqueuepairwithsrq.results-by-kind", "qp.read.max-entries", "qp.write.max-entries",
			"qp.write.nd-data-overrun"), Variant("read"), func(ctx SpecContext) {
			p := NewPool(ctx, 1, 0)
			n := min(p.Local.Info.MaxReadSGE, p.Local.Info.MaxInitiatorSGE, 256)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}),
				p.End(p.Local.Attainable(Shape{Context: 77, InitiatorDepth: 1, InitiatorSGE: n})))
			e, remote := c.Passive, c.Active.Memory
			p.Post(1, 1)
			p.Take(ctx, c, 1)
			data := remote.Fill(0, int(n), 0x42)
			var list []nd2.SGE
			for i := range int(n) {
				list = append(list, e.Memory.Entry(2*i, 1))
			}
			Expect(e.Read(5, list, remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			result := Result(ctx, e.Initiated)
			Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(nd2.RequestRead, 5, nd2.Success)))
			Expect(result.QueuePairContext).To(Equal(uintptr(77)), "QueuePairContext")
			for i := range list {
				Expect(list[i].Buffer).To(HoldBytes(data[i : i+1]))
			}

			if n == p.Local.Info.MaxInitiatorSGE {
				Expect(e.Write(6, append(list, list[0]), remote.Address(0), remote.GetRemoteToken(), 0)).To(Return(nd2.DataOverrun))
			}
			Expect(e.Write(7, list, remote.Address(int(n)), remote.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 7, nd2.Success)))
			c.Active.PostReceives(1, 1, 0)
			Expect(e.Send(8, nil, 0)).To(Return(nd2.Success)) // behind which the Write has arrived
			Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
			Expect(remote.Bytes[n:][:n]).To(HoldBytes(data))
			Expect(Drain(e.Receives)).To(HaveOutcomes())
		})

	DescribeTable(
		"keeps the connection when a Send arrives and no Receive is posted, and completes the Send once a Receive is posted,",
		func(ctx SpecContext, connected func(ctx context.Context, depth, threshold uint32) (*Pool, *Connection)) {
			p, c := connected(ctx, 1, 0)
			c.Settle(ctx)
			sent := c.Active.Memory.Fill(0, SlotSize, 3)
			Expect(c.Active.Send(5, c.Active.Memory.List(0, SlotSize), 0)).To(Return(nd2.Success))
			// The messages the other way show that the connection is there.
			// They are longer than a provider takes that sends again a number of times in quick succession.
			brief, cancel := Briefly(ctx)
			defer cancel()
			for brief.Err() == nil {
				c.AwaitArrival(ctx)
			}
			done := Outcome(nd2.RequestSend, 5, nd2.Success)
			// On iWARP a Send is over once it has been sent.
			early := Drain(c.Active.Initiated)
			Expect(early).To(Or(HaveOutcomes(), HaveOutcomes(done)), "the results of what was posted early")
			Expect(Drain(c.Passive.Receives)).To(HaveOutcomes())

			p.Post(1, 1)
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(p.Received(1)).To(HoldBytes(sent))
			if len(early) == 0 {
				Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(done))
			}
			p.Post(2, 1)
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(2, 1)), "the request contexts of the results")
		},
		Entry("on the passive side", Covers("adapter.createqueuepairwithsrq.empty-queue-keeps-connection"),
			Pin(CompletionQueues, "early results are told apart by the queue"), ConnectedPool),
		Entry("on the active side", Covers("adapter.createqueuepairwithsrq.empty-queue-keeps-connection"),
			Pin(CompletionQueues, "early results are told apart by the queue"), Variant("active"), ConnectedPoolFrom))

	DescribeTable(
		"keeps the connection when a Send waits longer for a Receive than it could without a shared queue, and completes "+
			"the Send once a Receive is posted,",
		func(ctx SpecContext, connected func(ctx context.Context, depth, threshold uint32) (*Pool, *Connection)) {
			p, c := connected(ctx, 1, 0)
			clock := ConnectEnds(ctx, c.Active.Side.End(Shape{}), p.Local.End(Shape{OwnReceives: "a Send must give up"}))
			sent := c.Active.Memory.Fill(0, SlotSize, 3)
			Expect(c.Active.Send(5, c.Active.Memory.List(0, SlotSize), 0)).To(Return(nd2.Success))
			half, cancel := HalfTimeout(ctx)
			defer cancel()
			GaveUp(half, clock.Active) // or it goes on with that, too
			p.Post(1, 1)
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(p.Received(1)).To(HoldBytes(sent))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 5, nd2.Success)))
		},
		Entry("on the passive side", Covers("adapter.createqueuepairwithsrq.empty-queue-keeps-connection"),
			Variant("outlasts"), ConnectedPool),
		Entry("on the active side", Covers("adapter.createqueuepairwithsrq.empty-queue-keeps-connection"),
			Variant("outlasts-active"), ConnectedPoolFrom))

	It(
		"delivers each peer's messages in order as Receives are posted when several peers send more than there are Receives",
		Covers("adapter.createqueuepairwithsrq.hardware-flow-control"), func(ctx SpecContext) {
			const pairs = 2
			local, peer := Local(ctx), Peer(ctx)
			depth := min(4, local.Info.MaxSharedReceiveQueueDepth, local.MaxResults(),
				peer.Info.MaxInitiatorQueueDepth, peer.MaxResults())
			each := int(depth)
			p := PoolOf(local, local.SharedReceiveQueue(depth, 1, 0), depth)
			queue := local.CompletionQueue(depth)
			var connections []*Connection
			for range pairs {
				c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: depth}), p.End(Shape{UseReceives: queue}))
				for i := range each {
					Overwrite(c.Active.Memory.Bytes[i:], []byte{byte(i)})
					Expect(c.Active.Send(uintptr(i), c.Active.Memory.List(i, 1), 0)).To(Return(nd2.Success))
				}
				connections = append(connections, c)
			}
			arrived := map[uintptr][]byte{} // by queue pair
			for i := range pairs {
				p.Post(uintptr(1+i*each), each)
				for _, r := range Results(ctx, queue, each) {
					Expect(r).To(CompleteWith(nd2.Success))
					arrived[r.QueuePairContext] = append(arrived[r.QueuePairContext], p.Received(r.RequestContext)[0])
				}
			}
			for i, c := range connections {
				Expect(arrived[uintptr(i+1)]).To(HoldBytes([]byte{0, 1, 2, 3}[:each]))
				Expect(Results(ctx, c.Active.Initiated, each)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(0, each),
					nd2.Success)...))
			}
		})

	It("receives into what was posted to the shared receive queue when the client has released it",
		Covers("adapter.createqueuepairwithsrq.keeps-references"), func(ctx SpecContext) {
			local := Local(ctx)
			var object nd2.Unknown
			depth := min(2, local.Info.MaxSharedReceiveQueueDepth)
			Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, depth, 1, 0, 0, 0,
				&object)).To(Return(nd2.Success))
			release := Own(ctx, object)
			p := PoolOf(local, object.(nd2.SharedReceiveQueue), depth)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, int(depth))
			release()
			for range depth {
				p.Take(ctx, c, 1)
			}
		})

	It("lets the queues be destroyed when both the queue pair and the client have released them",
		Covers("adapter.createqueuepairwithsrq.drops-references"), func(ctx SpecContext) {
			local := Local(ctx)
			var receives, initiated, shared nd2.Unknown
			var releases []func()
			keep := func(queue *nd2.Unknown, returned nd2.Status) {
				Expect(returned).To(Return(nd2.Success))
				releases = append(releases, Own(ctx, *queue))
			}
			keep(&receives, local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 1, 0, 0, &receives))
			keep(&initiated, local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 1, 0, 0, &initiated))
			keep(&shared, local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 1, 1, 0, 0, 0, &shared))
			create := func() (pair nd2.Unknown) {
				MustSucceed("CreateQueuePairWithSrq",
					local.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, receives, initiated, shared, 0, 1, 1, 0, &pair))
				return pair
			}
			for range 31 { // a reference may be lost now and then only
				create().Release()
			}
			releasePair := Own(ctx, create())
			anyResult := func(queue nd2.Unknown) *Operation {
				q := queue.(nd2.CompletionQueue)
				return Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
			}
			pool := shared.(nd2.SharedReceiveQueue)
			requests := map[string]*Operation{
				"receive completion queue":   anyResult(receives),
				"initiator completion queue": anyResult(initiated),
				"shared receive queue":       Start(ctx, pool, pool.Notify),
			}
			for _, request := range requests {
				Expect(request.Returned).To(Return(nd2.Pending), "Notify")
			}
			releasePair()
			for _, release := range releases {
				release()
			}
			for name, request := range requests {
				AwaitEvent(ctx, request.Event, "the Notify of the "+name+", which has been released")
			}
		})
})
