package adapter

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Adapter", func() {
	It("has its interfaces, and counts a reference for each caller that asks for one", Covers("adapter.interfaces"),
		func(ctx SpecContext) {
			local := Local(ctx)
			a, release := local.OwnAdapter()
			ExpectInterfaces(a, nd2.IIDAdapter)
			var same nd2.Unknown
			Expect(a.QueryInterface(nd2.IIDAdapter, &same)).To(Return(nd2.Success))
			defer same.Release()
			release()
			Expect(infoOf(same.(nd2.Adapter)).AdapterID).To(Equal(local.Info.AdapterID),
				"AdapterId, by the reference that is left")
		})

	It("leaves its objects working when it is released before them", Covers("adapter.release.objects-remain"),
		func(ctx SpecContext) {
			own := *Local(ctx)
			a, release := own.OwnAdapter()
			own.Adapter = a
			with := own.WithFile()
			c := NewAttempt(ctx, with.End(Shape{}), Peer(ctx).End(Shape{})).Establish()
			later := NewAttempt(ctx, Peer(ctx).End(Shape{}), with.End(Shape{}))
			release()
			later.Establish().Settle(ctx)
			c.Settle(ctx)
			data := c.Active.Memory.Fill(0, 100, 0x42)
			Expect(c.Active.Store(ctx, c.Passive.Memory.Remote(), 100)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(c.Passive.Memory.Bytes[:100]).To(HoldBytes(data))
		})

	It("leaves objects that have had many references working while one reference is left",
		Covers("adapter.release.many-references"), LongTimeout, func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			l, _ := c.Active.Listener()
			for _, object := range []nd2.Unknown{
				c.Active.Adapter, c.Active.QueuePair, c.Active.Receives, c.Active.Initiated, c.Active.Connector,
				c.Active.Memory.MemoryRegion, l,
			} {
				const many = 300 // more than a byte can count
				for range many {
					object.AddRef()
				}
				for range many {
					object.Release()
				}
			}
			c.Settle(ctx)
			Expect(c.Active.Store(ctx, c.Passive.Memory.Remote(), 64)).To(Return(nd2.Success))
			Expect(AddressFrom(l.GetLocalAddress).Addr()).To(Equal(c.Active.Address), "the listener's own address")
		})

	It("allows nothing but cleaning up when it has been removed", Covers("adapter.removed.only-cleanup"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			e := c.Active
			l, _ := e.OwnListener()
			Expect(l.Bind(e.Sockaddr(0))).To(Return(nd2.Success))
			before := slices.Clone(Contents(c.Passive.Memory.Bytes))
			own := e.Memory.Fill(0, 128, 0x42)
			posts := slices.Concat(transfers(e, c.Passive.Memory.Remote()), windowRequests(ctx, e))
			e.Inject(providers.Fault{Kind: providers.AdapterRemoved})

			info, size := nd2.AdapterInfo{InfoVersion: e.Info.InfoVersion}, uint32(nd2.AdapterInfoSize)
			Expect(e.Adapter.Query(&info, &size)).To(ReturnFailure(nd2.DeviceRemoved))
			room := uint32(1 << 16) // for any list
			Expect(e.Adapter.QueryAddressList(&nd2.SocketAddressList{}, &room)).To(ReturnFailure(nd2.DeviceRemoved))
			Expect(l.Listen(0)).To(ReturnFailure(nd2.DeviceRemoved))
			for _, post := range posts {
				post() // a call that fails has no result
				for _, r := range append(Drain(e.Initiated), Drain(e.Receives)...) {
					Expect(r.Status).NotTo(Equal(nd2.Success), "the status of a %v", r.RequestType)
				}
			}
			Expect(c.Passive.Memory.Bytes).To(HoldBytes(before))
			Expect(e.Memory.Bytes[:128]).To(HoldBytes(own))
		})

	It("can still be cleaned up when it has been removed", Covers("adapter.removed.cleanup-succeeds"),
		func(ctx SpecContext) {
			local := Local(ctx).WithFile()
			l, release := local.OwnListener()
			queue := local.CompletionQueue(1)
			Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			release()
			Expect(local.File.Close()).To(Return(nd2.Success))
		})

	It("lets connections from several of its addresses share queues and memory",
		Covers("adapter.addresses.share-resources"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			depth := min(4, local.MaxResults(), local.Info.MaxReceiveQueueDepth, local.Info.MaxInitiatorQueueDepth)
			receives, initiated := local.CompletionQueue(depth), local.CompletionQueue(depth)
			shared := local.Memory(4096, AllRights)
			made := 0
			for _, address := range local.Addresses() {
				facing, found := PeerAt(peer, address)
				if !found {
					continue
				}
				e := local.At(address).End(Shape{
					UseReceives: receives, UseInitiated: initiated, ReceiveDepth: 1,
					InitiatorDepth: 1,
				})
				e.Memory = shared
				c := EstablishIfReachable(ctx, NewAttempt(ctx, e, facing.End(Shape{})))
				if c == nil {
					continue
				}
				made++
				data := shared.Fill(0, 64, byte(made))
				Expect(c.Active.Store(ctx, c.Passive.Memory.Remote(), 64)).To(Return(nd2.Success))
				c.Settle(ctx)
				Expect(c.Passive.Memory.Bytes[:64]).To(HoldBytes(data))
			}
			if made < 2 {
				Unobservable("the adapter has one address from which the peer can be reached")
			}
		})
})

// transfers are calls that post a request of each kind that moves data.
func transfers(e *End, remote Remote) []func() nd2.Status {
	return []func() nd2.Status{
		func() nd2.Status { return e.Send(1, nil, 0) },
		func() nd2.Status { return e.Write(1, e.Memory.List(0, 64), remote.Address, remote.Token, 0) },
		func() nd2.Status { return e.Read(1, e.Memory.List(64, 64), remote.Address, remote.Token, 0) },
		func() nd2.Status { return e.Receive(1, nil) },
	}
}

// windowRequests are calls that post the requests of windows; none where the adapter has no
// windows, which are not of every profile.
func windowRequests(ctx context.Context, e *End) []func() nd2.Status {
	var windows [2]nd2.Unknown
	for i := range windows {
		if e.Adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, &windows[i]) != nd2.Success {
			return nil
		}
		Own(ctx, windows[i])
	}
	bind := func(window nd2.Unknown) nd2.Status {
		return e.Bind(1, e.Memory.MemoryRegion, window, e.Memory.Bytes[:64], nd2.AllowRead)
	}
	free, bound := windows[0], windows[1]
	if bind(bound) != nd2.Success {
		return nil
	}
	Result(ctx, e.Initiated)
	return []func() nd2.Status{
		func() nd2.Status { return bind(free) },
		func() nd2.Status { return e.Invalidate(1, bound, 0) },
	}
}
