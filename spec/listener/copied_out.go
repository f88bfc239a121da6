package listener

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A listener's address is there to be asked for as long as it listens, whatever goes on.
var _ = Describe("IND2Listener::GetLocalAddress", func() {
	DescribeTable("copies the address out to a buffer of whatever size",
		func(ctx SpecContext, bring func(ctx context.Context, a *Attempt)) {
			a := Awaiting(ctx)
			bring(ctx, a)
			get := a.Listener.GetLocalAddress
			ExpectOverflow(get)
			ExpectSizeUsed(get, ExpectSockaddr)
			Expect(AddressFrom(get)).To(Equal(addressOf(a.Address)), "the listener's own address")
		},
		Covers("listener.getlocaladdress.nd-success", "listener.getlocaladdress.nd-buffer-overflow",
			"listener.getlocaladdress.size-used"),
		Entry("while a GetConnectionRequest waits", Variant("waiting"), func(_ context.Context, a *Attempt) { a.Get() }),
		Entry("when one was canceled", Variant("canceled"), func(_ context.Context, a *Attempt) {
			get := a.Get()
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(get).To(CompleteWith(nd2.Canceled))
		}),
		Entry("while a request waits", Variant("requested"), func(_ context.Context, a *Attempt) { a.Connect(nil) }),
		Entry("while a request is held", Variant("held"), func(_ context.Context, a *Attempt) { a.Request(nil) }),
		Entry("when a request was rejected", Variant("rejected"), func(ctx context.Context, a *Attempt) {
			RequestOnce(ctx, a)
		}),
		Entry("beside a connection that it made", Variant("connected"), func(_ context.Context, a *Attempt) {
			a.Establish()
		}))
})
