package check

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// posted is how many Receives a bystander has posted, and size how long they are.
const posted, size = 2, 8

// ends returns a bystander's end and one of the peer's, at the sides that they are to have.
func (b *Bystanders) ends(own *End, active bool) (first, second *End) {
	if active {
		return own, b.Peer.End(Shape{})
	}
	return b.Peer.End(Shape{}), own
}

// connected adds a queue pair with a connection, Receives, a Write on its way, and a NotifyDisconnect that pends.
func (b *Bystanders) connected(ctx context.Context, active bool) {
	const written = 9
	own, of := b.bystander()
	first, second := b.ends(own, active)
	c := ConnectEnds(ctx, first, second)
	if active { // on iWARP the other side may not be the first to send
		Expect(own.Touch(written, c.Other(own).Memory)).To(Return(nd2.Success))
	}
	lasting := Start(ctx, own.Connector, own.Connector.NotifyDisconnect)
	b.check(func(ctx context.Context) {
		Expect(lasting).To(BePending())
		if active {
			Expect(b.Results(ctx, nd2.RequestWrite, of, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, written, nd2.Success)))
		}
		b.exchange(ctx, c, own, of)
	})
}

// unconnected adds a queue pair with Receives that is not connected yet.
func (b *Bystanders) unconnected() {
	own, of := b.bystander()
	b.check(func(ctx context.Context) {
		b.exchange(ctx, ConnectEnds(ctx, own, b.Peer.End(Shape{})), own, of)
	})
}

// flushed adds a queue pair that has ended, whose results are queued.
func (b *Bystanders) flushed(ctx context.Context) {
	own, of := b.bystander()
	ConnectEnds(ctx, own, b.Peer.End(Shape{}))
	Expect(own.Flush()).To(Return(nd2.Success))
	b.check(func(ctx context.Context) {
		Expect(b.Results(ctx, nd2.RequestReceive, of, posted)).To(HaveOutcomes(
			Outcomes(nd2.RequestReceive, Sequence(1, posted), nd2.Canceled)...))
	})
}

// exchange shows that messages come in the Receives of a bystander, and that it can send.
func (b *Bystanders) exchange(ctx context.Context, c *Connection, own *End, of uintptr) {
	peer := c.Other(own)
	send := func() {
		Expect(peer.Receive(1, nil)).To(Return(nd2.Success))
		Expect(own.Send(of, nil, 0)).To(Return(nd2.Success))
		Expect(b.Results(ctx, nd2.RequestSend, of, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, of, nd2.Success)))
		Expect(Result(ctx, peer.Receives)).To(CompleteWith(nd2.Success))
	}
	if own == c.Active { // which on iWARP is the first to send
		send()
	}
	data := peer.Memory.Fill(0, posted*size, byte(of))
	for i := range posted {
		Expect(peer.Send(1, peer.Memory.List(i*size, size), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, peer.Initiated)).To(CompleteWith(nd2.Success))
	}
	Expect(b.Results(ctx, nd2.RequestReceive, of, posted)).To(HaveOutcomes(
		Outcomes(nd2.RequestReceive, Sequence(1, posted), nd2.Success)...))
	Expect(own.Memory.Bytes[:posted*size]).To(HoldBytes(data))
	if own != c.Active {
		send()
	}
}

// notified adds queues of another queue pair: one Notify waits for any result, the other for an error. If there are
// windows, one is bound to that queue pair.
func (b *Bystanders) notified(ctx context.Context) {
	own := b.Local.End(Shape{ReceiveDepth: posted, InitiatorDepth: posted, QueueDepth: 2 * posted}) // two queues
	c := ConnectEnds(ctx, b.Peer.End(Shape{}), own)
	open := own.Memory.Remote()
	if b.Local.HasWindows() {
		window := own.MemoryWindow()
		own.BindWindow(ctx, window, own.Memory, size, size, nd2.AllowWrite)
		open = own.Memory.Through(window)
	}
	notify := func(queue nd2.CompletionQueue, kind nd2.NotifyType) *Operation {
		return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(kind, o) })
	}
	result, failure := notify(own.Receives, nd2.NotifyAny), notify(own.Initiated, nd2.NotifyErrors)
	b.check(func(ctx context.Context) {
		Expect(result).To(BePending())
		Expect(failure).To(BePending())
		data := c.Active.Memory.Fill(0, size, 0x24)
		Expect(c.Active.Store(ctx, open.At(size), size)).To(Return(nd2.Success))
		Expect(own.Receive(1, nil)).To(Return(nd2.Success))
		Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(result).To(CompleteWith(nd2.Success))
		Expect(Result(ctx, own.Receives)).To(CompleteWith(nd2.Success))
		Expect(own.Memory.Bytes[size:][:size]).To(HoldBytes(data))
		Expect(failure).To(BePending())
	})
}
