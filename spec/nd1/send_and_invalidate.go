package nd1

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDEndpoint::SendAndInvalidate with a descriptor of no window that there is", func() {
	It("leaves a window open that was bound anew", Covers("endpoint.sendandinvalidate.outdated"), func(ctx SpecContext) {
		active, passive, queue := joinToOne(ctx, local(ctx), peer(ctx), 2)
		var unbound, sent, received, invalidated nd1.Result
		w := passive.window(&invalidated)
		earlier := passive.bind(ctx, w, start, length, nd2.AllowWrite)
		Expect(passive.Invalidate(&unbound, w, 0)).To(Return(nd2.Success))
		expectResults(ctx, queue, &unbound)
		now := passive.bind(ctx, w, start, length, nd2.AllowWrite)
		if now.Token == earlier.Token {
			Unobservable("the window has the same token again")
		}
		Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
		Expect(active.SendAndInvalidate(&sent, nil, earlier, 0)).To(Return(nd2.Success))
		await(ctx, active.outbound, 1)
		for got := await(ctx, queue, 1); got[0] != &received; got = await(ctx, queue, 1) {
			Expect(got[0].Status).NotTo(Equal(nd2.Success), "the status of the window's result")
		}
		expectNone(queue)
		if !carriesMessages(ctx, active, passive) {
			return // the page does not say what happens to the message
		}
		Pattern(active.memory.bytes[:8], 13)
		expectStored(ctx, active, passive, now, 0, 8)
		Expect(passive.memory.bytes[start : start+8]).To(HoldBytes(active.memory.bytes[:8]))
	})

	DescribeTable("leaves other windows open, and other connections alone, if the descriptor names no window:",
		func(ctx SpecContext, describe func(ctx context.Context, e *end) *nd1.MWDescriptor) {
			active, passive := accepted(ctx)
			none := describe(ctx, passive)
			there := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowWrite)
			if there.Token == none.Token {
				Unobservable("the window has the token of another one")
			}
			var sent, received nd1.Result
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(active.SendAndInvalidate(&sent, nil, none, 0)).To(Return(nd2.Success))
			await(ctx, active.outbound, 1)
			await(ctx, passive.inbound, 1)
			one, other := accepted(ctx)
			exchange(ctx, one, other)
			if !carriesMessages(ctx, active, passive) {
				return // the page does not say what happens to the message
			}
			Pattern(active.memory.bytes[:8], 14)
			expectStored(ctx, active, passive, there, 0, 8)
			Expect(passive.memory.bytes[start : start+8]).To(HoldBytes(active.memory.bytes[:8]))
		},
		Entry("a released one", Covers("endpoint.sendandinvalidate.outdated"), Variant("released"),
			ofReleased),
		Entry("a region", Covers("endpoint.sendandinvalidate.outdated"), Variant("region"), ofRegion))

	It("leaves a window of another endpoint open to its own peer", Covers("endpoint.sendandinvalidate.outdated"),
		Variant("another-endpoint"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			ends := func() (active, passive *end) {
				active, passive = p.end(p.ordinary()), l.end(l.ordinary())
				join(ctx, active, passive)
				message(ctx, active, passive)
				return active, passive
			}
			active, passive := ends()
			one, other := ends()
			d := other.bind(ctx, other.window(new(nd1.Result)), start, length, nd2.AllowWrite)
			var sent, received nd1.Result
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(active.SendAndInvalidate(&sent, nil, d, 0)).To(Return(nd2.Success))
			await(ctx, active.outbound, 1)
			await(ctx, passive.inbound, 1)
			Pattern(one.memory.bytes[:8], 15)
			expectStored(ctx, one, other, d, 0, 8)
			Expect(other.memory.bytes[start : start+8]).To(HoldBytes(one.memory.bytes[:8]))
		})
})

// ofReleased returns the former descriptor of a released window.
func ofReleased(ctx context.Context, e *end) *nd1.MWDescriptor {
	e.NeedWindows()
	var w nd1.MemoryWindow
	Expect(e.adapter.CreateMemoryWindow(new(nd1.Result), &w)).To(Return(nd2.Success))
	d := e.bind(ctx, w, start, length, nd2.AllowWrite)
	var unbound nd1.Result
	Expect(e.Invalidate(&unbound, w, 0)).To(Return(nd2.Success))
	expectResults(ctx, e.outbound, &unbound)
	w.Release()
	return d
}

// ofRegion returns a descriptor of a region.
func ofRegion(_ context.Context, e *end) *nd1.MWDescriptor {
	r := e.Memory(memorySize, AllRights)
	d := nd1.Describe(r.Address(0), memorySize, r.GetRemoteToken())
	return &d
}
