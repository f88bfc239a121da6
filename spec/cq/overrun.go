package cq

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// overrun has a queue of a side take in messages, which nobody
// solicited, until it reports that it has been overrun. Since a queue may have more
// room than was asked for, and a queue pair's Receives may stay occupied until
// their results are polled, it takes as many connections as it needs; the first one
// is returned. Messages are sent in bursts, so that a long line costs
// little; how late their results are queued, nobody tells.
func overrun(ctx context.Context, local *Side, queue nd2.CompletionQueue) (first *Connection) {
	peer := Peer(ctx)
	errors := notify(ctx, queue, nd2.NotifyErrors)
	half, cancel := HalfLongTimeout(ctx)
	defer cancel()
	sent := uint32(0)
	for burst := range bursts(local, peer) {
		c := join(ctx, peer.End(peer.Attainable(Shape{InitiatorDepth: burst, QueueDepth: burst, MemorySize: 4096})), local,
			queue, burst, errors)
		if first == nil {
			Expect(c).NotTo(BeNil(), "a connection of a queue that nothing has been sent to")
			first = c
		}
		if c == nil {
			break
		}
		if fill(ctx, c, int(burst), errors, sent == 0) {
			break
		}
		sent += burst
		if sent > enough(local) {
			awaitOverrun(ctx, queue, int(sent), errors)
		}
		giveUpIfEndless(half, sent, burst)
	}
	Expect(errors).To(CompleteWith(nd2.BufferOverflow))
	return first
}

// join connects an end to a new end of side, which has depth Receives and reports them to
// queue. It returns nil if the queue fails meanwhile.
func join(ctx context.Context, active *End, side *Side, queue nd2.CompletionQueue, depth uint32,
	errors *Operation,
) *Connection {
	passive := reporting(side, queue, depth)
	if passive == nil {
		return nil
	}
	attempt := NewAttempt(ctx, active, passive)
	connect := attempt.Request(nil)
	accept := attempt.Accept(nil)
	ends := func(request *Operation) bool {
		UntilEnd(ctx, request, "the queue to be overrun", errors.Done)
		return request.Done() && request.Wait() == nd2.Success
	}
	if !ends(connect) || !ends(attempt.Complete()) || !ends(accept) {
		return nil
	}
	return &Connection{Ends: Ends{Active: active, Passive: passive}}
}

// reporting returns a new end of side, which has depth Receives and reports them to queue.
// It returns nil if no such queue pair is created, as where the queue has failed.
func reporting(side *Side, queue nd2.CompletionQueue, depth uint32) *End {
	end := side.End(Shape{MemorySize: 4096, OwnReceives: "its queue pair is exchanged"})
	var object nd2.Unknown
	created := side.Adapter.CreateQueuePair(nd2.IIDQueuePair, queue, end.Initiated, 0, depth, 1, 1, 1, 0, &object)
	SkipIfLacking("such a queue pair", created)
	if created != nd2.Success {
		return nil
	}
	side.AtEnd(func() { object.Release() })
	end.Receives, end.QueuePair = queue, object.(nd2.QueuePair)
	return end
}

// bursts returns how many results to add to a queue at a time: few at first, since most
// queues are no deeper than asked for, but no more than the sides can hold.
func bursts(sides ...*Side) func(yield func(uint32) bool) {
	most := uint32(256)
	for _, side := range sides {
		most = min(most, side.Info.MaxReceiveQueueDepth, side.Info.MaxInitiatorQueueDepth, side.MaxResults())
	}
	return func(yield func(uint32) bool) {
		for n := uint32(64); yield(min(n, most)); n = min(2*n, most) {
		}
	}
}

// enough is how many results a queue of depth 1 must have taken for the spec to ask
// whether it has room for them all.
func enough(side *Side) uint32 { return min(side.Info.MaxCompletionQueueDepth, 128<<10) }

// awaitOverrun returns when a queue has reported a failure. The spec is unobservable if
// n results can be taken from it.
func awaitOverrun(ctx context.Context, queue nd2.CompletionQueue, n int, errors *Operation) {
	taken := 0
	UntilResult(ctx, fmt.Sprintf("each of %d results, or the failure of a queue that is overrun", n), func() bool {
		taken += len(Drain(queue))
		return taken == n || errors.Done()
	})
	if taken == n {
		roomy(uint32(n))
	}
}

// queuePairs is how many of them a spec uses at most to fill one queue: each has separate memory.
const queuePairs = 1000

// giveUpIfEndless ends the spec as unobservable if half of its time is over, or if it would
// take too many queue pairs to fill the queue.
func giveUpIfEndless(half context.Context, taken, burst uint32) {
	if half.Err() != nil || taken > queuePairs*burst {
		Unobservable(
			fmt.Sprintf("a queue of depth 1 has taken %d results, at most %d from a queue pair, and the spec goes no further",
				taken, burst))
	}
}

// roomy ends the spec as unobservable.
func roomy(n uint32) {
	Unobservable(fmt.Sprintf("a queue of depth 1 has taken %d results, and holds them all", n))
}

// fill makes n messages arrive at the passive end. It tells whether that made a Notify
// end or the connection fail. Nothing can have failed before the first messages of all are sent.
func fill(ctx context.Context, c *Connection, n int, errors *Operation, first bool) (fails bool) {
	refused := func(s nd2.Status, intact bool) bool {
		if intact {
			Expect(s).To(Return(nd2.Success))
		}
		return s != nd2.Success
	}
	for range n {
		if refused(c.Passive.Receive(1, nil), first) {
			return true
		}
	}
	for i := range n {
		if refused(c.Active.Send(1, nil, 0), first && i == 0) {
			return true
		}
	}
	UntilResult(ctx, "the messages to be sent, or the queue to be overrun", func() bool {
		for _, sent := range Drain(c.Active.Initiated) {
			n--
			fails = fails || sent.Status != nd2.Success
		}
		fails = fails || errors.Done()
		return fails || n == 0
	})
	return fails
}

// flushReceives has n Receives canceled, of a queue pair that reports to queue and
// is not connected. They may be refused if the queue is not intact: once results have
// come to it, it may have been overrun.
func flushReceives(side *Side, queue nd2.CompletionQueue, n uint32, intact bool) {
	end := reporting(side, queue, n)
	if intact {
		Expect(end).NotTo(BeNil(), "a queue pair of a queue that nothing has been reported to")
	}
	if end == nil {
		return
	}
	for range n {
		if received := end.Receive(1, nil); intact {
			Expect(received).To(Return(nd2.Success))
		}
	}
	if flushed := end.Flush(); intact {
		Expect(flushed).To(Return(nd2.Success))
	}
}
