package spec

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
)

// A Connection is two connected ends. The active one connected and is on the
// adapter under test; the passive one accepted. On iWARP the passive end may
// send only after the first message from the active end has arrived.
type Connection struct {
	Active, Passive *End
}

// Connect connects two ends of the same shape.
func Connect(ctx context.Context, shape Shape) *Connection {
	GinkgoHelper()
	return ConnectEnds(ctx, Local(ctx).End(shape), Peer(ctx).End(shape))
}

// Accepted connects two ends of the same shape, the passive one on the adapter
// under test.
func Accepted(ctx context.Context, shape Shape) *Connection {
	GinkgoHelper()
	return ConnectEnds(ctx, Peer(ctx).End(shape), Local(ctx).End(shape))
}

// ConnectEnds connects two ends. The connection is ended when the spec ends.
func ConnectEnds(ctx context.Context, active, passive *End) *Connection {
	GinkgoHelper()
	listener, address := passive.Side.Listener()
	active.Connector, passive.Connector = active.Side.Connector(), passive.Side.Connector()

	request := Start(ctx, listener, func(o *nd2.Overlapped) nd2.Status {
		return listener.GetConnectionRequest(passive.Connector, o)
	})
	succeed("IND2Connector::Bind", active.Connector.Bind(active.Sockaddr(0)))
	connect := Start(ctx, active.Connector, func(o *nd2.Overlapped) nd2.Status {
		return active.Connector.Connect(active.QueuePair, address, active.shape.InboundReads, active.shape.OutboundReads, nil, o)
	})
	succeed("IND2Listener::GetConnectionRequest", request.Wait())
	accept := Start(ctx, passive.Connector, func(o *nd2.Overlapped) nd2.Status {
		return passive.Connector.Accept(passive.QueuePair, passive.shape.InboundReads, passive.shape.OutboundReads, nil, o)
	})
	succeed("IND2Connector::Connect", connect.Wait())
	succeed("IND2Connector::CompleteConnect", Start(ctx, active.Connector, active.Connector.CompleteConnect).Wait())
	succeed("IND2Connector::Accept", accept.Wait())

	c := &Connection{active, passive}
	// The two sides may end it in either order, and either may be gone already.
	AtEnd(ctx, func(ctx context.Context) {
		for _, end := range []*End{active, passive} {
			Start(ctx, end.Connector, end.Connector.Disconnect).Wait()
		}
	})
	return c
}

// Other gives the end that e is connected to.
func (c *Connection) Other(e *End) *End {
	if e == c.Active {
		return c.Passive
	}
	return c.Active
}

// barrierContext is the request context of messages that Settle exchanges.
const barrierContext = ^uintptr(0)

// Settle exchanges an empty message each way and takes its results: whatever was
// sent or notified before it has arrived. The connection must be idle, with no
// Receive posted and no result queued at either end.
func (c *Connection) Settle(ctx context.Context) {
	GinkgoHelper()
	c.message(ctx, c.Active, c.Passive)
	c.message(ctx, c.Passive, c.Active)
}

// AwaitArrival returns when everything that the active end has sent, and seen
// complete, has its results queued at the passive end, and takes none of them:
// an empty message comes back from there, behind them. The active end has no
// Receive posted.
func (c *Connection) AwaitArrival(ctx context.Context) {
	GinkgoHelper()
	c.message(ctx, c.Passive, c.Active)
}

// message sends an empty message and takes its results at both ends.
func (c *Connection) message(ctx context.Context, from, to *End) {
	GinkgoHelper()
	if to.Shared != nil {
		succeed("Receive", to.Shared.Receive(barrierContext, nil))
	} else {
		succeed("Receive", to.Receive(barrierContext, nil))
	}
	succeed("Send", from.Send(barrierContext, nil, 0))
	succeed("the result of the Send", Result(ctx, from.Initiated).Status)
	succeed("the result of the Receive", Result(ctx, to.Receives).Status)
}
