package spec

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/nd2"
)

// SlotSize is the length in bytes of the Receives that a [Pool] posts.
const SlotSize = 64

// A Pool is a shared receive queue of the adapter under test with what it takes
// to use it: memory that is cut into a slot for each request context, and any
// number of connections that take Receives from it at their passive ends.
type Pool struct {
	nd2.SharedReceiveQueue
	Local  *Side
	Memory *Region

	depth  uint32
	peer   *Side
	joined uintptr
}

// NewPool creates a shared receive queue of depth Receives, of two entries each,
// that notifies below threshold. It has a slot for every context below 1024.
func NewPool(ctx context.Context, depth, threshold uint32) *Pool {
	local := Local(ctx)
	return local.Pool(local.SharedReceiveQueue(depth, min(2, local.Info.MaxReceiveSGE), threshold), depth)
}

// Pool makes a pool of a shared receive queue of depth Receives.
func (s *Side) Pool(queue nd2.SharedReceiveQueue, depth uint32) *Pool {
	return &Pool{SharedReceiveQueue: queue, Local: s, Memory: s.Memory(1024*SlotSize, AllRights), depth: depth}
}

// Connect makes n connections from the peer, at the passive ends of which the
// queue pairs take their Receives from the pool. The first queue pair's context
// is 1, the next one's 2, and so on.
func (p *Pool) Connect(ctx context.Context, n int) []*Connection {
	list := make([]*Connection, n)
	for i := range list {
		list[i] = p.ConnectShape(ctx, Shape{})
	}
	return list
}

// ConnectShape makes one such connection; shape is its passive end's, and its
// InitiatorDepth the active end's too.
func (p *Pool) ConnectShape(ctx context.Context, shape Shape) *Connection {
	if p.peer == nil {
		p.peer = Peer(ctx)
	}
	return ConnectEnds(ctx, p.peer.End(Shape{InitiatorDepth: shape.InitiatorDepth}), p.End(shape))
}

// End creates a queue pair that takes its Receives from the pool, not connected.
func (p *Pool) End(shape Shape) *End {
	p.joined++
	orElse(&shape.Context, p.joined)
	orElse(&shape.QueueDepth, min(p.depth+16, p.Local.MaxResults()))
	shape.UseShared = p.SharedReceiveQueue
	return p.Local.End(shape)
}

// Slot is the entry for the slot of a context.
func (p *Pool) Slot(context uintptr) []nd2.SGE {
	return p.Memory.List(int(context)*SlotSize, SlotSize)
}

// Received returns the bytes in the slot of a context.
func (p *Pool) Received(context uintptr) []byte {
	return Contents(p.Memory.Bytes[int(context)*SlotSize:][:SlotSize])
}

// Post posts n Receives with the contexts first, first+1, …, each into its slot.
func (p *Pool) Post(first uintptr, n int) {
	for _, context := range Sequence(first, n) {
		succeed(fmt.Sprintf("Receive %d on the shared receive queue", context), p.Receive(context, p.Slot(context)))
	}
}

// Take sends n empty messages over c, at most an initiator queue of them, and
// returns the results of the Receives that they took. Both ends' results have been
// taken when it returns.
func (p *Pool) Take(ctx context.Context, c *Connection, n int) []nd2.Result {
	for range n {
		succeed("Send", c.Active.Send(0, nil, 0))
	}
	results := Results(ctx, c.Passive.Receives, n)
	for i, sent := range Results(ctx, c.Active.Initiated, n) {
		succeed("the result of the Send", sent.Status)
		succeed("the result of the Receive", results[i].Status)
	}
	return results
}

// Arm issues a Notify request.
func (p *Pool) Arm(ctx context.Context) *Operation {
	return Start(ctx, p.SharedReceiveQueue, p.Notify)
}
