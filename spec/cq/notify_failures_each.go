package cq

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What the failure of a queue means to each of its queue pairs, and which results overrun it.
var _ = Describe("IND2CompletionQueue::Notify", func() {
	It("leaves unusable each of several queue pairs when the queue fails catastrophically",
		Covers("cq.notify.failure-ends-queue-pairs"), Variant("each"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(min(64, local.MaxResults()))
			var connections []*Connection // the fault fails every queue: each has this one alone
			for range 3 {
				connections = append(connections,
					ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue, UseInitiated: queue})))
			}
			request := notify(ctx, queue, nd2.NotifyErrors)
			undo := local.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // for the queues to come: this one has failed for good
			for _, c := range connections {
				expectUnusable(ctx, c)
			}
		})

	DescribeTable("ends with ND_BUFFER_OVERFLOW when more results come than the queue holds,",
		func(ctx SpecContext, kind nd2.RequestType) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			errors := notify(ctx, queue, nd2.NotifyErrors)
			overrunBy(ctx, local, queue, errors, kind)
			Expect(errors).To(CompleteWith(nd2.BufferOverflow))
		},
		Entry("of Sends", Covers("cq.notify.nd-buffer-overflow"), Variant("send"), LongTimeout, nd2.RequestSend),
		Entry("of Writes", Covers("cq.notify.nd-buffer-overflow"), Variant("write"), LongTimeout, nd2.RequestWrite),
		Entry("of Reads", Covers("cq.notify.nd-buffer-overflow"), Variant("read"), LongTimeout, nd2.RequestRead),
		Entry("of Binds and Invalidates", Covers("cq.notify.nd-buffer-overflow"), Variant("bind"), LongTimeout,
			nd2.RequestBind),
	)

	It("ends with ND_BUFFER_OVERFLOW when more results of a shared receive queue's Receives come than the queue holds",
		Covers("cq.notify.nd-buffer-overflow"), Variant("shared-receives"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			if local.Info.MaxSharedReceiveQueueDepth == 0 {
				Unobservable("the adapter has no shared receive queues")
			}
			queue := local.CompletionQueue(1)
			errors := notify(ctx, queue, nd2.NotifyErrors)
			overrunBy(ctx, local, queue, errors, nd2.RequestReceive)
			Expect(errors).To(CompleteWith(nd2.BufferOverflow))
		})
})

// overrunBy has requests of one type have more results than a queue of the adapter holds, which
// errors, a Notify of the queue, tells. Receives are those of a shared receive queue.
func overrunBy(ctx context.Context, local *Side, queue nd2.CompletionQueue, errors *Operation, kind nd2.RequestType) {
	const enough = 1024
	peer := Peer(ctx)
	n := min(enough, local.Info.MaxInitiatorQueueDepth, local.Info.MaxReceiveQueueDepth, peer.Info.MaxInitiatorQueueDepth,
		peer.Info.MaxReceiveQueueDepth,
		peer.MaxResults()) - 1
	shape := Shape{UseInitiated: queue, InitiatorDepth: n + 1, QueueDepth: 1}
	if kind == nd2.RequestReceive {
		n = min(n, local.Info.MaxSharedReceiveQueueDepth)
		shape = Shape{UseReceives: queue, SharedReceives: true, ReceiveDepth: n, QueueDepth: 1}
	}
	if int32(n) < 2 {
		Unobservable("an adapter that takes one request at a time overruns no queue")
	}
	near, far := local.End(local.Attainable(shape)), peer.End(peer.Attainable(Shape{
		ReceiveDepth:   n + 1,
		InitiatorDepth: n,
	}))
	if kind == nd2.RequestReceive {
		ConnectEnds(ctx, far, near) // the active side sends first
	} else {
		ConnectEnds(ctx, near, far)
	}
	carryOut(ctx, near, far, int(n), kind, errors)
	awaitOverrun(ctx, queue, int(n), errors)
}

// carryOut has n requests of one type ended at the near end, or its queue overrun. What is behind them
// on the connection tells that they have.
func carryOut(ctx context.Context, near, far *End, n int, kind nd2.RequestType, errors *Operation) {
	const last = 1 << 20
	var behind nd2.CompletionQueue
	if kind == nd2.RequestReceive {
		behind = far.Initiated
		each(n, func(context uintptr) nd2.Status { return near.Receive(context, nil) })
		each(n-1, func(context uintptr) nd2.Status { return far.Send(context, nil, 0) })
		far.Send(last, nil, 0)
	} else {
		behind = far.Receives
		if kind == nd2.RequestSend {
			each(n, func(context uintptr) nd2.Status { return far.Receive(context, nil) })
		}
		each(n, requester(near, far.Memory, kind))
		far.Receive(last, nil)
		near.Send(last, nil, nd2.SilentSuccess)
	}
	UntilResult(ctx, "the requests to end, or the queue to be overrun", func() bool {
		return errors.Done() || slices.ContainsFunc(Drain(behind), func(r nd2.Result) bool {
			return r.RequestContext == last || r.Status != nd2.Success
		})
	})
}

// each posts n requests, or as many as are taken.
func each(n int, post func(context uintptr) nd2.Status) {
	for _, context := range Sequence(1, n) {
		if post(context) != nd2.Success {
			return
		}
	}
}

// requester returns a function that posts requests of a type at an end, for the peer's memory or its own windows.
func requester(e *End, remote *Region, kind nd2.RequestType) func(context uintptr) nd2.Status {
	switch kind {
	case nd2.RequestWrite:
		return func(context uintptr) nd2.Status {
			return e.Touch(context, remote)
		}
	case nd2.RequestRead:
		return func(context uintptr) nd2.Status {
			return e.Read(context, nil, remote.Address(0), remote.GetRemoteToken(), 0)
		}
	case nd2.RequestBind: // and Invalidates of the same window, in turn
		window, bound := e.Side.MemoryWindow(), false
		return func(context uintptr) nd2.Status {
			bound = !bound
			if bound {
				return e.Bind(context, e.Memory.MemoryRegion, window, e.Memory.Bytes[:8], nd2.AllowRead)
			}
			return e.Invalidate(context, window, 0)
		}
	}
	return func(context uintptr) nd2.Status { return e.Send(context, nil, 0) }
}
