package qp

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// affordable is how many requests or entries a spec goes to the limit with.
const affordable = 1 << 16

// twoQueues is for specs that take the results of Receives and of other requests apart.
var twoQueues = Pin(CompletionQueues, "their results are told apart by the queue")

// ownReceives is for specs whose Receives end with their queue pair: those of a shared queue stay posted.
var ownReceives = Pin(ReceiveQueue, "they end with their queue pair")

// affordably ends the spec as unobservable if a limit is more than a spec asks of the machine.
func affordably(name string, limit uint32) uint32 {
	if limit > affordable {
		Unobservable(fmt.Sprintf("%s, %d, is more than a spec asks of the machine", name, limit))
	}
	return limit
}

// probe is the request context of the message of expectUsable.
const probe = uintptr(math.MaxUint / 3)

// expectUsable shows that a message still goes from one end to the other, and that
// nothing was queued before it: what has been refused left no trace.
func expectUsable(ctx context.Context, c *Connection, from *End) {
	to := c.Other(from)
	Expect(to.Receive(probe, nil)).To(Return(nd2.Success))
	Expect(from.Send(probe, nil, 0)).To(Return(nd2.Success))
	Expect(Results(ctx, from.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, probe, nd2.Success)))
	Expect(Results(ctx, to.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, probe, nd2.Success)))
}

// poster returns what posts requests of one type at the active end: empty Sends, Reads and Writes of 8 bytes, Binds of
// a free window, or the Invalidate of a window, which is bound if the end is connected.
func poster(ctx context.Context, c *Connection,
	request nd2.RequestType,
) func(context uintptr, flags nd2.OpFlags) nd2.Status {
	e, remote := c.Active, c.Passive.Memory
	switch request {
	case nd2.RequestSend:
		return func(context uintptr, flags nd2.OpFlags) nd2.Status { return e.Send(context, nil, flags) }
	case nd2.RequestRead:
		e.NeedReads()
		c.Passive.NeedReads()
		return func(context uintptr, flags nd2.OpFlags) nd2.Status {
			return e.Read(context, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), flags)
		}
	case nd2.RequestWrite:
		return func(context uintptr, flags nd2.OpFlags) nd2.Status {
			return e.Write(context, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), flags)
		}
	case nd2.RequestBind:
		window := e.MemoryWindow()
		return func(context uintptr, flags nd2.OpFlags) nd2.Status {
			return e.Bind(context, e.Memory.MemoryRegion, window, e.Memory.Bytes[:64], flags|nd2.AllowRead)
		}
	}
	window := e.MemoryWindow()
	if e.Connector != nil {
		e.BindWindow(ctx, window, e.Memory, 0, 64, nd2.AllowRead)
	}
	return func(context uintptr, flags nd2.OpFlags) nd2.Status { return e.Invalidate(context, window, flags) }
}

// forbiddenWrite posts a Write with the context 1 at the active end, to memory of
// the passive end that peers may not write to.
func forbiddenWrite(c *Connection) nd2.Status {
	forbidden := c.Passive.Side.Memory(64, nd2.AllowLocalWrite|nd2.AllowRemoteRead)
	return c.Active.Write(1, c.Active.Memory.List(0, 8), forbidden.Address(0), forbidden.GetRemoteToken(), 0)
}

// postEmpty posts n Receives without entries, with the contexts 1, 2, …
func postEmpty(e *End, n int) {
	e.NeedReceives(n)
	for _, context := range Sequence(1, n) {
		Expect(e.Receive(context, nil)).To(Return(nd2.Success))
	}
}

// twoEnds returns two ends of the adapter under test that report to the same
// completion queues, with the contexts 1 and 2, each with room for n requests of
// either kind.
func twoEnds(ctx context.Context, n uint32) (one, two *End) {
	local := Local(ctx)
	one = local.End(Shape{Context: 1, ReceiveDepth: n, InitiatorDepth: n, QueueDepth: 2 * n})
	return one, local.End(Shape{
		Context: 2, ReceiveDepth: n, InitiatorDepth: n, UseReceives: one.Receives,
		UseInitiated: one.Initiated,
	})
}

// expectOf shows that results are those wanted, of the queue pair with a context.
func expectOf(context uintptr, results, want []nd2.Result) {
	Expect(results).To(HaveOutcomes(want...))
	for _, r := range results {
		Expect(r.QueuePairContext).To(Equal(context), "QueuePairContext")
	}
}

// expectOneEach shows that results are of the requests first, first+1, …, each
// with its own outcome or canceled. It warns of one with its own behind a canceled one.
func expectOneEach(results []nd2.Result, first uintptr) {
	Expect(Contexts(results)).To(Equal(Sequence(first, len(results))), "the request contexts of the results")
	canceled := false
	for _, r := range results {
		Expect(r).To(CompleteWith(nd2.Success, nd2.Canceled))
		if canceled && r.Status == nd2.Success {
			Warn("qp.flush.canceled-last", "a request succeeds behind a canceled one")
			return
		}
		canceled = canceled || r.Status == nd2.Canceled
	}
}

// expectNothingMore ends a connection and shows that no further result comes of
// one of its ends.
func expectNothingMore(ctx context.Context, c *Connection, e *End) {
	c.Part(ctx, e).Wait()
	Expect(Drain(e.Receives)).To(HaveOutcomes())
	Expect(Drain(e.Initiated)).To(HaveOutcomes())
}

// yield lets other goroutines run n times.
func yield(n int) {
	for range n {
		runtime.Gosched()
	}
}
