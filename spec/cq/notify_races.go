package cq

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify, while results are being queued,", func() {
	It("is completed by a result that comes after GetResults returned none", Covers("cq.notify.no-lost-wakeup"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			Expect(queue.GetResults(make([]nd2.Result, 4))).To(BeZero(), "the number of results given")
			arrive(ctx, c, unsolicited, 1)
			Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
		})

	It("is completed by a result that comes after GetResults returned fewer than asked for",
		Covers("cq.notify.no-lost-wakeup"), Variant("short"), func(ctx SpecContext) {
			n := Size(ctx, 1)
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, n)...)
			Expect(queue.GetResults(make([]nd2.Result, n+1))).To(BeEquivalentTo(n), "the number of results given")
			arrive(ctx, c, unsolicited, uintptr(n+1))
			Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, uintptr(n+1))
		})

	It("is completed by a result that comes while the request is being made", Covers("cq.notify.no-lost-wakeup"),
		Variant("meanwhile"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			for i := range uintptr(16) {
				c.Passive.PostReceives(i, 1, 8)
				begun := make(chan struct{})
				var arrived atomic.Bool
				var request *Operation
				together(ctx,
					func() {
						<-begun
						sendSlowly(ctx, c.Active, 1, int(i))
						arrived.Store(true)
					},
					func() {
						begin := sync.OnceFunc(func() { close(begun) })
						defer begin()
						request = notifyMeanwhile(ctx, c.Passive.Receives, nd2.NotifyAny, func() {
							begin()
							// The message can't arrive if the provider holds its locks here.
							for n := 0; n < 1000 && !arrived.Load(); n++ {
								runtime.Gosched()
							}
						})
					})
				Expect(request).To(CompleteWith(nd2.Success))
				expectReceived(ctx, c.Passive.Receives, i)
			}
		})

	DescribeTable("never misses a result that comes at any moment of polling and notifying, for",
		func(ctx SpecContext, kind nd2.NotifyType) {
			const rounds = 64
			c := Accepted(ctx, Shape{})
			var round atomic.Int64
			together(ctx,
				func() {
					random := interleaving(0)
					for i := range int64(rounds) {
						Until(ctx, "the receiver to be ready for the next message", func() bool { return round.Load() > i })
						delay(random)
						Expect(c.Active.Send(0, nil, nd2.SendAndSolicitEvent)).To(Return(nd2.Success))
						Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
					}
				},
				func() {
					random := interleaving(1)
					for i := range uintptr(rounds) {
						c.Passive.PostReceives(i, 1, 8)
						round.Add(1)
						Expect(resultsByNotification(ctx, c.Passive.Receives, kind, 1, func() {
							delay(random)
						})).To(HaveOutcomes(Outcome(nd2.RequestReceive, i, nd2.Success)))
					}
				})
		},
		Entry("any result", Covers("cq.notify.no-lost-wakeup"), Variant("race"), nd2.NotifyAny),
		Entry("solicited results", Covers("cq.notify.no-lost-wakeup"), Variant("solicited-race"), nd2.NotifySolicited),
	)

	It("ends once when it is canceled in the meantime, and no result is forgotten", Covers("cq.notify.cancel-race"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			var requests []*Operation
			for round := range 48 {
				request := notify(ctx, queue, nd2.NotifyAny)
				c.Passive.PostReceives(1, 1, 8)
				together(ctx,
					func() { sendSlowly(ctx, c.Active, 1, 2*round) },
					func() {
						delay(interleaving(2*round + 1))
						Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
					})
				if status := request.Wait(); status != nd2.Success {
					Expect(status).To(Return(nd2.Canceled))
					Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success), "after a request that was canceled")
				}
				expectReceived(ctx, queue, 1)
				requests = append(requests, request)
			}
			expectNotified(ctx, c.Passive.Port, requests...)
		})

	It("gives each result to one of several threads that notify and poll, and leaves none of them waiting",
		Covers("cq.notify.parallel"), func(ctx SpecContext) {
			const threads = 3
			local, peer := Local(ctx), Peer(ctx)
			depth := min(64, local.Info.MaxReceiveQueueDepth, local.MaxResults(),
				peer.Info.MaxInitiatorQueueDepth, peer.MaxResults())
			c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: depth}), local.End(Shape{ReceiveDepth: depth}))
			messages := int(depth)
			queue := c.Passive.Receives
			c.Passive.PostReceives(1, messages, 8)
			var taken atomic.Int64
			got := make([][]nd2.Result, threads)
			bodies := []func(){func() { sendSlowly(ctx, c.Active, messages, threads) }}
			for i := range threads {
				bodies = append(bodies, func() {
					random, batch := interleaving(i), make([]nd2.Result, 4)
					for taken.Load() < int64(messages) && ctx.Err() == nil {
						if n := queue.GetResults(batch[:1+random.IntN(4)]); n > 0 {
							got[i] = append(got[i], batch[:n]...)
							taken.Add(int64(n))
							continue
						}
						request := notify(ctx, queue, nd2.NotifyAny)
						if taken.Load() == int64(messages) {
							break
						}
						Expect(request.Wait()).To(Return(nd2.Success, nd2.Canceled))
					}
					queue.CancelOverlappedRequests() // those of threads that came too late
				})
			}
			together(ctx, bodies...)
			seen := map[uintptr]int{}
			for _, list := range got {
				for i, result := range list {
					seen[result.RequestContext]++
					if i > 0 {
						Expect(uint64(result.RequestContext)).To(BeNumerically(">", uint64(list[i-1].RequestContext)),
							"the order in which a thread is given results")
					}
				}
			}
			for _, context := range Sequence(1, messages) {
				Expect(seen[context]).To(Equal(1), "how often the result of Receive %d was given", context)
			}
		})
})

// notifyMeanwhile is notify, and does something while the request is being made.
func notifyMeanwhile(ctx context.Context, queue nd2.CompletionQueue, kind nd2.NotifyType, meanwhile func()) *Operation {
	return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status {
		o.Event = &eventOnReset{o.Event, meanwhile}
		return queue.Notify(kind, o)
	})
}

// An eventOnReset does something when the provider resets it, which is as a request
// becomes pending.
type eventOnReset struct {
	nd2.Event
	do func()
}

// Reset implements nd2.Event.
func (e *eventOnReset) Reset() {
	e.Event.Reset()
	e.do()
}

// sendSlowly sends n empty solicited messages with random pauses and takes their
// results.
func sendSlowly(ctx context.Context, from *End, n, seed int) {
	random := interleaving(-1 - seed)
	for i := range n {
		delay(random)
		Expect(from.Send(uintptr(i), nil, nd2.SendAndSolicitEvent)).To(Return(nd2.Success))
	}
	for _, sent := range Results(ctx, from.Initiated, n) {
		Expect(sent).To(CompleteWith(nd2.Success))
	}
}

// resultsByNotification takes n results as a client that sleeps between them does:
// it polls until nothing is left, then waits for a notification. Before and while it
// asks for one, it does something else.
func resultsByNotification(ctx context.Context, queue nd2.CompletionQueue, kind nd2.NotifyType, n int,
	meanwhile func(),
) []nd2.Result {
	results := Drain(queue)
	for len(results) < n {
		meanwhile()
		Expect(notifyMeanwhile(ctx, queue, kind, meanwhile)).To(CompleteWith(nd2.Success))
		results = append(results, Drain(queue)...)
		if ctx.Err() != nil {
			Unmet(fmt.Sprintf("%d results by notification", n), fmt.Sprintf("%d when the spec's time is up", len(results)))
		}
	}
	return results
}
