package nd1

import (
	"context"

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
			list := AllAddresses(narrowList(provider))
			Expect(ParseAddresses(list)).To(ContainElement(l.Address), "the list of addresses")
			for _, sockaddr := range list.Address {
				var a nd1.Adapter
				Expect(provider.OpenAdapter(sockaddr, &a)).To(Return(nd2.Success))
				Own(ctx, a)()
			}
		})

	It("refuses a buffer that is too small for the list", Covers("endpoint.queryaddresslist.nd-buffer-overflow"),
		func(ctx SpecContext) { ExpectListOverflow(ctx, narrowList(local(ctx).ND1Provider())) })
})

// narrowList is QueryAddressList with sizes of 32 bits.
func narrowList(p nd1.Provider) QueryAddressList {
	return func(list *nd2.SocketAddressList, size *uint32) nd2.Status {
		wide := uintptr(*size)
		s := p.QueryAddressList(list, &wide)
		*size = uint32(wide)
		return s
	}
}

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
			m, deregister := passive.registerOwn(passive.Buffer(memorySize))
			passive.memory = m
			w := passive.window(new(nd1.Result))
			d := passive.bind(ctx, w, 0, 64, nd2.AllowWrite)
			for range 3 {
				Expect(deregister()).To(CompleteWith(nd2.DeviceBusy))
			}
			expectStored(ctx, active, passive, d, 0, 64)
			passive.invalidate(ctx, w)
			Expect(deregister()).To(CompleteWith(nd2.Success))
		})

	It("deregisters memory when the peer has invalidated the window that was bound to it",
		Covers("endpoint.deregistermemory.nd-device-busy"), Variant("by-peer"), func(ctx SpecContext) {
			active, passive, queue := joinToOne(ctx, peer(ctx), local(ctx), 2)
			m, deregister := passive.registerOwn(passive.Buffer(memorySize))
			passive.memory = m
			var sent, received, invalidated nd1.Result
			d := passive.bind(ctx, passive.window(&invalidated), 0, 64, nd2.AllowWrite)
			Expect(deregister()).To(CompleteWith(nd2.DeviceBusy))
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(active.SendAndInvalidate(&sent, nil, d, 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &sent)
			Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)), "the results")
			Expect(deregister()).To(CompleteWith(nd2.Success))
		})
})

// registerOwn registers memory, deregistered by the spec, at the latest at its end.
func (p *party) registerOwn(bytes []byte) (m *registered, deregister func() *Operation) {
	m = &registered{bytes: bytes}
	Expect(StartND1(p.ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status {
		return p.adapter.RegisterMemory(bytes, o, &m.mr)
	})).To(CompleteWith(nd2.Success))
	gone := false
	deregister = func() *Operation {
		op := StartND1(p.ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status { return p.adapter.DeregisterMemory(m.mr, o) })
		gone = op.Wait() == nd2.Success
		return op
	}
	AtEnd(p.ctx, func(ctx context.Context) {
		if !gone {
			deregister()
		}
	})
	return m, deregister
}

// invalidate invalidates a window of an end's, and returns when that has succeeded.
func (e *end) invalidate(ctx context.Context, w nd1.MemoryWindow) {
	var result nd1.Result
	Expect(e.Invalidate(&result, w, 0)).To(Return(nd2.Success))
	expectResults(ctx, e.outbound, &result)
}
