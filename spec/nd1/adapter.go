package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDProvider", func() {
	It("opens no adapter for an address that none has", Covers("endpoint.openadapter.nd-invalid-address"),
		func(ctx SpecContext) {
			l := local(ctx)
			var a nd1.Adapter
			Expect(l.ND1Provider().OpenAdapter(l.At(l.Unassigned()).Sockaddr(0), &a)).To(Return(nd2.InvalidAddress))
			Expect(a).To(BeNil(), "the adapter given")
		})

	It("lists the addresses by which its adapters are opened", Covers("endpoint.queryaddresslist.nd-success"),
		func(ctx SpecContext) {
			l := local(ctx)
			provider := l.ND1Provider()
			list := AllAddresses(narrow(provider.QueryAddressList))
			Expect(ParseAddresses(list)).To(ContainElement(l.Address), "the list of addresses")
			for _, sockaddr := range list.Address {
				var a nd1.Adapter
				Expect(provider.OpenAdapter(sockaddr, &a)).To(Return(nd2.Success))
				Own(ctx, a)()
			}
		})

	It("refuses a buffer that is too small for the list", Covers("endpoint.queryaddresslist.nd-buffer-overflow"),
		func(ctx SpecContext) { ExpectListOverflow(ctx, narrow(local(ctx).ND1Provider().QueryAddressList)) })
})

var _ = Describe("INDAdapter", func() {
	It("refuses a Query into less than the structure", Covers("endpoint.query.nd-buffer-overflow"),
		func(ctx SpecContext) {
			l := local(ctx)
			for _, room := range []uintptr{0, 1, nd1.AdapterInfoSize - 1} {
				var info nd1.AdapterInfo
				size := room
				Expect(l.adapter.Query(nd1.Version1, &info, &size)).To(Return(nd2.BufferOverflow))
				Expect(uint64(size)).To(BeNumerically(">=", uint64(nd1.AdapterInfoSize)), "the size that is needed")
				Expect(l.adapter.Query(nd1.Version1, &info, &size)).To(Return(nd2.Success))
				Expect(info).To(Equal(l.limits), "what the adapter says")
			}
		})

	It("refuses a Query for a version that there is not", Covers("endpoint.query.nd-not-supported"),
		func(ctx SpecContext) {
			l := local(ctx)
			for _, version := range []uint32{0, 2, 1 << 16, 1<<32 - 1} {
				var info nd1.AdapterInfo
				size := uintptr(nd1.AdapterInfoSize)
				Expect(l.adapter.Query(version, &info, &size)).To(Return(nd2.NotSupported), "for version %d", version)
			}
		})

	It("refuses completion queues that are too deep, and then creates another one",
		Covers("endpoint.createcompletionqueue.nd-invalid-parameter"), func(ctx SpecContext) {
			l := local(ctx)
			tooDeep := beyond(l.limits.MaxCQEntries)
			for range Often {
				var queue nd1.CompletionQueue
				Expect(l.adapter.CreateCompletionQueue(tooDeep,
					&queue)).To(ReturnAsRuled("endpoint.createcompletionqueue.nd-invalid-parameter"))
				Expect(queue).To(BeNil(), "the queue given")
			}
			l.queue(16)
		})

	It("keeps memory registered that a window is bound to", Covers("endpoint.deregistermemory.nd-device-busy"),
		func(ctx SpecContext) {
			active, passive := accepted(ctx)
			passive.memory = passive.register(passive.Buffer(memorySize))
			w := passive.window(new(nd1.Result))
			d := passive.bind(w, 0, 64, nd2.AllowWrite)
			for range 3 {
				Expect(passive.memory.deregister(ctx)).To(CompleteWith(nd2.DeviceBusy))
			}
			expectStored(active, passive, d, 0, 64)
			passive.invalidate(w)
			Expect(passive.memory.deregister(ctx)).To(CompleteWith(nd2.Success))
		})

	It("deregisters memory when the peer has invalidated the window that was bound to it",
		Covers("endpoint.deregistermemory.nd-device-busy"), Variant("by-peer"), func(ctx SpecContext) {
			active, passive := oneQueue(peer(ctx), local(ctx), 2)
			passive.memory = passive.register(passive.Buffer(memorySize))
			invalidated := new(nd1.Result)
			d := passive.bind(passive.window(invalidated), 0, 64, nd2.AllowWrite)
			Expect(passive.memory.deregister(ctx)).To(CompleteWith(nd2.DeviceBusy))
			received := passive.receive(nil)
			active.sent(active.sendAndInvalidate(nil, d, 0))
			passive.expectAny("the results", received, invalidated)
			Expect(passive.memory.deregister(ctx)).To(CompleteWith(nd2.Success))
		})
})

var _ = Describe("INDAdapter::GetFileHandle", func() {
	DescribeTable("returns the file at whose port each request is told of,", Covers("endpoint.getfilehandle.packets"),
		func(ctx SpecContext, begin func(own *end) (nd1.Overlapping, *Operation)) {
			own, _ := connected(ctx)
			port := new(Port)
			Expect(own.adapter.GetFileHandle().BindCompletionPort(port, 1)).To(Return(nd2.Success))
			object, request := begin(own)
			Expect(request).To(BePending())
			Expect(object.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Canceled))
			UntilPacket(ctx, request, "the packet of a canceled request", func() bool { return request.Posts(port) > 0 })
		},
		Entry("a Notify", func(own *end) (nd1.Overlapping, *Operation) {
			queue := own.queue(8)
			return queue, own.notificationOf(queue, nd2.NotifyAny)
		}),
		Entry("a NotifyDisconnect", Variant("connector"), func(own *end) (nd1.Overlapping, *Operation) {
			return own.connection, own.hear()
		}),
		Entry("a GetConnectionRequest", Variant("listener"), func(own *end) (nd1.Overlapping, *Operation) {
			listen, _ := own.listen()
			return listen, own.bareEnd(own.inbound, own.outbound).take(listen)
		}))

	It("returns the file at whose port requests of the adapter itself are told of",
		Covers("endpoint.getfilehandle.packets"), Variant("adapter"), func(ctx SpecContext) {
			l := local(ctx)
			port := new(Port)
			Expect(l.adapter.GetFileHandle().BindCompletionPort(port, 1)).To(Return(nd2.Success))
			m := &registered{of: l, bytes: l.Buffer(int(min(4<<20, l.limits.MaxRegistrationSize)))} // large, to take time
			register := m.register(ctx)
			SkipIfLacking("so much memory", register.Wait())
			Expect(register).To(CompleteWith(nd2.Success))
			deregister := m.deregister(ctx)
			Expect(deregister).To(CompleteWith(nd2.Success))
			pended := false
			for _, request := range []*Operation{register, deregister} {
				if request.Returned == nd2.Pending {
					pended = true
					UntilPacket(ctx, request, "the packet of a request", func() bool { return request.Posts(port) > 0 })
				}
			}
			if !pended {
				Unobservable("the adapter registers memory at once")
			}
		})
})
