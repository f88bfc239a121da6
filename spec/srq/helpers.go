package srq

import (
	"context"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// drawnPool is a pool that has a threshold, and holds one Receive more: as few as show both sides of it.
func drawnPool(ctx context.Context) *Pool { return poolAbove(ctx, 1) }

// poolAbove returns a pool that holds more Receives than its threshold, by the number more.
func poolAbove(ctx context.Context, more uint32) *Pool {
	threshold := uint32(max(1, Size(ctx, 1, within(ctx, 1<<16)-more)))
	return NewPool(ctx, threshold+more, threshold)
}

func connectedPool(ctx context.Context) (*Pool, *Connection) {
	p := drawnPool(ctx)
	return p, p.Connect(ctx, 1)[0]
}

// within is n, or less if the adapter's shared receive queues hold fewer Receives.
func within(ctx context.Context, n uint32) uint32 {
	return min(n, Local(ctx).Info.MaxSharedReceiveQueueDepth)
}

// takeEach has n messages sent, one after the other, and returns the results of the
// Receives that they took.
func takeEach(ctx context.Context, p *Pool, c *Connection, n int) (taken []nd2.Result) {
	for range n {
		taken = append(taken, p.Take(ctx, c, 1)...)
	}
	return taken
}

// fallBelow posts threshold Receives; a message takes one, so that the number falls
// below the threshold.
func fallBelow(ctx context.Context, p *Pool, c *Connection) {
	p.Post(1, p.Threshold)
	p.Take(ctx, c, 1)
}

// expectNotifiedOnce waits for requests that were pending to end, and counts what
// was notified of each: once, or once a phase if it had several.
func expectNotifiedOnce(ctx context.Context, p *Pool, requests []*Operation) {
	for _, request := range requests {
		Expect(request.Returned).To(Return(nd2.Pending, nd2.Success), "Notify")
		request.Wait()
		UntilPacket(ctx, request, "a packet for each request", func() bool {
			return request.Posts(p.Local.Port) >= request.Event.Due()
		})
	}
	for i, request := range requests {
		Expect(request.Event.Sets()).To(Equal(request.Event.Due()), "how often the event of request %d was set", i+1)
		Expect(request.Posts(p.Local.Port)).To(Equal(request.Event.Due()), "packets for request %d", i+1)
	}
}

// ownQueue creates a shared receive queue whose only reference is the spec's to
// release.
func ownQueue(ctx context.Context, local *Side,
	depth, threshold uint32,
) (queue nd2.SharedReceiveQueue, release func()) {
	var object nd2.Unknown
	Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, depth, 1, threshold, 0, 0,
		&object)).To(Return(nd2.Success))
	return object.(nd2.SharedReceiveQueue), Own(ctx, object)
}

// send fills length bytes from offset of the active end's memory with the pattern
// of seed, sends them, and returns a copy.
func send(c *Connection, offset, length int, seed byte) []byte {
	sent := c.Active.Memory.Fill(offset, length, seed)
	Expect(c.Active.Send(0, c.Active.Memory.List(offset, length), 0)).To(Return(nd2.Success))
	return sent
}

// beyondReceiveSGE is a list of one entry more than the adapter can receive into.
func beyondReceiveSGE(local *Side) []nd2.SGE {
	const most = 1 << 16 // entries that a spec makes
	if local.Info.MaxReceiveSGE >= most {
		Unobservable("MaxReceiveSge is larger than any list")
	}
	memory := local.Memory(64, AllRights)
	return slices.Repeat(memory.List(0, 1), int(local.Info.MaxReceiveSGE)+1)
}

// beyondTransferLength is a list of more bytes than the adapter transfers in one
// request, in no more entries than it can receive into.
func beyondTransferLength(local *Side) []nd2.SGE {
	return TooLongList(local, few(local))
}

// few is how many entries long lists have.
func few(local *Side) uint32 {
	return min(4, local.Info.MaxReceiveSGE)
}

// delays returns n pauses of lengths that differ from run to run, for one of two
// racing calls to be first now and then the other.
func delays(n int) iter.Seq[func()] {
	random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 0))
	return func(yield func(func()) bool) {
		for range n {
			spins := random.IntN(64)
			if !yield(func() {
				for range spins {
					runtime.Gosched()
				}
			}) {
				return
			}
		}
	}
}

// expectAwaits shows that a Notify is pending until messages take n more Receives.
func expectAwaits(ctx context.Context, notify *Operation, p *Pool, c *Connection, n int) {
	Expect(notify).To(BePending())
	p.Take(ctx, c, n)
	Expect(notify).To(CompleteWith(nd2.Success))
}
