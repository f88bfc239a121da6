package qp

import (
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("A request of an IND2QueuePair with ND_OP_FLAG_READ_FENCE", func() {
	DescribeTable("finds what the Reads before it have fetched,",
		func(ctx SpecContext, request nd2.RequestType) {
			expectFenced(ctx, Connect(ctx, Shape{}), request, nd2.ReadFence, much)
		},
		Entry("as a Send", Covers("qp.send.read-fence"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.read-fence"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.read-fence"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.read-fence"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.read-fence"), nd2.RequestInvalidate))

	DescribeTable("finds what the Reads before it have fetched even if all have waited in the initiator queue,",
		Variant("held-up"),
		func(ctx SpecContext, request nd2.RequestType) {
			expectFenced(ctx, Stalled(ctx, Shape{}), request, nd2.ReadFence, much)
		},
		Entry("as a Send", Covers("qp.send.read-fence"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.read-fence"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.read-fence"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.read-fence"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.read-fence"), nd2.RequestInvalidate))

	DescribeTable("is carried out when the Reads before it are over, of no bytes or of one,",
		Variant("next-to-nothing"),
		func(ctx SpecContext, request nd2.RequestType) {
			for _, size := range []int{0, 1} {
				expectFenced(ctx, Connect(ctx, Shape{}), request, nd2.ReadFence, size)
			}
		},
		Entry("as a Send", Covers("qp.send.read-fence"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.read-fence"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.read-fence"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.read-fence"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.read-fence"), nd2.RequestInvalidate))

	DescribeTable("keeps the effect of its other flags,",
		func(ctx SpecContext, request nd2.RequestType, flags nd2.OpFlags) {
			c := Stalled(ctx, Shape{})
			waiting := Start(ctx, c.Passive.Receives, func(o *nd2.Overlapped) nd2.Status {
				return c.Passive.Receives.Notify(nd2.NotifySolicited, o)
			})
			expectFenced(ctx, c, request, nd2.ReadFence|flags, much)
			if flags&nd2.SendAndSolicitEvent != 0 {
				Expect(waiting).To(CompleteWith(nd2.Success))
			}
		},
		Entry("as a Send that is silent and solicits an event", Covers("qp.send.flags-combined"), nd2.RequestSend,
			nd2.SilentSuccess|nd2.SendAndSolicitEvent),
		Entry("as a silent Write", Covers("qp.write.flags-combined"), nd2.RequestWrite, nd2.SilentSuccess),
		Entry("as a silent Read", Covers("qp.read.flags-combined"), nd2.RequestRead, nd2.SilentSuccess),
		Entry("as a silent Bind", Covers("qp.bind.flags-combined"), nd2.RequestBind, nd2.SilentSuccess),
		Entry("as a silent Invalidate", Covers("qp.invalidate.flags-combined"), nd2.RequestInvalidate, nd2.SilentSuccess))
})

// much has expectFenced Read a quarter of the memory.
const much = math.MaxInt

// expectFenced posts an empty Send, silent Reads of at most size bytes in all and behind
// them a request with a fence that uses what the Reads fetch, and shows that it does. If
// the request is silent, a Write behind it tells that it is over.
func expectFenced(ctx SpecContext, c *Connection, request nd2.RequestType, flags nd2.OpFlags, size int) {
	from, to := c.Active, c.Passive
	others := 2 // requests beside the Reads
	if flags&nd2.SilentSuccess != 0 {
		others = 3
	}
	from.NeedRequests(others + 1)
	whole := min(len(from.Memory.Bytes), len(to.Memory.Bytes))
	f := &fence{c: c, size: min(size, whole/4, c.MaxTransfer()), use: whole / 2, flags: flags}
	data := to.Memory.Fill(0, f.size, 0x42)
	from.Memory.Fill(0, f.size, 0x24)
	user := f.userOf(request, poster(ctx, c, request))

	if to.Shared == nil {
		user.serve()
	}
	Expect(from.Send(1, nil, 0)).To(Return(nd2.Success))
	f.read(from.InitiatorDepth() - others)
	Expect(user.post()).To(Return(nd2.Success))
	last := Outcome(request, 3, nd2.Success)
	if flags&nd2.SilentSuccess != 0 {
		last = Outcome(nd2.RequestWrite, 4, nd2.Success)
		Expect(from.Touch(4, to.Memory)).To(Return(nd2.Success))
	}
	if to.Shared != nil {
		user.serve()
	}
	Expect(Results(ctx, from.Initiated, 2)).To(HaveOutcomes(
		Outcome(nd2.RequestSend, 1, nd2.Success), last))
	if request == nd2.RequestSend {
		Results(ctx, to.Receives, 2)
	} else {
		Results(ctx, to.Receives, 1)
		c.Settle(ctx)
	}
	Expect(user.found).To(HoldBytes(data))
}

// A fence is a few Reads of size bytes at the start of both ends' memory, and a request
// with flags behind them, which uses them; what it moves it moves to offset use.
type fence struct {
	c         *Connection
	size, use int
	flags     nd2.OpFlags
}

// read posts silent Reads, of a part of the bytes each: three, or as many as there is room for.
func (f *fence) read(room int) {
	from, to := f.c.Active.Memory, f.c.Passive.Memory
	parts := min(3, room)
	for i := range parts {
		begin, end := f.size*i/parts, f.size*(i+1)/parts
		Expect(f.c.Active.Read(2, from.List(begin, end-begin), to.Address(begin), to.GetRemoteToken(),
			nd2.SilentSuccess)).To(Return(nd2.Success))
	}
}

// A fenceUser is the request behind a fence: post posts it, serve has the peer post
// the Receives for it and for the Send before it, and found is where the bytes are
// that the Read has fetched, once it is over.
type fenceUser struct {
	post  func() nd2.Status
	serve func()
	found []byte
}

// userOf returns the request of a type; post posts a request that moves no bytes.
func (f *fence) userOf(request nd2.RequestType, post func(context uintptr, flags nd2.OpFlags) nd2.Status) fenceUser {
	from, to := f.c.Active, f.c.Passive
	user := fenceUser{
		post:  func() nd2.Status { return post(3, f.flags) },
		serve: func() { postEmpty(to, 1) },
		found: from.Memory.Bytes[:f.size],
	}
	switch request {
	case nd2.RequestSend:
		user.post = func() nd2.Status { return from.Send(3, from.Memory.List(0, f.size), f.flags) }
		user.serve = func() {
			to.NeedReceives(2)
			postEmpty(to, 1)
			Expect(to.Receive(2, to.Memory.List(f.use, f.size))).To(Return(nd2.Success))
		}
		user.found = to.Memory.Bytes[f.use:][:f.size]
	case nd2.RequestWrite:
		user.post = func() nd2.Status {
			return from.Write(3, from.Memory.List(0, f.size), to.Memory.Address(f.use), to.Memory.GetRemoteToken(), f.flags)
		}
		user.found = to.Memory.Bytes[f.use:][:f.size]
	case nd2.RequestRead:
		// What the first Read stores is the second one's source, as the peer sees it.
		to.NeedOneMemory(from.Side)
		fetched := to.Register(from.Memory.Bytes[:max(1, f.size)], nd2.AllowRemoteRead)
		user.post = func() nd2.Status {
			return from.Read(3, from.Memory.List(f.use, f.size), fetched.Address(0), fetched.GetRemoteToken(), f.flags)
		}
		user.found = from.Memory.Bytes[f.use:][:f.size]
	}
	return user
}
