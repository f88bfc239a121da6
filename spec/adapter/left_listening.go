package adapter

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter", func() {
	It("leaves its listener listening when it is released", Covers("adapter.release.objects-remain"),
		Variant("listener"), func(ctx SpecContext) {
			own := *Local(ctx)
			adapter, release := own.OwnAdapter()
			own.Adapter = adapter
			l := listenOn(own.WithFile())
			knock := func() *Operation {
				a := NewAttempt(ctx, Peer(ctx).End(Shape{}), Local(ctx).End(Shape{}))
				a.Address = nd2.Sockaddr(AddressFrom(l.GetLocalAddress))
				return a.Connect(nil)
			}
			if !waits(ctx, knock(), &own, l) {
				BacklogTooShort(1)
			}
			release()
			Expect(!knock().EndsBriefly()).To(BeSo(
				"a Connect to wait as one did before the adapter was released", "it ends at once"))
		})

	It(
		"cancels requests in progress and releases their objects when it is removed after the client has closed their file "+
			"too early", Covers("adapter.removed.cleanup-succeeds"), Variant("closed-file"), func(ctx SpecContext) {
			local := Local(ctx).WithFile()
			l, connector := listenOn(local), local.Connector()
			queue := local.CompletionQueue(1)
			waiting := []*Operation{
				Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(connector, o) }),
				Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) }),
			}
			Expect(local.File.Close()).To(Return(nd2.Success))
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			for _, request := range waiting { // which may be told of to nobody
				Until(ctx, "each request that was canceled to end", request.Done)
			}
		})
})

// listenOn returns a listener of the side that listens.
func listenOn(side *Side) nd2.Listener {
	l, _ := side.OwnListener()
	Expect(l.Bind(side.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	return l
}

// waits reports whether a Connect waits at a listener that nobody has asked for a request.
// It is taken then, and rejected.
func waits(ctx context.Context, connect *Operation, side *Side, l nd2.Listener) bool {
	if connect.EndsBriefly() {
		return false
	}
	connector, release := side.OwnConnector()
	defer release()
	taken := Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(connector, o) })
	UntilEnd(ctx, taken, "the Connect to be refused after all", connect.Done)
	if !taken.Done() {
		Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
		taken.Wait()
		return false
	}
	Expect(taken).To(CompleteWith(nd2.Success))
	Expect(connector.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
	return true
}
