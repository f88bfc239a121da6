package listener

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// What has ended leaves its place in the backlog to others.
var _ = Describe("IND2Listener::Listen", func() {
	DescribeTable("frees a place in the backlog when earlier connection requests",
		func(ctx SpecContext, end func(ctx context.Context, a *Attempt)) {
			const rounds = 4
			a := Awaiting(ctx)
			l := unbound(a.Passive.Side)
			Expect(l.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
			Expect(l.Listen(1)).To(Return(nd2.Success))
			via(a, l, nd2.Sockaddr(AddressFrom(l.GetLocalAddress)))
			next := a.Another()
			if !hasRoom(ctx, next) {
				BacklogTooShort(1)
			}
			for range rounds {
				end(ctx, a.Another())
			}
			half, enough := HalfTimeout(ctx)
			defer enough()
			var backoff poll.Backoff
			for !hasRoom(ctx, next) {
				if half.Err() != nil {
					Unmet("a request to wait at a listener whose backlog is 1, since all others have ended", "each is refused")
				}
				drain(ctx, a)
				backoff.Wait(half)
			}
		},
		Entry("have been abandoned", Covers("listener.listen.backlog"), Variant("abandoned"),
			func(ctx context.Context, a *Attempt) {
				release := a.OwnActive()
				connect := a.Connect(nil)
				Cancel(a.Active.Connector)
				connect.Wait()
				release()
			}),
		Entry("have been abandoned by the release of their connector", Covers("listener.listen.backlog"), Variant("released"),
			func(ctx context.Context, a *Attempt) {
				release := a.OwnActive()
				a.Connect(nil)
				release()
			}),
		Entry("have been rejected", Covers("listener.listen.backlog"), Variant("rejected"),
			func(ctx context.Context, a *Attempt) {
				connect := a.Request(nil)
				Expect(a.Passive.Connector.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
				connect.Wait()
			}),
		Entry("have become connections", Covers("listener.listen.backlog"), Variant("connected"),
			func(ctx context.Context, a *Attempt) {
				a.Establish()
			}),
	)
})

// hasRoom reports whether a request waits at a listener that nobody has asked for one;
// it is taken then, and rejected.
func hasRoom(ctx context.Context, a *Attempt) bool {
	release := a.OwnActive()
	defer release()
	connect := a.Connect(nil)
	if connect.EndsBriefly() {
		return false
	}
	c, releaseTaker := a.Passive.Side.OwnConnector()
	defer releaseTaker()
	taken := get(ctx, a.Listener, c)
	UntilEnd(ctx, taken, "the Connect to be refused", connect.Done)
	if !taken.Done() {
		Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
	}
	if taken.Wait() != nd2.Success {
		Expect(taken).To(CompleteWith(nd2.Canceled))
		return false
	}
	c.Reject(nil) // which may be an abandoned one instead
	return true
}

// drain takes the requests that wait at a listener, which may be abandoned ones that it
// does not know to be that.
func drain(ctx context.Context, a *Attempt) {
	for {
		c, release := a.Passive.Side.OwnConnector()
		taken := get(ctx, a.Listener, c)
		if !taken.Done() {
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
		}
		s := taken.Wait()
		if s == nd2.Success {
			c.Reject(nil)
		}
		release()
		if s != nd2.Success {
			return
		}
	}
}
