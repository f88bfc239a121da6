package nd1

import (
	"bytes"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDEndpoint::SendAndInvalidate", func() {
	It("sends the message, invalidates the peer's window, and tells the peer so",
		Covers("endpoint.sendandinvalidate.invalidates", "endpoint.sendandinvalidate.window-result"), func(ctx SpecContext) {
			active, passive := oneQueue(local(ctx), peer(ctx), 2)
			invalidated := new(nd1.Result)
			w := passive.window(invalidated)
			d := passive.bind(w, start, length, nd2.AllowWrite)
			received := passive.receive(passive.memory.list(0, 64))
			Pattern(active.memory.bytes[:64], 8)
			active.sent(active.sendAndInvalidate(active.memory.list(0, 64), d, 0))
			passive.expectAny("the results", received, invalidated)
			Expect(received.Status).To(Return(nd2.Success))
			Expect(invalidated.Status).To(Return(nd2.Success))
			Expect(received.BytesTransferred).To(BeEquivalentTo(64), "BytesTransferred")
			Expect(passive.memory.bytes[:64]).To(HoldBytes(active.memory.bytes[:64]))

			again := passive.bind(w, start, length, nd2.AllowWrite)
			expectStored(active, passive, again, 0, 8)
			if again.Token == d.Token {
				return // it opens what is bound now
			}
			before := bytes.Clone(Contents(passive.memory.bytes))
			expectNotStored(active, passive, d, 0, 8, "endpoint.invalidate.ends-access")
			Expect(passive.memory.bytes).To(HoldBytes(before))
		})

	It("has the window's result each time", Covers("endpoint.sendandinvalidate.window-result"), Variant("again"),
		func(ctx SpecContext) {
			active, passive := oneQueue(local(ctx), peer(ctx), 2)
			invalidated := new(nd1.Result)
			w := passive.window(invalidated)
			for i := range 3 {
				d := passive.bind(w, start, length, nd2.AllowWrite)
				received := passive.receive(nil)
				active.sent(active.sendAndInvalidate(nil, d, 0))
				passive.expectAny(fmt.Sprintf("the results of time %d", i+1), received, invalidated)
				Expect(invalidated.Status).To(Return(nd2.Success))
			}
		})
})

var _ = Describe("INDEndpoint::SendAndInvalidate with a descriptor of no window that there is", func() {
	It("leaves a window open that was bound anew", Covers("endpoint.sendandinvalidate.outdated"), func(ctx SpecContext) {
		active, passive := oneQueue(local(ctx), peer(ctx), 2)
		w := passive.window(new(nd1.Result))
		earlier := passive.bind(w, start, length, nd2.AllowWrite)
		passive.invalidate(w)
		now := passive.bind(w, start, length, nd2.AllowWrite)
		if now.Token == earlier.Token {
			Unobservable("the window has the same token again")
		}
		received := passive.receive(nil)
		active.sendAndInvalidate(nil, earlier, 0)
		await(ctx, active.outbound, 1)
		for got := await(ctx, passive.inbound, 1); got[0] != received; got = await(ctx, passive.inbound, 1) {
			Expect(got[0].Status).NotTo(Equal(nd2.Success), "the status of the window's result")
		}
		expectNone(passive.inbound)
		expectOpenIfConnected(active, passive, now)
	})

	DescribeTable("leaves other windows open, and other connections alone, if the descriptor names no window:",
		Covers("endpoint.sendandinvalidate.outdated"),
		func(ctx SpecContext, describe func(e *end) *nd1.MWDescriptor) {
			active, passive := accepted(ctx)
			none := describe(passive)
			there := passive.open(nd2.AllowWrite)
			if there.Token == none.Token {
				Unobservable("the window has the token of another one")
			}
			invalidateAnyway(active, passive, none)
			exchange(accepted(ctx))
			expectOpenIfConnected(active, passive, there)
		},
		Entry("a released one", Variant("released"), func(e *end) *nd1.MWDescriptor {
			e.NeedWindows()
			var w nd1.MemoryWindow
			Expect(e.adapter.CreateMemoryWindow(new(nd1.Result), &w)).To(Return(nd2.Success))
			d := e.bind(w, start, length, nd2.AllowWrite)
			e.invalidate(w)
			w.Release()
			return d
		}),
		Entry("a region", Variant("region"), func(e *end) *nd1.MWDescriptor {
			r := e.Memory(memorySize, AllRights)
			d := nd1.Describe(r.Address(0), memorySize, r.GetRemoteToken())
			return &d
		}))

	It("leaves a window of another endpoint open to its own peer", Covers("endpoint.sendandinvalidate.outdated"),
		Variant("another-endpoint"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			active, passive := acceptedBy(l, p)
			one, other := acceptedBy(l, p)
			d := other.open(nd2.AllowWrite)
			invalidateAnyway(active, passive, d)
			expectOpen(one, other, d)
		})
})

// invalidateAnyway sends an empty message with a descriptor, and takes the results, whatever they are.
func invalidateAnyway(active, passive *end, d *nd1.MWDescriptor) {
	passive.receive(nil)
	active.sendAndInvalidate(nil, d, 0)
	await(active.ctx, active.outbound, 1)
	await(passive.ctx, passive.inbound, 1)
}

// expectOpenIfConnected is expectOpen unless the connection has ended: the page does not say what becomes of the
// message.
func expectOpenIfConnected(active, passive *end, d *nd1.MWDescriptor) {
	if carriesMessages(active, passive) {
		expectOpen(active, passive, d)
	}
}

// expectOpen shows that an end can write to the usual window of its peer.
func expectOpen(active, passive *end, d *nd1.MWDescriptor) {
	Pattern(active.memory.bytes[:8], 13)
	expectStored(active, passive, d, 0, 8)
	Expect(passive.memory.bytes[start : start+8]).To(HoldBytes(active.memory.bytes[:8]))
}

var _ = Describe("Solicited events of INDEndpoint", func() {
	DescribeTable("come with a Send that asks for them", Covers("endpoint.send.solicits"),
		func(ctx SpecContext, size int, flags nd2.OpFlags) {
			active, passive := connected(ctx)
			received := passive.receive(passive.memory.list(0, 64))
			request := passive.notification(nd2.NotifySolicited)
			active.send(active.memory.list(0, size), nd2.SendAndSolicitEvent|flags)
			Expect(request).To(CompleteWith(nd2.Success))
			passive.received(received)
		}, solicitors)

	DescribeTable("come with a SendAndInvalidate that asks for them", Covers("endpoint.sendandinvalidate.solicits"),
		func(ctx SpecContext, size int, flags nd2.OpFlags) {
			active, passive := oneQueue(local(ctx), peer(ctx), 2)
			invalidated := new(nd1.Result)
			d := passive.bind(passive.window(invalidated), start, length, nd2.AllowWrite)
			received := passive.receive(passive.memory.list(0, 64))
			request := passive.notification(nd2.NotifySolicited)
			active.sendAndInvalidate(active.memory.list(0, size), d, nd2.SendAndSolicitEvent|flags)
			Expect(request).To(CompleteWith(nd2.Success))
			passive.expectAny("the results", received, invalidated)
		}, solicitors)
})

// solicitors are messages by which a result is solicited, with their sizes in bytes.
var solicitors = []TableEntry{
	Entry("(no data)", 0, nd2.OpFlags(0)),
	Entry("(data)", Variant("data"), 64, nd2.OpFlags(0)),
	Entry("(silent)", Variant("silent"), 64, nd2.SilentSuccess),
}
