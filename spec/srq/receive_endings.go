package srq

import (
	"context"
	"math/rand/v2"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What becomes of the Receives when one of the queue pairs ends.
var _ = Describe("IND2SharedReceiveQueue::Receive", func() {
	It(
		"fails the Receive and the Send when a message is longer than the Receive, ends the connection, and writes nothing "+
			"beyond the Receive",
		Covers("srq.receive.too-short-at-receiver", "srq.receive.too-short-at-sender"), func(ctx SpecContext) {
			p, c := ConnectedPool(ctx, 1, 0)
			p.Post(1, 1)
			send(c, 0, SlotSize+1, 1)
			result := Result(ctx, c.Passive.Receives)
			Expect(result.RequestContext).To(Equal(uintptr(1)), "RequestContext")
			Expect(result).To(CompleteAsRuled("srq.receive.too-short-at-receiver"))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteAsRuled("srq.receive.too-short-at-sender"))
			AwaitEnd(ctx, c, c.Active)
			Expect(p.Received(2)).To(HoldBytes(make([]byte, SlotSize)))
		})

	It("reports a Receive that fails on the second queue pair with the context of that queue pair",
		Covers("srq.receive.queue-pair-context"), Variant("failed"), func(ctx SpecContext) {
			p := NewPool(ctx, 2, 0)
			connections := p.Connect(ctx, 2)
			p.Post(1, 1)
			p.Take(ctx, connections[0], 1)
			p.Post(2, 1)
			send(connections[1], 0, SlotSize+1, 1)
			result := Result(ctx, connections[1].Passive.Receives)
			Expect(result).NotTo(CompleteWith(nd2.Success)) // with which status is another rule's
			Expect(result.QueuePairContext).To(Equal(uintptr(2)), "QueuePairContext")
		})

	DescribeTable("keeps serving the other queue pairs when one has taken a Receive that fails",
		func(ctx SpecContext, unusable func(p *Pool, length int) []nd2.SGE) {
			length := Size(ctx, 1, SlotSize)
			p := NewPool(ctx, 2, 0)
			connections := p.Connect(ctx, 2)
			failing, other := connections[0], connections[1]
			returned := p.Receive(1, unusable(p, length))
			SkipIfFoundInCall(returned)
			Expect(returned).To(Return(nd2.Success))
			p.Post(2, 1)
			spared := true
			first := receive(ctx, failing, length)
			if first.RequestContext != 1 { // no order is said of a queue that is shared
				Expect(first).To(CompleteWith(nd2.Success))
				spared = false
				first = receive(ctx, failing, length)
			}
			Expect(first.RequestContext).To(Equal(uintptr(1)), "RequestContext")
			Expect(first).NotTo(CompleteWith(nd2.Success))
			expectEnded(ctx, failing.Passive)
			if spared {
				expectServed(ctx, p, other, Sequence(2, 1)) // before another Receive stirs the queue
			}
			p.Post(3, 2)
			expectServed(ctx, p, other, Sequence(3, 2))
			Expect(Drain(failing.Passive.Receives)).To(HaveOutcomes())
		},
		Entry("because it is too short", Covers("srq.receive.failure-spares-others"), Variant("too-short"),
			func(p *Pool, length int) []nd2.SGE { return p.Memory.List(0, length-1) }),
		Entry("because it has no entries", Covers("srq.receive.failure-spares-others"), Variant("no-entries"),
			func(*Pool, int) []nd2.SGE { return nil }),
		Entry("because its memory may not be written", Covers("srq.receive.failure-spares-others"), Variant("access"),
			func(p *Pool, _ int) []nd2.SGE {
				return p.Local.Memory(SlotSize, nd2.AllowRemoteRead).List(0, SlotSize)
			}),
	)

	DescribeTable("leaves to the others the Receives that a queue pair has not taken when it is",
		func(ctx SpecContext, there int, end func(ctx context.Context, c *Connection)) {
			p := drawnPool(ctx)
			connections := p.Connect(ctx, there)
			ending := connections[0]
			p.Post(1, p.Depth)
			taken := p.Take(ctx, ending, 1)[0].RequestContext
			notify := p.Arm(ctx)
			end(ctx, ending)
			Expect(notify).To(BePending())
			connections = append(connections, p.Connect(ctx, 2-there)...)
			expectServed(ctx, p, connections[1], without(taken, Sequence(1, p.Depth)))
			Expect(notify).To(CompleteWith(nd2.Success))
			Expect(Drain(ending.Passive.Receives)).To(HaveOutcomes())
			p.Post(1, p.Depth) // it keeps no place
		},
		Entry("flushed", Covers("srq.receive.flush-spares-untaken"), 2, flush),
		Entry("flushed alone", Covers("srq.receive.flush-spares-untaken"), Variant("alone"), 1, flush),
		Entry("disconnected", Covers("srq.receive.disconnect-spares-untaken"), 2, disconnect),
		Entry("disconnected alone", Covers("srq.receive.disconnect-spares-untaken"), Variant("alone"), 1, disconnect),
		Entry("disconnected by its peer", Covers("srq.receive.disconnect-spares-untaken"), Variant("peer"), 2,
			disconnectPeer),
	)

	DescribeTable("leaves to the others the Receives that a queue pair has not taken when it is released,",
		func(ctx SpecContext, take func(ctx context.Context, p *Pool, e *End) (rest []uintptr)) {
			p, other := connectedPool(ctx)
			ending, release := endToRelease(ctx, p)
			rest := take(ctx, p, ending)
			notify := p.Arm(ctx)
			release()
			Expect(notify).To(BePending())
			expectServed(ctx, p, other, rest)
			Expect(notify).To(CompleteWith(nd2.Success))
			p.Post(1, p.Depth) // it keeps no place
		},
		Entry("having taken one", Covers("srq.receive.release-spares-untaken"),
			func(ctx context.Context, p *Pool, e *End) (rest []uintptr) {
				c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), e)
				p.Post(1, p.Depth)
				return without(p.Take(ctx, c, 1)[0].RequestContext, Sequence(1, p.Depth))
			}),
		Entry("never having been connected", Covers("srq.receive.release-spares-untaken"), Variant("unconnected"),
			func(_ context.Context, p *Pool, _ *End) (rest []uintptr) {
				p.Post(1, p.Depth)
				return Sequence(1, p.Depth)
			}),
	)

	DescribeTable("leaves no other queue pair short of a Receive, while messages arrive at both, when one is",
		func(ctx SpecContext, end func(ctx context.Context, c *Connection)) {
			// There are Receives for all messages, since no peer may send without one.
			messages := max(1, Size(ctx, 65, within(ctx, 300))/3) // to the ending queue pair, and half of the other's
			receives := 3 * messages
			p := NewPool(ctx, uint32(receives), 0)
			queue := p.Local.CompletionQueue(uint32(receives))
			ending := p.ConnectShape(ctx, Shape{UseReceives: queue, InitiatorDepth: uint32(messages)})
			other := p.ConnectShape(ctx, Shape{UseReceives: queue, InitiatorDepth: uint32(receives)})
			p.Post(1, receives)

			before := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 0)).IntN(messages)
			streaming := InBackground(ctx, func() {
				for range messages {
					ending.Active.Send(0, nil, nd2.SilentSuccess) // refused once it has ended
				}
			})
			for i := range 2 * messages {
				if i == before {
					end(ctx, ending)
				}
				Expect(other.Active.Send(0, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
			}
			<-streaming

			// The other's messages are all received, and more of them take every Receive that
			// the one which ended has not.
			var results []nd2.Result
			served, due := 0, 2*messages
			for len(results) < receives {
				r := Result(ctx, queue)
				results = append(results, r)
				if r.QueuePairContext == endingContext {
					Expect(r).To(CompleteWith(nd2.Success, nd2.Canceled))
					continue
				}
				Expect(r).To(CompleteWith(nd2.Success))
				served++
				if served == due && len(results) < receives {
					Expect(other.Active.Send(0, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
					due++
				}
			}
			contexts := Contexts(results)
			slices.Sort(contexts)
			Expect(contexts).To(Equal(Sequence(1, receives)), "the contexts of all the results, sorted")
		},
		Entry("flushed", Covers("srq.receive.no-starvation"), Variant("flush"), flush),
		Entry("disconnected", Covers("srq.receive.no-starvation"), disconnect),
		Entry("disconnected by its peer", Covers("srq.receive.no-starvation"), Variant("peer"), disconnectPeer),
	)
})

// endingContext is the context of the first queue pair of a pool.
const endingContext = 1

// receive has a message of a length in bytes sent, and returns the result of the Receive that it has taken.
func receive(ctx context.Context, c *Connection, length int) nd2.Result {
	send(c, 0, length, 1)
	result := Result(ctx, c.Passive.Receives)
	Result(ctx, c.Active.Initiated)
	return result
}

// without returns the contexts but one.
func without(one uintptr, contexts []uintptr) []uintptr {
	return slices.DeleteFunc(contexts, func(c uintptr) bool { return c == one })
}

// expectServed shows that a queue pair is served with the Receives of these contexts,
// which are sorted. There is no order between those of a queue that is shared.
func expectServed(ctx context.Context, p *Pool, c *Connection, contexts []uintptr) {
	taken := Contexts(takeEach(ctx, p, c, len(contexts)))
	slices.Sort(taken)
	Expect(taken).To(Equal(contexts), "the contexts of all the results, sorted")
}

func flush(_ context.Context, c *Connection) {
	Expect(c.Passive.Flush()).To(Return(nd2.Success))
}

func disconnect(ctx context.Context, c *Connection) {
	Expect(c.Part(ctx, c.Passive)).To(CompleteWith(nd2.Success))
}

func disconnectPeer(ctx context.Context, c *Connection) {
	told := Start(ctx, c.Passive.Connector, c.Passive.Connector.NotifyDisconnect)
	left := Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect)
	told.Wait()
	Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect).Wait() // for which the peer's may wait
	Expect(left).To(CompleteWith(nd2.Success))
}

// endToRelease returns an end of the pool whose queue pair has one reference, the
// spec's to release.
func endToRelease(ctx context.Context, p *Pool) (e *End, release func()) {
	e = p.End(Shape{})
	var object nd2.Unknown
	Expect(p.Local.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, e.Receives, e.Initiated, p.SharedReceiveQueue, 0, 1, 1,
		0, &object)).To(Return(nd2.Success))
	e.QueuePair = object.(nd2.QueuePair)
	return e, Own(ctx, object)
}

// expectEnded looks for the end of e's connection: what is asked of it is refused
// or canceled.
func expectEnded(ctx context.Context, e *End) {
	Expect(EndOf(ctx, e.Initiated, e.Send(1, nil, 0))).To(Return(nd2.Canceled, nd2.ConnectionInvalid))
}
