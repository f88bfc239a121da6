package qp

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What becomes of traffic when the network loses a packet now and then, so that a part is
// sent again while the rest is under way.
var _ = Describe("An IND2QueuePair over a network that loses packets", func() {
	DescribeTable("carries out long requests:",
		func(ctx SpecContext, id string, connect func(ctx SpecContext, size int) *Connection, kind nd2.RequestType) {
			const rounds, long = 8, 512 << 10 // enough for what goes wrong now and then
			half, cancel := HalfLongTimeout(ctx)
			defer cancel()
			size := min(long, LongRequest(ctx))
			c := lossy{connect(ctx, size), id}
			LosePackets(c.Connection, kind)
			for round := range rounds {
				entries := 1
				if round%2 != 0 {
					entries = severalEntries(c.Active.Side, c.Passive.Side)
				}
				if !c.carryOut(ctx, kind, size, entries, byte(round)) {
					return
				}
				expectTimeLeft(half, round+1, rounds)
			}
		},
		Entry("Sends", Covers("qp.send.despite-losses"), LongTimeout, "qp.send.despite-losses", connectForFew,
			nd2.RequestSend),
		Entry("Writes", Covers("qp.write.despite-losses"), LongTimeout, "qp.write.despite-losses", connectForFew,
			nd2.RequestWrite),
		Entry("Reads", Covers("qp.read.despite-losses"), LongTimeout, "qp.read.despite-losses", connectForFew,
			nd2.RequestRead),
		Entry("Reads by the peer", Covers("qp.read.despite-losses"), Variant("answered"), LongTimeout,
			"qp.read.despite-losses", acceptForFew, nd2.RequestRead),
	)

	It("delivers each of many short messages once, in order", Covers("qp.send.despite-losses"), Variant("short"),
		LongTimeout, func(ctx SpecContext) {
			const rounds, size = 24, 8
			half, cancel := HalfLongTimeout(ctx)
			defer cancel()
			c := lossy{Connect(ctx, Shape{}), "qp.send.despite-losses"}
			n := min(c.Active.InitiatorDepth(), c.Passive.ReceiveDepth()-1)
			if n == 0 {
				Unobservable("the peer has one Receive at a time, and none for a message that comes twice")
			}
			room := n + 1 // one Receive more than messages, since a message may come twice
			post := func(first, many int) {
				for i := first; i < first+many; i++ {
					Expect(c.Passive.Receive(uintptr(i), c.Passive.Memory.List(i%room*size, size))).To(Return(nd2.Success))
				}
			}
			LosePackets(c.Connection, nd2.RequestSend)
			post(0, room)
			for round := range rounds {
				sent := round * n
				data := c.Active.Memory.Fill(0, n*size, byte(round))
				for i := range n {
					if !c.posted(ctx, c.Active.Send(0, c.Active.Memory.List(i*size, size), 0)) {
						return
					}
				}
				for _, result := range Results(ctx, c.Active.Initiated, n) {
					if !c.succeeded(ctx, result) {
						return
					}
				}
				for i, result := range Results(ctx, c.Passive.Receives, n) {
					if !c.arrived(ctx, uintptr(sent+i), size, result) {
						return
					}
					Expect(c.Passive.Memory.Bytes[(sent+i)%room*size:][:size]).To(HoldBytes(data[i*size:][:size]))
				}
				post(sent+room, n)
				expectTimeLeft(half, round+1, rounds)
			}
			Expect(Drain(c.Passive.Receives)).To(BeEmpty(), "results of Receives for which nothing was sent")
		})
})

// few is a shape for long requests with a limit of one Read in progress: if the peer takes a
// finished Read for unfinished, there is no place for another.
func few(one, other *Side, size int) Shape {
	n := uint32(severalEntries(one, other))
	return Shape{MemorySize: size, InboundReads: 1, OutboundReads: 1, ReceiveSGE: n, InitiatorSGE: n}
}

// severalEntries is how many entries long requests have: some, each of a few packets, for what is sent again to begin
// before the entry that the first attempt has come to. Any request of both adapters has room for them.
func severalEntries(one, other *Side) int {
	return int(max(1, min(16, one.Info.MaxInitiatorSGE, one.Info.MaxReadSGE, one.Info.MaxReceiveSGE,
		other.Info.MaxInitiatorSGE, other.Info.MaxReadSGE, other.Info.MaxReceiveSGE))) // an adapter without Reads may say 0
}

func connectForFew(ctx SpecContext, size int) *Connection {
	local, peer := Local(ctx), Peer(ctx)
	shape := few(local, peer, size)
	return ConnectEnds(ctx, local.End(local.Attainable(shape)), peer.End(peer.Attainable(shape)))
}

func acceptForFew(ctx SpecContext, size int) *Connection {
	local, peer := Local(ctx), Peer(ctx)
	shape := few(local, peer, size)
	return ConnectEnds(ctx, peer.End(peer.Attainable(shape)), local.End(local.Attainable(shape)))
}

// A lossy connection loses packets. What crosses it is judged by the entry id.
type lossy struct {
	*Connection
	id string
}

// carryOut moves size bytes by one request with that many entries; after a Write, an empty message
// tells the passive end. It reports whether neither provider has given up.
func (c lossy) carryOut(ctx SpecContext, kind nd2.RequestType, size, entries int, seed byte) bool {
	from, to := c.Active, c.Passive
	if kind == nd2.RequestRead {
		from, to = to, from
	}
	sent := from.Memory.Fill(0, size, seed)
	own, remote := inEntries(c.Active.Memory, size, entries), c.Passive.Memory.Remote()
	message := 0 // bytes
	if kind == nd2.RequestSend {
		message = size
	}
	if kind != nd2.RequestRead {
		Expect(c.Passive.Receive(1, inEntries(c.Passive.Memory, message, entries))).To(Return(nd2.Success))
	}
	var through bool
	switch kind {
	case nd2.RequestSend:
		through = c.through(ctx, c.Active.Send(1, own, 0))
	case nd2.RequestWrite:
		through = c.through(ctx, c.Active.Write(1, own, remote.Address, remote.Token, 0)) && c.through(ctx,
			c.Active.Send(2, nil, 0))
	default:
		through = c.through(ctx, c.Active.Read(1, own, remote.Address, remote.Token, 0))
	}
	if !through || kind != nd2.RequestRead && !c.arrived(ctx, 1, message, Result(ctx, c.Passive.Receives)) {
		return false
	}
	Expect(to.Memory.Bytes[:size]).To(HoldBytes(sent))
	return true
}

// through is posted and then succeeded of a request by itself.
func (c lossy) through(ctx context.Context, returned nd2.Status) bool {
	return c.posted(ctx, returned) && c.succeeded(ctx, Result(ctx, c.Active.Initiated))
}

// posted expects that a call has posted a request, and reports whether it has. It is refused
// if a provider has given up since, and the connection has ended.
func (c lossy) posted(ctx context.Context, returned nd2.Status) bool {
	if returned == nd2.ConnectionInvalid {
		AwaitEnd(ctx, c.Connection, c.Active)
		return false
	}
	Expect(returned).To(Return(nd2.Success))
	return true
}

// succeeded expects that a request has ended as the entry has it, and reports whether it
// has succeeded. If it is the other end that has given up, the connection ends.
func (c lossy) succeeded(ctx context.Context, result nd2.Result) bool {
	if result.Status == nd2.Canceled || result.Status == nd2.RemoteError {
		AwaitEnd(ctx, c.Connection, c.Active)
		return false
	}
	Expect(result).To(CompleteAsRuled(c.id))
	return result.Status == nd2.Success
}

// arrived expects that a message of size bytes has filled the Receive of a context, and
// reports whether it has. If the Receive is canceled, the provider has given up after the
// Send was over, and the connection ends.
func (c lossy) arrived(ctx context.Context, context uintptr, size int, result nd2.Result) bool {
	if result.Status == nd2.Canceled {
		AwaitEnd(ctx, c.Connection, c.Active)
		return false
	}
	Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(nd2.RequestReceive, context, nd2.Success)))
	Expect(result.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
	return true
}

// expectTimeLeft ends the spec as unobservable if half of its time is over and there are
// rounds to come: what is lost may be sent again as late as the provider likes.
func expectTimeLeft(half context.Context, done, rounds int) {
	if done < rounds && half.Err() != nil {
		Unobservable(fmt.Sprintf("half of the spec's time is over after %d of %d rounds", done, rounds))
	}
}
