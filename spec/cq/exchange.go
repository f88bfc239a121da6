package cq

import (
	"context"
	"math/rand/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// twoQueues is for specs that take the results of Receives and of other requests apart.
var twoQueues = Pin(CompletionQueues, "their results are told apart by the queue")

// ownReceives is for specs whose Receives end with their queue pair: those of a shared queue stay posted.
var ownReceives = Pin(ReceiveQueue, "they end with their queue pair")

// An exchange is a connected end of the adapter under test, which issues
// well-formed requests of every type: they move bytes from the source part of one
// end's memory to the sink part of the other's, or open the source to the peer.
type exchange struct {
	*End
	other *End
	*Connection
	layout
	// bound are windows for Invalidates to come.
	bound []nd2.MemoryWindow
	// waitsForReceive says that a Send waits without limit for a Receive of the other end's.
	waitsForReceive bool
}

// A layout is where the parts of an end's memory are, as offsets, and how many bytes
// are moved: more than one packet holds, if the adapters can.
type layout struct{ sink, length, size int }

// source is the offset of the other part.
const source = 0

func layoutFor(sides ...*Side) layout {
	l := layout{length: 5000, size: 24 << 10}
	for _, side := range sides {
		l.size = int(min(uint64(l.size), uint64(side.Info.MaxRegistrationSize)))
		l.length = int(min(uint32(l.length), side.Info.MaxTransferLength))
	}
	l.sink = l.size / 3 * 2
	l.length = min(l.length, l.size-l.sink-1)
	return l
}

// exchangeFor connects a local end of a shape to the peer, to test requests of a type. The local end
// is active; for Receives it is passive, since the active end sends first. The peer has room for as
// many messages as the local end can send.
func exchangeFor(ctx context.Context, kind nd2.RequestType, shape Shape) *exchange {
	local, peer := Local(ctx), Peer(ctx)
	x := &exchange{layout: layoutFor(local, peer)}
	shape.MemorySize = x.size
	x.End, x.other = local.End(local.Attainable(shape)), peer.End(Shape{
		ReceiveDepth: shape.InitiatorDepth,
		MemorySize:   x.size,
	})
	if kind == nd2.RequestReceive {
		x.Connection = ConnectEnds(ctx, x.other, x.End)
	} else {
		x.Connection = ConnectEnds(ctx, x.End, x.other)
	}
	return x
}

// heldUp connects an end whose initiator queue does not move once a Send is in it: the peer has no Receive for it. If
// the peer can, it takes Receives from a shared queue: Sends wait for that without limit. On iWARP a Send does not
// wait.
func heldUp(ctx context.Context, shape Shape) *exchange {
	local, peer := Local(ctx), Peer(ctx)
	x := &exchange{layout: layoutFor(local, peer), waitsForReceive: peer.Info.MaxSharedReceiveQueueDepth > 0}
	shape.MemorySize = x.size
	x.End = local.End(shape)
	x.other = peer.End(Shape{SharedReceives: x.waitsForReceive, MemorySize: x.size})
	x.Connection = ConnectEnds(ctx, x.End, x.other)
	return x
}

// queueOf is the completion queue of requests of a type.
func (x *exchange) queueOf(kind nd2.RequestType) nd2.CompletionQueue {
	if kind == nd2.RequestReceive {
		return x.Receives
	}
	return x.Initiated
}

// prepare has n windows bound if the type is Invalidate, to be invalidated.
func (x *exchange) prepare(ctx context.Context, kind nd2.RequestType, n int) {
	if kind != nd2.RequestInvalidate {
		return
	}
	for range n {
		window := x.MemoryWindow()
		Expect(x.bind(0, window, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, x.Initiated)).To(CompleteWith(nd2.Success))
		x.bound = append(x.bound, window)
	}
	forget(ctx, x.Initiated)
}

func (x *exchange) bind(context uintptr, window nd2.MemoryWindow, flags nd2.OpFlags) nd2.Status {
	return x.Bind(context, x.Memory.MemoryRegion, window, x.Memory.Bytes[source:source+x.length], flags|nd2.AllowRead)
}

// post issues a request of a type, and does nothing at the other end. A Receive
// has no flags.
func (x *exchange) post(kind nd2.RequestType, context uintptr, flags nd2.OpFlags) nd2.Status {
	from, to, theirs := x.Memory.List(source, x.length), x.Memory.List(x.sink, x.length), x.other.Memory
	switch kind {
	case nd2.RequestSend:
		return x.Send(context, from, flags)
	case nd2.RequestReceive:
		return x.Receive(context, to)
	case nd2.RequestBind:
		return x.bind(context, x.MemoryWindow(), flags)
	case nd2.RequestInvalidate:
		window := x.bound[0]
		x.bound = x.bound[1:]
		return x.Invalidate(context, window, flags)
	case nd2.RequestRead:
		return x.Read(context, to, theirs.Address(source), theirs.GetRemoteToken(), flags)
	default:
		return x.Write(context, from, theirs.Address(x.sink), theirs.GetRemoteToken(), flags)
	}
}

// carryOut issues a request of a type and does at the other end what it takes for
// its success.
func (x *exchange) carryOut(kind nd2.RequestType, context uintptr, flags nd2.OpFlags) {
	x.help(kind, context, func() { Expect(x.post(kind, context, flags)).To(Return(nd2.Success)) })
}

// help does at the other end what a request of a type takes: a Receive before a
// Send, a Send after a Receive.
func (x *exchange) help(kind nd2.RequestType, context uintptr, issue func()) {
	if kind == nd2.RequestSend {
		Expect(x.other.Receive(context, x.other.Memory.List(x.sink, x.length))).To(Return(nd2.Success))
	}
	issue()
	if kind == nd2.RequestReceive {
		Expect(x.other.Send(context, x.other.Memory.List(source, x.length), 0)).To(Return(nd2.Success))
	}
}

// carryOutMixed issues n requests of random types, with the contexts first, first+1,
// …, at random silent, but for the last one. It returns the results that they have,
// and how many Sends are among them.
func (x *exchange) carryOutMixed(ctx context.Context, random *rand.Rand, kinds []nd2.RequestType, first uintptr,
	n int,
) (want []nd2.Result, sends int) {
	mix := make([]nd2.RequestType, n)
	for i := range mix {
		mix[i] = kinds[random.IntN(len(kinds))]
		x.prepare(ctx, mix[i], 1)
	}
	for i, kind := range mix {
		context, flags := first+uintptr(i), nd2.OpFlags(0)
		if i < n-1 && random.IntN(2) == 0 {
			flags = nd2.SilentSuccess
		} else {
			want = append(want, Outcome(kind, context, nd2.Success))
		}
		x.carryOut(kind, context, flags)
		if kind == nd2.RequestSend {
			sends++
		}
	}
	return want, sends
}

// moved returns the memory that a request of a type moves bytes from and to.
func (x *exchange) moved(kind nd2.RequestType) (from, to *Region) {
	if kind == nd2.RequestReceive || kind == nd2.RequestRead {
		return x.other.Memory, x.Memory
	}
	return x.Memory, x.other.Memory
}
