package mw

import (
	"math/rand"
	"runtime"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// twoConnections returns connections whose passive ends are queue pairs of one adapter
// under test.
func twoConnections(ctx SpecContext) (one, two *Connection) {
	local, peer := Local(ctx), Peer(ctx)
	return ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{})), ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{}))
}

var _ = Describe("An IND2MemoryWindow that is bound", func() {
	It("is closed to the peer of another queue pair", Covers("mw.scope.other-queue-pair"), func(ctx SpecContext) {
		one, two := twoConnections(ctx)
		_, r, opened := bound(ctx, one, nd2.AllowRead|nd2.AllowWrite)
		ExpectWriteDenied(ctx, two, "mw.scope.other-queue-pair", opened, 8, r.Bytes)

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
		data := c.Active.Memory.Fill(0, min(size, c.MaxTransfer()), 0x24)
		ExpectWriteDenied(ctx, c, "mw.invalidate.ends-writing", opened, len(data), r.Bytes)
	})

	It("is closed to a Read", Covers("mw.invalidate.ends-reading"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		window, _, opened := bound(ctx, c, nd2.AllowRead)
		Expect(c.Active.Fetch(ctx, opened, 8)).To(Return(nd2.Success))
		c.Passive.InvalidateWindow(ctx, window)
		ExpectReadDenied(ctx, c, "mw.invalidate.ends-reading", opened, 8)
	})

	It("ends a transfer in progress: its memory stays as it is", Covers("mw.invalidate.in-flight"),
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			random := rand.New(rand.NewSource(GinkgoRandomSeed()))
			for seed := byte(1); seed <= 3; seed++ {
				t := newTransfer(ctx, local, peer, 512<<10, seed)
				posted := InBackground(ctx, t.begin)
				Until(ctx, "the first byte to arrive", func() bool { return Contents(t.target.Bytes[:1])[0] == seed })
				for range random.Intn(8) {
					runtime.Gosched()
				}
				t.Passive.InvalidateWindow(ctx, t.window)
				unchanged := slices.Clone(Contents(t.target.Bytes))
				<-posted
				t.expectFailure(ctx, unchanged)
			}
		})

	When("acknowledgements are on their way", func() {
		It("ends the transfer that waits for them", Covers("mw.invalidate.in-flight"), Variant("held-up"),
			func(ctx SpecContext) {
				local, peer := Local(ctx), Peer(ctx)
				if peer.Info.AdapterID == local.Info.AdapterID {
					Unobservable("the peer is the adapter under test itself")
				}
				var t *transfer
				var undo func()
				UntilArrived(ctx, "the first byte to arrive", func() (arrived func() bool, abandon func()) {
					t = newTransfer(ctx, local, peer, 2<<20, 1)
					undo = t.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
					t.begin()
					return func() bool { return Contents(t.target.Bytes[:1])[0] == 1 }, undo
				})
				t.Passive.InvalidateWindow(ctx, t.window)
				unchanged := slices.Clone(Contents(t.target.Bytes))
				undo()
				t.expectFailure(ctx, unchanged)
			})
	})

	It("can be bound to another region, and then opens only that one", Covers("mw.bound-again.other-region"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			window, first, opened := bound(ctx, c, nd2.AllowWrite)
			c.Passive.InvalidateWindow(ctx, window)
			second := c.Passive.Memory
			c.Passive.BindWindow(ctx, window, second, 10, 100, nd2.AllowWrite)
			data := c.Active.Memory.Fill(0, 100, 0x24)
			Expect(c.Active.Store(ctx, second.Through(window).At(10), 100)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(second.Bytes[10:110]).To(HoldBytes(data))
			opened.Token = window.GetRemoteToken()
			ExpectWriteDenied(ctx, c, "mw.bounds.write", opened, 8, first.Bytes)
		})

	It("can be bound to another queue pair, whose peer can then use it", Covers("mw.bound-again.other-queue-pair"),
		func(ctx SpecContext) {
			one, two := twoConnections(ctx)
			window, r, opened := bound(ctx, one, nd2.AllowWrite)
			one.Passive.InvalidateWindow(ctx, window)
			two.Passive.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			opened.Token = window.GetRemoteToken()
			data := two.Active.Memory.Fill(0, min(size, two.MaxTransfer()), 0x24)
			Expect(two.Active.Store(ctx, opened, len(data))).To(Return(nd2.Success))
			two.Settle(ctx)
			Expect(r.Bytes[before:][:len(data)]).To(HoldBytes(data))
		})

	It("is closed to those that knew its token once it has been bound to another queue pair",
		Covers("mw.invalidate.ends-writing"), Variant("bound-to-another"), func(ctx SpecContext) {
			one, two := twoConnections(ctx)
			window, r, opened := bound(ctx, one, nd2.AllowWrite)
			Expect(one.Active.Store(ctx, opened, 8)).To(Return(nd2.Success))
			one.Settle(ctx)
			one.Passive.InvalidateWindow(ctx, window)
			two.Passive.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			if window.GetRemoteToken() == opened.Token {
				Unobservable("the window has the token that it had")
			}
			one.Active.Memory.Fill(0, 8, 0x24)
			ExpectWriteDenied(ctx, one, "mw.invalidate.ends-writing", opened, 8, r.Bytes)
		})

	It("can be bound again, any number of times", Covers("mw.bound-again.often"), func(ctx SpecContext) {
		const times = 300 // more than a byte can count
		half, end := HalfTimeout(ctx)
		defer end()
		c := Accepted(ctx, Shape{})
		e, r, window := c.Passive, c.Passive.Memory, c.Passive.MemoryWindow()
		data := r.Fill(0, 1000, 0x42)
		var results, want []nd2.Result
		posted := func(returned nd2.Status, request nd2.RequestType) {
			Expect(returned).To(Return(nd2.Success))
			want = append(want, Outcome(request, 0, nd2.Success))
			if len(want)-len(results) == e.InitiatorDepth() {
				results = append(results, Result(ctx, e.Initiated))
			}
		}
		last := 0
		for ; ; last++ {
			posted(e.Bind(0, r.MemoryRegion, window, r.Bytes[last:][:100], nd2.AllowRead), nd2.RequestBind)
			if last == times-1 || last > 0 && half.Err() != nil {
				break
			}
			posted(e.Invalidate(0, window, 0), nd2.RequestInvalidate)
		}
		Expect(append(results, Results(ctx, e.Initiated, len(want)-len(results))...)).To(HaveOutcomes(want...))
		Expect(c.Active.Fetch(ctx, r.Through(window).At(last), 100)).To(Return(nd2.Success))
		Expect(c.Active.Memory.Bytes[:100]).To(HoldBytes(data[last:][:100]))
		ExpectReadDenied(ctx, c, "mw.bounds.read", r.Through(window).At(last-1), 8)
	})
})

// A transfer is a connection, with a long Write to a window of the passive end.
type transfer struct {
	*Connection
	window nd2.MemoryWindow
	target *Region
	source []nd2.SGE
}

// newTransfer prepares a Write of length bytes, or the most that a region and a request
// allow. The first byte is seed.
func newTransfer(ctx SpecContext, local, peer *Side, length int, seed byte) *transfer {
	entries := min(2, peer.Info.MaxInitiatorSGE)
	c := ConnectEnds(ctx, peer.End(Shape{InitiatorSGE: entries}), local.End(Shape{}))
	length = int(min(uintptr(length), uintptr(c.MaxTransfer()), local.Info.MaxRegistrationSize))
	t := &transfer{
		Connection: c,
		window:     local.MemoryWindow(),
		target:     local.Memory(length, AllRights),
		source:     LongList(peer, uint64(length), entries),
	}
	Pattern(t.source[0].Buffer, seed)
	t.Passive.BindWindow(ctx, t.window, t.target, 0, length, nd2.AllowWrite)
	return t
}

// begin posts the Write.
func (t *transfer) begin() {
	to := t.target.Through(t.window)
	Expect(t.Active.Write(1, t.source, to.Address, to.Token, 0)).To(Return(nd2.Success))
}

// expectFailure shows that the Write fails unless it was over, and then another Write;
// that the connection ends, and that the target is unchanged.
func (t *transfer) expectFailure(ctx SpecContext, unchanged []byte) {
	var end any = Result(ctx, t.Active.Initiated)
	if end.(nd2.Result).Status == nd2.Success {
		to := t.target.Through(t.window)
		end = EndOf(ctx, t.Active.Initiated, t.Active.Write(2, t.source[:1], to.Address, to.Token, 0))
	}
	if !ended(end) {
		Expect(end).To(ReturnAsRuled("mw.invalidate.in-flight"))
	}
	AwaitEnd(ctx, t.Connection, t.Active, t.target.Bytes)
	Expect(t.target.Bytes).To(HoldBytes(unchanged))
}

// ended reports whether a request found its connection ended: on iWARP, the request
// before may have ended it.
func ended(end any) bool {
	if result, posted := end.(nd2.Result); posted {
		return result.Status == nd2.Canceled
	}
	return SaysEnded(end.(nd2.Status))
}
