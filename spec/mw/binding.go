package mw

import (
	"math/rand"
	"runtime"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

// twoConnections gives connections whose passive ends are queue pairs of one
// adapter, the one under test.
func twoConnections(ctx SpecContext) (one, two *Connection) {
	GinkgoHelper()
	local, peer := Local(ctx), Peer(ctx)
	return ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{})), ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{}))
}

var _ = Describe("An IND2MemoryWindow that is bound", func() {
	It("is closed to the peer of another queue pair", Covers("mw.scope.other-queue-pair"), func(ctx SpecContext) {
		one, two := twoConnections(ctx)
		_, r, opened := bound(ctx, one, nd2.AllowRead|nd2.AllowWrite)
		unchanged := slices.Clone(r.Bytes)
		Expect(two.Active.Store(ctx, opened, 8)).To(ReturnAsRuled("mw.scope.other-queue-pair"))
		Expect(r.Bytes).To(HoldBytes(unchanged))

		data := one.Active.Memory.Fill(0, 8, 0x24)
		Expect(one.Active.Store(ctx, opened, 8)).To(Return(nd2.Success))
		one.Settle(ctx)
		Expect(r.Bytes[before:][:8]).To(HoldBytes(data))
	})

	It("cannot be bound to another queue pair", Covers("mw.scope.bound-once"), func(ctx SpecContext) {
		one, two := twoConnections(ctx)
		window, r, _ := bound(ctx, one, nd2.AllowWrite)
		returned := two.Passive.Bind(1, r.MemoryRegion, window, r.Bytes[:100], nd2.AllowWrite)
		Expect(EndOf(ctx, two.Passive.Initiated, returned)).To(ReturnAsRuled("mw.scope.bound-once"))
	})
})

var _ = Describe("An IND2MemoryWindow that was invalidated", func() {
	It("is closed to a Write", Covers("mw.invalidate.ends-writing"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		window, r, opened := bound(ctx, c, nd2.AllowWrite)
		Expect(c.Active.Store(ctx, opened, 8)).To(Return(nd2.Success))
		c.Settle(ctx)
		c.Passive.InvalidateWindow(ctx, window)
		unchanged := slices.Clone(r.Bytes)
		c.Active.Memory.Fill(0, size, 0x24)
		Expect(c.Active.Store(ctx, opened, size)).To(ReturnAsRuled("mw.invalidate.ends-writing"))
		Expect(r.Bytes).To(HoldBytes(unchanged))
	})

	It("is closed to a Read", Covers("mw.invalidate.ends-reading"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		window, _, opened := bound(ctx, c, nd2.AllowRead)
		Expect(c.Active.Fetch(ctx, opened, 8)).To(Return(nd2.Success))
		c.Passive.InvalidateWindow(ctx, window)
		Expect(c.Active.Fetch(ctx, opened, 8)).To(ReturnAsRuled("mw.invalidate.ends-reading"))
	})

	It("ends a transfer in progress, and changes no more", Covers("mw.invalidate.in-flight"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		random := rand.New(rand.NewSource(GinkgoRandomSeed()))
		for seed := byte(1); seed <= 3; seed++ {
			t := newTransfer(ctx, local, peer, 512<<10, seed)
			posted := make(chan struct{})
			go func() {
				defer close(posted)
				defer GinkgoRecover()
				t.begin()
			}()
			Until(ctx, "the first byte to arrive", func() bool { return t.target.Bytes[0] == seed })
			for range random.Intn(8) {
				runtime.Gosched()
			}
			t.Passive.InvalidateWindow(ctx, t.window)
			unchanged := slices.Clone(t.target.Bytes)
			<-posted
			t.expectFailure(ctx)
			Expect(t.target.Bytes).To(HoldBytes(unchanged))
		}
	})

	When("acknowledgements are on their way", func() {
		It("ends the transfer that waits for them", Covers("mw.invalidate.in-flight"), Variant("held-up"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			if peer.Info.AdapterID == local.Info.AdapterID {
				Unobservable("the peer is the adapter under test itself")
			}
			t := newTransfer(ctx, local, peer, 2<<20, 1)
			undo := t.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			t.begin()
			Until(ctx, "the first byte to arrive", func() bool { return t.target.Bytes[0] == 1 })
			t.Passive.InvalidateWindow(ctx, t.window)
			unchanged := slices.Clone(t.target.Bytes)
			undo()
			t.expectFailure(ctx)
			Expect(t.target.Bytes).To(HoldBytes(unchanged))
		})
	})

	It("can be bound to another region, which alone it opens", Covers("mw.bound-again.other-region"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		window, first, opened := bound(ctx, c, nd2.AllowWrite)
		c.Passive.InvalidateWindow(ctx, window)
		unchanged := slices.Clone(first.Bytes)
		second := c.Passive.Memory
		c.Passive.BindWindow(ctx, window, second, 10, 100, nd2.AllowWrite)
		data := c.Active.Memory.Fill(0, 100, 0x24)
		Expect(c.Active.Store(ctx, second.Through(window).At(10), 100)).To(Return(nd2.Success))
		c.Settle(ctx)
		Expect(second.Bytes[10:110]).To(HoldBytes(data))
		opened.Token = window.GetRemoteToken()
		Expect(c.Active.Store(ctx, opened, 8)).To(ReturnAsRuled("mw.bounds.write"))
		Expect(first.Bytes).To(HoldBytes(unchanged))
	})

	It("can be bound to another queue pair, whose peer can use it", Covers("mw.bound-again.other-queue-pair"), func(ctx SpecContext) {
		one, two := twoConnections(ctx)
		window, r, opened := bound(ctx, one, nd2.AllowWrite)
		one.Passive.InvalidateWindow(ctx, window)
		two.Passive.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
		opened.Token = window.GetRemoteToken()
		data := two.Active.Memory.Fill(0, size, 0x24)
		Expect(two.Active.Store(ctx, opened, size)).To(Return(nd2.Success))
		two.Settle(ctx)
		Expect(r.Bytes[before:][:size]).To(HoldBytes(data))
	})

	It("can be bound again, and so on", Covers("mw.bound-again.often"), func(ctx SpecContext) {
		const times = 8
		c := Accepted(ctx, Shape{InitiatorDepth: 2 * times})
		e, r, window := c.Passive, c.Passive.Memory, c.Passive.MemoryWindow()
		data := r.Fill(0, 1000, 0x42)
		var want []nd2.Result
		for i := range times {
			Expect(e.Bind(0, r.MemoryRegion, window, r.Bytes[i:][:100], nd2.AllowRead)).To(Return(nd2.Success))
			want = append(want, Outcome(nd2.RequestBind, 0, nd2.Success))
			if i < times-1 {
				Expect(e.Invalidate(0, window, 0)).To(Return(nd2.Success))
				want = append(want, Outcome(nd2.RequestInvalidate, 0, nd2.Success))
			}
		}
		Expect(Results(ctx, e.Initiated, len(want))).To(HaveOutcomes(want...))
		Expect(c.Active.Fetch(ctx, r.Through(window).At(times-1), 100)).To(Return(nd2.Success))
		Expect(c.Active.Memory.Bytes[:100]).To(HoldBytes(data[times-1:][:100]))
		Expect(c.Active.Fetch(ctx, r.Through(window).At(times-2), 8)).To(ReturnAsRuled("mw.bounds.read"))
	})
})

// A transfer is a connection with a long Write to make, to a window of the passive
// end.
type transfer struct {
	*Connection
	window nd2.MemoryWindow
	target *Region
	source []nd2.SGE
}

// newTransfer prepares a Write of length bytes, or as many as a region may have.
// The first of them is seed.
func newTransfer(ctx SpecContext, local, peer *Side, length int, seed byte) *transfer {
	GinkgoHelper()
	length = int(min(uintptr(length), local.Info.MaxRegistrationSize))
	t := &transfer{
		Connection: ConnectEnds(ctx, peer.End(Shape{InitiatorSGE: peer.Info.MaxInitiatorSGE}), local.End(Shape{})),
		window:     local.MemoryWindow(),
		target:     local.Memory(length, nd2.AllowLocalWrite),
		source:     peer.LongList(uint64(length), peer.Info.MaxInitiatorSGE),
	}
	Pattern(t.source[0].Buffer, seed)
	t.Passive.BindWindow(ctx, t.window, t.target, 0, length, nd2.AllowWrite)
	return t
}

// begin posts the Write.
func (t *transfer) begin() {
	GinkgoHelper()
	to := t.target.Through(t.window)
	Expect(t.Active.Write(1, t.source, to.Address, to.Token, 0)).To(Return(nd2.Success))
}

// expectFailure posts another Write, and shows that it fails if the first one was
// over, and else is canceled behind that.
func (t *transfer) expectFailure(ctx SpecContext) {
	GinkgoHelper()
	to := t.target.Through(t.window)
	Expect(t.Active.Write(2, t.source[:1], to.Address, to.Token, 0)).To(Return(nd2.Success))
	results := Results(ctx, t.Active.Initiated, 2)
	if results[0].Status != nd2.Success {
		Expect(results[0]).To(CompleteAsRuled("mw.invalidate.in-flight"))
		Expect(results[1]).To(CompleteWith(nd2.Canceled))
	} else {
		Expect(results[1]).To(CompleteAsRuled("mw.invalidate.in-flight"))
	}
}
