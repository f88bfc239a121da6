package com

import (
	"context"
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The threads of a client", func() {
	It("may each create, use and release an object", Covers("com.threads.any"), func(ctx SpecContext) {
		local := Local(ctx)
		var object nd2.Unknown
		var release func()
		onThread(ctx, func() {
			Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 1, 0, 0,
				&object)).To(Return(nd2.Success))
			release = Own(ctx, object)
		})
		queue, created := object.(nd2.CompletionQueue)
		if !created {
			return // the spec has said so
		}
		var request *Operation
		onThread(ctx, func() {
			request = Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
			Expect(queue.GetResults(make([]nd2.Result, 1))).To(BeZero(), "results")
		})
		if request == nil {
			return
		}
		onThread(ctx, func() { Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success)) })
		onThread(ctx, func() { Expect(request.Wait()).To(Return(nd2.Canceled)) })
		onThread(ctx, release)
	})
})

// onThread does something on a new thread, which then ends.
func onThread(ctx context.Context, work func()) {
	done := InBackground(ctx, func() {
		runtime.LockOSThread()
		work()
	})
	<-done
}

var _ = Describe("A call", func() {
	DescribeTable("touches nothing beyond its parameters",
		func(ctx SpecContext, call func(ctx context.Context, local *Side)) {
			local := Local(ctx)
			undo := COM(ctx).Guard()
			AtEnd(ctx, func(context.Context) { undo() })
			call(ctx, local)
		},
		Entry("(ND2_ADAPTER_INFO)", Covers("com.memory.to-the-byte"), func(_ context.Context, local *Side) {
			info, size := nd2.AdapterInfo{InfoVersion: local.Info.InfoVersion}, uint32(nd2.AdapterInfoSize)
			Expect(local.Adapter.Query(&info, &size)).To(Return(nd2.Success))
		}),
		Entry("(a list of addresses)", Covers("com.memory.to-the-byte"), Variant("address-list"),
			func(_ context.Context, local *Side) {
				AllAddresses(local.Adapter.QueryAddressList)
			}),
		Entry("(an ND2_RESULT)", Covers("com.memory.to-the-byte"), Variant("result"), func(ctx context.Context, local *Side) {
			end := local.End(Shape{OwnReceives: "a Flush is to cancel them"})
			end.PostReceives(1, 2, 8)
			Expect(end.Flush()).To(Return(nd2.Success))
			for range 2 {
				result := make([]nd2.Result, 1)
				Until(ctx, "the result of each Receive", func() bool { return end.Receives.GetResults(result) == 1 })
			}
		}),
	)
})

var _ = Describe("A list of addresses", func() {
	DescribeTable("has all its addresses within the client's buffer", Covers("com.addresslist.in-buffer"),
		func(ctx SpecContext, query func(local *Side) QueryAddressList) {
			before := COM(ctx).StrayAddresses()
			AllAddresses(query(Local(ctx)))
			Expect(COM(ctx).StrayAddresses()).To(Equal(before), "the number of addresses that lie elsewhere")
		},
		Entry("(a provider's)", func(local *Side) QueryAddressList { return local.Provider().QueryAddressList }),
		Entry("(an adapter's)", Variant("adapter"), func(local *Side) QueryAddressList {
			return local.Adapter.QueryAddressList
		}),
	)
})

// packetless is an event with the low bit of its handle set.
type packetless struct{ *Event }

// WithoutPacket marks the event for [providers.COM].
func (packetless) WithoutPacket() bool { return true }

var _ = Describe("A request whose event has its low bit set", func() {
	It("sets the event and posts no packet", Covers("com.event.low-bit"), func(ctx SpecContext) {
		local := Local(ctx)
		queue := local.CompletionQueue(1)
		event := packetless{NewEvent()}
		overlapped := &nd2.Overlapped{Event: event}
		Expect(queue.Notify(nd2.NotifyAny, overlapped)).To(Return(nd2.Pending))
		after := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
		Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
		Until(ctx, "the event to be set", func() bool { return event.Sets() > 0 })
		Until(ctx, "the packet of the request after it", func() bool { return after.Posts(local.Port) > 0 })
		Expect(local.Port.Packets()).NotTo(ContainElement(BeIdenticalTo(overlapped)), "the packets at the port")
	})
})
