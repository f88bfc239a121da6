package qp

import (
	"context"
	"math"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("An IND2QueuePair's inline requests", func() {
	DescribeTable("take data from memory that is not registered, whatever the tokens are,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := connectInline(ctx)
			data := unregistered(c.Active, 1+inlineLimit(c)/2)
			list := []nd2.SGE{{Buffer: data[:1], MemoryRegionToken: 0xdeadbeef}, {Buffer: data[1:]}}
			expectCarried(ctx, c, request, list)
		},
		Entry("for a Send", Covers("qp.send.inline-any-token"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-any-token"), nd2.RequestWrite))

	DescribeTable("take data from memory that is registered, whatever the tokens are,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := connectInline(ctx)
			data := c.Active.Memory.Fill(0, min(inlineLimit(c), len(c.Active.Memory.Bytes)), 0x63)
			expectCarried(ctx, c, request,
				[]nd2.SGE{{Buffer: c.Active.Memory.Bytes[:len(data)], MemoryRegionToken: ^c.Active.Memory.GetLocalToken()}})
		},
		Entry("for a Send", Covers("qp.send.inline-any-token"), Variant("registered"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-any-token"), Variant("registered"), nd2.RequestWrite))

	DescribeTable("may be silent, have a fence and solicit an event, all at once,",
		func(ctx SpecContext, request nd2.RequestType, flags nd2.OpFlags) {
			c := ConnectEnds(ctx, inlineEnd(ctx, 2), Peer(ctx).End(Shape{}))
			if inlineLimit(c) == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			data := unregistered(c.Active, inlineLimit(c))
			target := c.Passive.Memory
			waiting := Start(ctx, c.Passive.Receives, func(o *nd2.Overlapped) nd2.Status {
				return c.Passive.Receives.Notify(nd2.NotifySolicited, o)
			})
			if request == nd2.RequestSend {
				c.Passive.PostReceives(1, 1, len(data))
				Expect(c.Active.Send(1, []nd2.SGE{{Buffer: data}}, flags)).To(Return(nd2.Success))
				Expect(waiting).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			} else {
				Expect(c.Active.Write(1, []nd2.SGE{{Buffer: data}}, target.Address(0), target.GetRemoteToken(),
					flags)).To(Return(nd2.Success))
			}
			postEmpty(c.Passive, 1)
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(target.Bytes[:len(data)]).To(HoldBytes(data))
		},
		Entry("for a Send", Covers("qp.send.flags-combined"), Variant("inline"), nd2.RequestSend,
			nd2.Inline|nd2.SilentSuccess|nd2.ReadFence|nd2.SendAndSolicitEvent),
		Entry("for a Write", Covers("qp.write.flags-combined"), Variant("inline"), nd2.RequestWrite,
			nd2.Inline|nd2.SilentSuccess|nd2.ReadFence))

	DescribeTable("may have more entries than other requests of the queue pair,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := connectInline(ctx)
			// More than were asked for may be available, but not more than the adapter has.
			n := int(min(affordably("MaxInitiatorSge", c.Active.Info.MaxInitiatorSGE)+1, c.Active.Info.MaxInlineDataSize))
			if n == 1 {
				Unobservable("there is no inline data of more than one entry")
			}
			data := unregistered(c.Active, n)
			var list []nd2.SGE
			for piece := range slices.Chunk(data, 1) {
				list = append(list, nd2.SGE{Buffer: piece})
			}
			expectCarried(ctx, c, request, list)
		},
		Entry("for a Send", Covers("qp.send.inline-any-entries"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-any-entries"), nd2.RequestWrite))

	DescribeTable("carry as many bytes as the inline data size allows,",
		func(ctx SpecContext, request nd2.RequestType, first int) {
			c := connectInline(ctx)
			data := unregistered(c.Active, inlineLimit(c))
			list := []nd2.SGE{{Buffer: data[:min(first, len(data))]}}
			if first < len(data) {
				list = append(list, nd2.SGE{Buffer: data[first:]})
			}
			expectCarried(ctx, c, request, list)
		},
		Entry("for a Send", Covers("qp.send.inline-limit"), nd2.RequestSend, math.MaxInt),
		Entry("for a Write", Covers("qp.write.inline-limit"), nd2.RequestWrite, math.MaxInt),
		Entry("for a Send of two entries", Covers("qp.send.inline-limit"), Variant("two-entries"), nd2.RequestSend, 1),
		Entry("for a Write of two entries", Covers("qp.write.inline-limit"), Variant("two-entries"), nd2.RequestWrite, 1))

	DescribeTable("carry nothing, on a queue pair that was created for no inline data,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := Connect(ctx, Shape{})
			if c.Active.Info.MaxInlineDataSize == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			expectCarried(ctx, c, request, nil)
		},
		Entry("for a Send", Covers("qp.send.inline-limit"), Variant("none"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-limit"), Variant("none"), nd2.RequestWrite))

	DescribeTable("are refused with more bytes in all entries than the largest inline data size,",
		func(ctx SpecContext, request nd2.RequestType, id string) {
			c := connectInline(ctx)
			data := unregistered(c.Active, inlineLimit(c)+1)
			Expect(postInline(c, request, 1, []nd2.SGE{{Buffer: data}})).To(ReturnAsRuled(id))
			list := []nd2.SGE{{Buffer: data[1:]}, {Buffer: data[:1]}}
			Expect(postInline(c, request, 1, list)).To(ReturnAsRuled(id))
			expectUsable(ctx, c, c.Active)
		},
		Entry("for a Send", Covers("qp.send.inline-over-limit"), nd2.RequestSend, "qp.send.inline-over-limit"),
		Entry("for a Write", Covers("qp.write.inline-over-limit"), nd2.RequestWrite, "qp.write.inline-over-limit"))

	DescribeTable("carry all of their bytes, or fail, when each entry is within the limit and their sum is not,",
		func(ctx SpecContext, request nd2.RequestType, id string) {
			active := inlineEnd(ctx, 1)
			limit := int(active.Info.MaxInlineDataSize)
			if limit == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			c := ConnectEnds(ctx, active, Peer(ctx).End(Shape{MemorySize: 2 * limit}))
			c.NeedTransfer(2 * limit)
			data := unregistered(active, 2*limit)
			if request == nd2.RequestSend {
				c.Passive.PostReceives(1, 1, len(data))
			}
			list := []nd2.SGE{{Buffer: data[:limit]}, {Buffer: data[limit:]}}
			returned := postInline(c, request, 1, list)
			if !MoreThanSaid(id, returned) {
				Expect(returned).To(ReturnAsRuled(id))
				return
			}
			if Result(ctx, c.Active.Initiated).Status != nd2.Success {
				return // it has not said that it carried them
			}
			if request == nd2.RequestSend {
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			} else {
				c.Settle(ctx)
			}
			Expect(c.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
		},
		Entry("for a Send", Covers("qp.send.delivers", "qp.send.inline-over-limit"), Variant("inline-sum"),
			nd2.RequestSend, "qp.send.inline-over-limit"),
		Entry("for a Write", Covers("qp.write.stores", "qp.write.inline-over-limit"), Variant("inline-sum"),
			nd2.RequestWrite, "qp.write.inline-over-limit"))

	DescribeTable("carry their own bytes each, when several wait,",
		func(ctx SpecContext, request nd2.RequestType) {
			const n, before = 3, 2 // the second Send is held back for want of a Receive, where the first one may go
			c := ConnectStalled(ctx, inlineEnd(ctx, before+n))
			if inlineLimit(c) == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			size := min(inlineLimit(c), len(c.Passive.Memory.Bytes)/n)
			data := unregistered(c.Active, n*size)
			for _, context := range Sequence(0, before) {
				Expect(c.Active.Send(context, nil, 0)).To(Return(nd2.Success))
			}
			for i := range n {
				list := []nd2.SGE{{Buffer: data[i*size:][:size]}}
				Expect(postInlineAt(c, request, uintptr(before+i), list, i*size)).To(Return(nd2.Success))
			}
			postEmpty(c.Passive, before)
			Results(ctx, c.Passive.Receives, before)
			if request == nd2.RequestSend {
				c.Passive.PostReceives(before, n, size)
				Results(ctx, c.Passive.Receives, n)
			}
			Expect(Results(ctx, c.Active.Initiated, before+n)).To(HaveOutcomes(slices.Concat(
				Outcomes(nd2.RequestSend, Sequence(0, before), nd2.Success),
				Outcomes(request, Sequence(before, n), nd2.Success))...))
			c.Settle(ctx)
			Expect(c.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
		},
		Entry("for a Send", Covers("qp.send.delivers"), Variant("inline-waiting"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.stores"), Variant("inline-waiting"), nd2.RequestWrite))

	DescribeTable("no longer need their memory once the call has returned,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := ConnectStalled(ctx, inlineEnd(ctx, 2))
			buffer := unregistered(c.Active, inlineLimit(c))
			data := slices.Clone(Contents(buffer))
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(postInline(c, request, 2, []nd2.SGE{{Buffer: buffer}})).To(Return(nd2.Success))
			Clear(buffer)

			postEmpty(c.Passive, 1)
			Results(ctx, c.Passive.Receives, 1)
			if request == nd2.RequestSend {
				c.Passive.PostReceives(2, 1, len(data))
				Results(ctx, c.Passive.Receives, 1)
			}
			Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
				Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(request, 2, nd2.Success)))
			c.Settle(ctx)
			Expect(c.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
		},
		Entry("for a Send", Covers("qp.send.inline-is-copied"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-is-copied"), nd2.RequestWrite))
})

// connectInline connects an end with the largest inline data size, and one entry per
// request.
func connectInline(ctx context.Context) *Connection {
	active := inlineEnd(ctx, 1)
	return ConnectEnds(ctx, active, Peer(ctx).End(Shape{MemorySize: max(1, int(active.Info.MaxInlineDataSize))}))
}

// inlineEnd returns an end with the largest inline data size, and one entry for each of
// depth initiator requests.
func inlineEnd(ctx context.Context, depth uint32) *End {
	local := Local(ctx)
	size := affordably("MaxInlineDataSize", local.Info.MaxInlineDataSize)
	return local.End(local.Attainable(Shape{InlineSize: size, InitiatorSGE: 1, InitiatorDepth: depth}))
}

// inlineLimit is how many bytes the active end may send inline.
func inlineLimit(c *Connection) int { return int(c.Active.Info.MaxInlineDataSize) }

// unregistered returns size bytes of a pattern that no adapter knows of.
func unregistered(e *End, size int) []byte {
	b := e.Buffer(size)
	Pattern(b, 0x21)
	return b
}

// postInline posts a Send, or a Write to the start of the passive end's memory.
func postInline(c *Connection, request nd2.RequestType, context uintptr, list []nd2.SGE) nd2.Status {
	return postInlineAt(c, request, context, list, 0)
}

// postInlineAt posts a Send, or a Write to an offset in the passive end's memory.
func postInlineAt(c *Connection, request nd2.RequestType, context uintptr, list []nd2.SGE, offset int) nd2.Status {
	if request == nd2.RequestSend {
		return c.Active.Send(context, list, nd2.Inline)
	}
	target := c.Passive.Memory
	return c.Active.Write(context, list, target.Address(offset), target.GetRemoteToken(), nd2.Inline)
}

// expectCarried shows that an inline request brings a list's bytes to the start of
// the passive end's memory.
func expectCarried(ctx context.Context, c *Connection, request nd2.RequestType, list []nd2.SGE) {
	data := gathered(list)
	if request == nd2.RequestSend {
		c.Passive.PostReceives(1, 1, len(data))
	}
	Expect(postInline(c, request, 1, list)).To(Return(nd2.Success))
	Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(request, 1, nd2.Success)))
	if request == nd2.RequestSend {
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
	} else {
		c.Settle(ctx)
	}
	Expect(c.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
}
