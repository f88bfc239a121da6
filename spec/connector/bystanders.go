package connector

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Attempts that fail, and requests that are canceled, while others wait.
var _ = Describe("The objects around an IND2Connector", func() {
	spared := func(active bool, end func(ctx context.Context, a *Attempt)) func(ctx SpecContext) {
		return func(ctx SpecContext) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				first, second := b.Subject(), b.Peer.End(Shape{})
				if !active {
					first, second = second, first
				}
				a := NewAttempt(ctx, first, second)
				return func() { end(ctx, a) }
			})
		}
	}
	const rule = "connector.abandon.spares-others"

	DescribeTable("are left as they were when", func(ctx SpecContext, check func(ctx SpecContext)) { check(ctx) },
		Entry("its Connect is canceled", Covers(rule), Variant("canceled"), giveUpTimeout,
			spared(true, func(_ context.Context, a *Attempt) { cancelConnect(a, a.Request(nil)) })),
		Entry("its Connect is canceled before anybody has taken the request", Covers(rule), Variant("canceled-untaken"),
			giveUpTimeout, spared(true, func(_ context.Context, a *Attempt) {
				cancelConnect(a, a.Connect(nil))
			})),
		Entry("it is released while it connects", Covers(rule), Variant("released"), giveUpTimeout,
			spared(true, func(_ context.Context, a *Attempt) {
				release := a.OwnActive()
				a.Request(nil)
				release()
			})),
		Entry("the peer rejects it", Covers(rule), Variant("rejected"), spared(true, func(_ context.Context, a *Attempt) {
			peerRejects(a).Wait()
		})),
		Entry("it rejects the answer", Covers(rule), Variant("rejects-answer"),
			spared(true, func(_ context.Context, a *Attempt) {
				accept := a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
				accept.Wait()
			})),
		Entry("it rejects the request", Covers(rule), Variant("rejects-request"),
			spared(false, func(_ context.Context, a *Attempt) { peerRejects(a).Wait() })),
		Entry("the peer abandons the attempt that it holds", Covers(rule), Variant("abandoned"), giveUpTimeout,
			spared(false, func(_ context.Context, a *Attempt) {
				connect := a.Request(nil)
				Cancel(a.Active.Connector)
				connect.Wait()
				a.Accept(nil).Wait() // however it ends
			})),
		Entry("the peer rejects the answer that it has given", Covers(rule), Variant("answer-rejected"),
			spared(false, func(_ context.Context, a *Attempt) {
				accept := a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
				accept.Wait()
			})),
		Entry("its Accept is canceled", Covers(rule), Variant("accept-canceled"), giveUpTimeout,
			spared(false, func(_ context.Context, a *Attempt) {
				accept := a.Answer(nil)
				Cancel(a.Passive.Connector)
				accept.Wait()
			})),
		Entry("its NotifyDisconnect is canceled", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("notify-disconnect"), spared(true, func(ctx context.Context, a *Attempt) {
				a.Establish()
				request := notifyDisconnect(ctx, a.Active)
				Expect(a.Active.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Canceled))
			})),
		Entry("a listener is released at which its peer's request waits", Covers("listener.release.refuses"),
			Variant("bystanders"), giveUpTimeout, func(ctx SpecContext) {
				ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
					a := NewAttempt(ctx, b.Peer.End(Shape{}), b.Subject())
					l, release := b.Local.OwnListener()
					Expect(l.Bind(b.Local.Sockaddr(0))).To(Return(nd2.Success))
					Expect(l.Listen(0)).To(Return(nd2.Success))
					a.Listener, a.Address = l, b.Local.Sockaddr(AddressFrom(l.GetLocalAddress).Port())
					connect := a.Connect(nil)
					return func() {
						release()
						Expect(connect).To(CompleteAsRuled("listener.release.refuses"))
					}
				})
			}),
		Entry("a listener's GetConnectionRequest is canceled",
			Covers("overlapped.canceloverlappedrequests.own-requests-only"), Variant("listener-bystanders"),
			spared(false, func(_ context.Context, a *Attempt) {
				get := a.Get()
				Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(get).To(CompleteWith(nd2.Canceled))
			})))
})
