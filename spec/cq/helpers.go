package cq

import (
	"context"
	"math/rand/v2"
	"runtime"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// queueHolding returns a completion queue of the adapter under test with n results
// of Receives in it, of the contexts 1 to n, that a notification has announced.
func queueHolding(ctx context.Context, n int) nd2.CompletionQueue {
	c := acceptedFor(ctx, n)
	c.Deliver(ctx, c.Passive, Sequence(1, n)...)
	return c.Passive.Receives
}

// acceptedFor is Accepted for n messages to the passive end, the end under test, to
// be under way or received at a time.
func acceptedFor(ctx context.Context, n int) *Connection {
	return acceptedAs(ctx, Shape{ReceiveDepth: uint32(n)})
}

// acceptedAs is Accepted with a shape for the end under test only; the other one can
// send as many messages as it has Receives.
func acceptedAs(ctx context.Context, shape Shape) *Connection {
	local, peer := Local(ctx), Peer(ctx)
	return ConnectEnds(ctx, peer.End(peer.Attainable(Shape{InitiatorDepth: shape.ReceiveDepth})),
		local.End(local.Attainable(shape)))
}

// The kinds of messages.
const (
	unsolicited nd2.OpFlags = 0
	solicited               = nd2.SendAndSolicitEvent
)

// arrive has an empty message fill a Receive of each context at the passive end. Their
// results come sooner or later: nothing at the other end tells when.
func arrive(ctx context.Context, c *Connection, kind nd2.OpFlags, contexts ...uintptr) {
	for _, context := range contexts {
		c.Passive.PostReceives(context, 1, 8)
	}
	for _, context := range contexts {
		Expect(c.Active.Send(context, nil, kind)).To(Return(nd2.Success))
	}
	for _, sent := range Results(ctx, c.Active.Initiated, len(contexts)) {
		Expect(sent).To(CompleteWith(nd2.Success))
	}
}

// expectReceived takes the results of Receives of the contexts, in their order, and
// shows that no other ones are queued.
func expectReceived(ctx context.Context, queue nd2.CompletionQueue, contexts ...uintptr) {
	Expect(Results(ctx, queue, len(contexts))).To(HaveOutcomes(Outcomes(nd2.RequestReceive, contexts, nd2.Success)...))
	Expect(Drain(queue)).To(HaveOutcomes())
}

// expectNotified waits until pending requests that have ended are notified, and
// shows that each was once: once a phase, if it had several.
func expectNotified(ctx context.Context, port *Port, requests ...*Operation) {
	for _, request := range requests {
		Expect(request.Returned).To(Return(nd2.Pending, nd2.Success), "Notify")
		request.Wait()
		UntilPacket(ctx, request, "a packet for each request", func() bool {
			return request.Posts(port) >= request.Event.Due()
		})
	}
	for i, request := range requests {
		Expect(request.Event.Sets()).To(Equal(request.Event.Due()), "how often the event of request %d was set", i+1)
		Expect(request.Posts(port)).To(Equal(request.Event.Due()), "packets for request %d", i+1)
	}
}

// notify issues a Notify request.
func notify(ctx context.Context, queue nd2.CompletionQueue, kind nd2.NotifyType) *Operation {
	return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(kind, o) })
}

// notifyEach issues Notify requests of the types, which have to wait.
func notifyEach(ctx context.Context, queue nd2.CompletionQueue, kinds ...nd2.NotifyType) []*Operation {
	var requests []*Operation
	for _, kind := range kinds {
		request := notify(ctx, queue, kind)
		if len(requests) > 0 {
			SkipIfLacking("room for another request for a notification", request.Returned)
		}
		requests = append(requests, request)
	}
	for _, request := range requests {
		Expect(request).To(BePending())
	}
	return requests
}

// everyType lists the types of notification.
var everyType = []nd2.NotifyType{nd2.NotifyErrors, nd2.NotifyAny, nd2.NotifySolicited}

// expectEach waits for each of the requests.
func expectEach(requests []*Operation, end types.GomegaMatcher) {
	for i, request := range requests {
		Expect(request).To(end, "request %d of %d", i+1, len(requests))
	}
}

// forget makes a queue whose results were polled, and no trigger has announced,
// as good as new: a provider may complete one more request for them.
func forget(ctx context.Context, queue nd2.CompletionQueue) {
	request := notify(ctx, queue, nd2.NotifyAny)
	Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
	request.Wait()
}

// expectUnnotified shows that nothing has satisfied a request so far: it can
// still be canceled.
func expectUnnotified(queue nd2.CompletionQueue, request *Operation) {
	Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
	Expect(request).To(CompleteWith(nd2.Canceled))
}

// resultInTime returns the next result in a queue, unless a right provider may let the
// spec wait forever.
func resultInTime(ctx context.Context, queue nd2.CompletionQueue) (result nd2.Result, ended bool) {
	half, cancel := HalfTimeout(ctx)
	defer cancel()
	one := make([]nd2.Result, 1)
	var backoff poll.Backoff
	for half.Err() == nil {
		if queue.GetResults(one) == 1 {
			return one[0], true
		}
		backoff.Wait(half)
	}
	return result, false
}

// together runs the bodies at the same time and returns when each has ended.
func together(ctx context.Context, bodies ...func()) {
	var running []<-chan struct{}
	for _, body := range bodies {
		running = append(running, InBackground(ctx, body))
	}
	for _, done := range running {
		<-done
	}
}

// interleaving returns the random choices of one of a spec's interleavings, which
// are the same for the same seed of the run.
func interleaving(n int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), uint64(n)))
}

// delay lets a random while of up to a few microseconds go by, as long as it takes
// a message to arrive, so that two goroutines meet in every way.
func delay(random *rand.Rand) {
	for n := random.IntN(2000); n > 0; n-- {
		if n%1000 == 0 {
			runtime.Gosched()
		}
	}
}
