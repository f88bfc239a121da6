package check

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A stage brings an attempt as far as it is to wait. It returns what shows that the attempt has waited, and goes on
// until the passive side has accepted.
type stage func(a *Attempt) (goOn func() (accept *Operation))

var (
	// listening waits for a request.
	listening stage = func(a *Attempt) func() *Operation {
		get := a.Get()
		return func() *Operation {
			waits(get)
			connect := a.Connect(nil)
			Expect(get).To(CompleteWith(nd2.Success))
			return accepted(a, connect)
		}
	}
	// requested waits for an answer to a request.
	requested stage = func(a *Attempt) func() *Operation {
		connect := a.Request(nil)
		return func() *Operation {
			waits(connect)
			return accepted(a, connect)
		}
	}
	// answered waits for the active side to complete the connection, which an Accept on iWARP does not.
	answered stage = func(a *Attempt) func() *Operation {
		accept := a.Answer(nil)
		return func() *Operation {
			if accept.Status() != nd2.Success { // nothing tells the passive side of CompleteConnect there
				waits(accept)
			}
			return accept
		}
	}
)

func accepted(a *Attempt, connect *Operation) (accept *Operation) {
	accept = a.Accept(nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	return accept
}

// waits shows that a request of an attempt still pends. An attempt that has run out of time, as it may, isn't judged.
func waits(request *Operation) {
	if s := request.Status(); s == nd2.IOTimeout || s == nd2.Timeout {
		Unobservable("an attempt to connect has timed out meanwhile")
	}
	Expect(request).To(BePending())
}

// attempt adds a queue pair whose connection is in the making.
func (b *Bystanders) attempt(ctx context.Context, active bool, reach stage) {
	own, of := b.bystander()
	first, second := b.ends(own, active)
	a := NewAttempt(ctx, first, second)
	goOn := reach(a)
	b.check(func(ctx context.Context) {
		b.exchange(ctx, a.Finish(goOn()), own, of)
	})
}

// shared adds a shared receive queue that waits for its count to fall, and a queue pair that takes Receives from it.
func (b *Bystanders) shared(ctx context.Context) {
	if b.Local.Info.MaxSharedReceiveQueueDepth < posted {
		return
	}
	b.last++
	of := b.last
	shape := b.shape(of)
	shape.SharedReceives, shape.Threshold = true, posted
	own := b.Local.End(shape)
	own.PostReceives(1, posted, size)
	c := ConnectEnds(ctx, b.Peer.End(Shape{}), own)
	low := Start(ctx, own.Shared, own.Shared.Notify)
	b.check(func(ctx context.Context) {
		Expect(low).To(BePending())
		b.exchange(ctx, c, own, of)
		Expect(low).To(CompleteWith(nd2.Success))
	})
}
