package com

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A parameter of type IUnknown* may point to any of an object's interfaces, which may
// have different addresses.
var _ = Describe("A parameter of type IUnknown", func() {
	overlapped := []nd2.GUID{nd2.IIDUnknown, nd2.IIDOverlapped}

	DescribeTable("takes the object through each of its interfaces", Covers("com.parameters.any-interface"),
		func(ctx SpecContext, use func(ctx SpecContext)) { use(ctx) },

		Entry("in CreateQueuePair", func(ctx SpecContext) {
			for _, iid := range overlapped {
				local := Local(ctx)
				queue := local.CompletionQueue(2)
				as := face(ctx, queue, iid)
				var object nd2.Unknown
				Expect(local.Adapter.CreateQueuePair(nd2.IIDQueuePair, as, as, 0, 1, 1, 1, 1, 0, &object)).To(Return(nd2.Success),
					"by %v", iid)
				expectReportsTo(ctx, queue, object)
			}
		}),
		Entry("in CreateQueuePairWithSrq", Variant("srq"), func(ctx SpecContext) {
			for _, iid := range overlapped {
				local := Local(ctx)
				queue, shared := local.CompletionQueue(2), local.SharedReceiveQueue(1, 1, 0)
				as := face(ctx, queue, iid)
				var object nd2.Unknown
				s := local.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, as, as, face(ctx, shared, iid), 0, 1, 1, 0, &object)
				Expect(s).To(Return(nd2.Success), "by %v", iid)
				if s == nd2.Success {
					Own(ctx, object)
				}
			}
		}),
		Entry("in Bind and Invalidate", Variant("window"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			e := c.Active
			window := e.MemoryWindow()
			for _, iid := range overlapped {
				region := face(ctx, e.Memory.MemoryRegion, iid)
				Expect(e.Bind(1, region, face(ctx, window, nd2.IIDUnknown), e.Memory.Bytes[:64],
					nd2.AllowRead)).To(Return(nd2.Success), "by %v", iid)
				Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestBind, 1, nd2.Success)))
				Expect(e.Invalidate(2, face(ctx, window, nd2.IIDUnknown), 0)).To(Return(nd2.Success))
				Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestInvalidate, 2, nd2.Success)))
			}
		}),
		Entry("in Connect", Variant("connect"), func(ctx SpecContext) {
			a := Attempting(ctx)
			get, e := a.Get(), a.Active
			connect := Start(ctx, e.Connector, func(o *nd2.Overlapped) nd2.Status {
				return e.Connector.Connect(face(ctx, e.QueuePair, nd2.IIDUnknown), a.Address, 0, 0, nil, o)
			})
			Expect(get).To(CompleteWith(nd2.Success))
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		}),
		Entry("in GetConnectionRequest and Accept", Variant("accept"), func(ctx SpecContext) {
			for _, iid := range overlapped {
				a := Awaiting(ctx)
				e := a.Passive
				get := Start(ctx, a.Listener, func(o *nd2.Overlapped) nd2.Status {
					return a.Listener.GetConnectionRequest(face(ctx, e.Connector, iid), o)
				})
				connect := a.Connect(nil)
				Expect(get).To(CompleteWith(nd2.Success), "by %v", iid)
				accept := Start(ctx, e.Connector, func(o *nd2.Overlapped) nd2.Status {
					return e.Connector.Accept(face(ctx, e.QueuePair, nd2.IIDUnknown), 0, 0, nil, o)
				})
				Expect(connect).To(CompleteWith(nd2.Success))
				a.Finish(accept).Settle(ctx)
			}
		}),
	)
})

// face is an object by another of its interfaces, until the spec ends.
func face(ctx context.Context, object nd2.Unknown, iid nd2.GUID) (as nd2.Unknown) {
	Expect(object.QueryInterface(iid, &as)).To(Return(nd2.Success))
	Own(ctx, as)
	return as
}

// expectReportsTo shows that a queue pair, if it exists, reports to a completion queue,
// by a canceled Receive.
func expectReportsTo(ctx context.Context, queue nd2.CompletionQueue, object nd2.Unknown) {
	pair, created := object.(nd2.QueuePair)
	if !created {
		return // the spec has said so
	}
	Own(ctx, pair)
	Expect(pair.Receive(1, nil)).To(Return(nd2.Success))
	Expect(pair.Flush()).To(Return(nd2.Success))
	Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Canceled)))
}
