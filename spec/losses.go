package spec

import (
	"context"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// LoseAnswers posts requests at the active end that arrive at the passive one, while the network
// loses all that comes back, until heal is called. The spec is unobservable where the network can't
// be made to. What is posted must be short enough to be under way without an answer.
func (c *Connection) LoseAnswers(post func()) (heal func()) {
	return c.losing(c.Passive, post)
}

// ReceiveUnanswered takes the result of the message that LoseAnswers has posted, and the early results
// of the active end's requests. The spec is unobservable if they fail first: a network may lose or
// reorder the message's packets, and the request to send them again is an answer that is lost.
func (c *Connection) ReceiveUnanswered(ctx context.Context) (received, early []nd2.Result) {
	failed := func(r nd2.Result) bool { return r.Status != nd2.Success }
	Until(ctx, "the message to arrive, or to fail", func() bool {
		received = Drain(c.Passive.Receives)
		early = append(early, Drain(c.Active.Initiated)...)
		return len(received) > 0 || slices.ContainsFunc(early, failed)
	})
	if len(received) == 0 {
		Unobservable("the message did not arrive, and can't be sent again while answers are lost")
	}
	return received, early
}

// LosePart posts a request of size bytes at the active end, of which the network loses what is sent
// after the first answers, until heal is called. The spec is unobservable if the request fits into a
// few packets, which may all be under way without an answer.
func (c *Connection) LosePart(size int, post func()) (heal func()) {
	const few = 64 << 10
	if size < few {
		Unobservable(fmt.Sprintf("a request of %d bytes has no part that waits for an answer to another", size))
	}
	return c.losing(c.Active, post)
}

// LosePackets loses a packet to either end now and then, and delivers others twice, until the spec
// ends. Each end's provider does that to the packets that it receives. A Send or a Write needs the
// passive end's, since otherwise only answers are lost; for a Read either is enough, since both the
// request and the answer are sent again.
func (c *Connection) LosePackets(kind nd2.RequestType) {
	fault := providers.Fault{Kind: providers.Unreliable}
	if kind != nd2.RequestRead || c.Passive.CanInject(fault.Kind) {
		c.Passive.InjectIfPossible(fault)
	}
	if c.Active.CanInject(fault.Kind) {
		c.Active.Inject(fault)
	}
}

// LongRequest is the length of a request that is longer than what is under way without an answer:
// 2 MiB, or as much as both adapters allow, which may be too little.
func LongRequest(ctx context.Context) int {
	const enough = 2 << 20
	local, peer := Local(ctx).Info, Peer(ctx).Info
	return int(min(enough, uint64(local.MaxTransferLength), uint64(peer.MaxTransferLength),
		uint64(local.MaxRegistrationSize), uint64(peer.MaxRegistrationSize)))
}

// losing holds back packets to an end until the active end is cut off.
func (c *Connection) losing(deaf *End, post func()) (heal func()) {
	if c.Active.Address == c.Passive.Address {
		Unobservable("the adapter is its own peer, and can't be kept from hearing only as a sender")
	}
	release := deaf.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	post()
	heal = c.Active.InjectIfPossible(providers.Fault{Kind: providers.Partition})
	release()
	return heal
}
