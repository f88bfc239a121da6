package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("A request of an IND2QueuePair with ND_OP_FLAG_READ_FENCE", func() {
	DescribeTable("finds what the Read before it has fetched",
		func(ctx SpecContext, request nd2.RequestType) {
			expectFenced(ctx, Connect(ctx, Shape{InitiatorDepth: 3}), request, nd2.ReadFence)
		},
		Entry("as a Send", Covers("qp.send.read-fence"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.read-fence"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.read-fence"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.read-fence"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.read-fence"), nd2.RequestInvalidate))

	DescribeTable("finds it when the two have waited in the initiator queue", Variant("held-up"),
		func(ctx SpecContext, request nd2.RequestType) {
			expectFenced(ctx, Stalled(ctx, Shape{InitiatorDepth: 3}), request, nd2.ReadFence)
		},
		Entry("as a Send", Covers("qp.send.read-fence"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.read-fence"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.read-fence"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.read-fence"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.read-fence"), nd2.RequestInvalidate))

	DescribeTable("has its other flags obeyed, too,",
		func(ctx SpecContext, request nd2.RequestType, flags nd2.OpFlags) {
			c := Stalled(ctx, Shape{InitiatorDepth: 4})
			waiting := Start(ctx, c.Passive.Receives, func(o *nd2.Overlapped) nd2.Status {
				return c.Passive.Receives.Notify(nd2.NotifySolicited, o)
			})
			expectFenced(ctx, c, request, nd2.ReadFence|flags)
			if flags&nd2.SendAndSolicitEvent != 0 {
				Expect(waiting).To(CompleteWith(nd2.Success))
			}
		},
		Entry("as a Send that is silent and solicits an event", Covers("qp.send.flags-combined"), nd2.RequestSend, nd2.SilentSuccess|nd2.SendAndSolicitEvent),
		Entry("as a silent Write", Covers("qp.write.flags-combined"), nd2.RequestWrite, nd2.SilentSuccess),
		Entry("as a silent Read", Covers("qp.read.flags-combined"), nd2.RequestRead, nd2.SilentSuccess),
		Entry("as a silent Bind", Covers("qp.bind.flags-combined"), nd2.RequestBind, nd2.SilentSuccess),
		Entry("as a silent Invalidate", Covers("qp.invalidate.flags-combined"), nd2.RequestInvalidate, nd2.SilentSuccess))
})

// expectFenced posts an empty Send, a silent Read and behind it a request with a
// fence that uses what the Read fetches, and shows that it does. If the request is
// silent, an empty Write behind it tells that it is over.
func expectFenced(ctx SpecContext, c *Connection, request nd2.RequestType, flags nd2.OpFlags) {
	GinkgoHelper()
	from, to := c.Active, c.Passive
	whole := min(len(from.Memory.Bytes), len(to.Memory.Bytes))
	size, use := min(whole/4, c.MaxTransfer()), whole/2 // bytes that are fetched, and where they are used
	data := to.Memory.Fill(0, size, 0x42)
	from.Memory.Fill(0, size, 0x24)
	post := poster(ctx, c, request)
	fenced := func() nd2.Status { return post(3, flags) }
	found := from.Memory.Bytes[:size]
	serve := func() { postEmpty(to, 1) }
	switch request {
	case nd2.RequestSend:
		fenced = func() nd2.Status { return from.Send(3, from.Memory.List(0, size), flags) }
		found = to.Memory.Bytes[use:][:size]
		serve = func() {
			postEmpty(to, 1)
			Expect(to.PostReceive(2, to.Memory.List(use, size))).To(Return(nd2.Success))
		}
	case nd2.RequestWrite:
		fenced = func() nd2.Status {
			return from.Write(3, from.Memory.List(0, size), to.Memory.Address(use), to.Memory.GetRemoteToken(), flags)
		}
		found = to.Memory.Bytes[use:][:size]
	case nd2.RequestRead:
		// What the first Read stores is the second one's source, as the peer sees it.
		to.NeedOneMemory(from.Side)
		fetched := to.Register(from.Memory.Bytes[:size], nd2.AllowRemoteRead)
		fenced = func() nd2.Status {
			return from.Read(3, from.Memory.List(use, size), fetched.Address(0), fetched.GetRemoteToken(), flags)
		}
		found = from.Memory.Bytes[use:][:size]
	}

	if to.Shared == nil {
		serve()
	}
	Expect(from.Send(1, nil, 0)).To(Return(nd2.Success))
	Expect(from.Read(2, from.Memory.List(0, size), to.Memory.Address(0), to.Memory.GetRemoteToken(), nd2.SilentSuccess)).To(Return(nd2.Success))
	Expect(fenced()).To(Return(nd2.Success))
	last := Outcome(request, 3, nd2.Success)
	if flags&nd2.SilentSuccess != 0 {
		last = Outcome(nd2.RequestWrite, 4, nd2.Success)
		Expect(from.Write(4, nil, to.Memory.Address(0), to.Memory.GetRemoteToken(), 0)).To(Return(nd2.Success))
	}
	if to.Shared != nil {
		serve()
	}
	Expect(Results(ctx, from.Initiated, 2)).To(HaveOutcomes(
		Outcome(nd2.RequestSend, 1, nd2.Success), last))
	if request == nd2.RequestSend {
		Results(ctx, to.Receives, 2)
	} else {
		Results(ctx, to.Receives, 1)
		c.Settle(ctx)
	}
	Expect(found).To(HoldBytes(data))
}
