package qp

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What a request finds is what those before it have left, although none is over when it is posted. Behind a Read
// each has a fence; of two Writes, nothing says which is stored last.
var _ = Describe("Requests of an IND2QueuePair that are posted back to back to the same bytes", func() {
	DescribeTable("are carried out in their order, whichever two are behind",
		func(ctx SpecContext, first nd2.RequestType, others ...nd2.RequestType) {
			c := Connect(ctx, Shape{InitiatorDepth: 4, ReceiveDepth: 4})
			c.Active.NeedReads()
			c.Passive.NeedReads()
			b := &batch{Connection: c, length: min(some(c), Size(ctx, 8)*16, len(c.Active.Memory.Bytes)/4)}
			for range 3 {
				if slices.Contains(others, nd2.RequestBind) {
					b.free = append(b.free, c.Active.MemoryWindow())
				}
			}
			for _, second := range others {
				for _, third := range others {
					b.carryOut(ctx, []nd2.RequestType{first, second, third})
				}
			}
			if b.closed != (Remote{}) {
				ExpectReadDenied(ctx, b.Reversed(), "mw.invalidate.ends-reading", b.closed, 8)
			}
		},
		Entry("a Write", Covers("qp.write.stores", "cq.getresults.initiator-order"), Variant("batch"),
			nd2.RequestWrite, nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend),
		Entry("a Read", Covers("qp.read.fetches", "cq.getresults.initiator-order"), Variant("batch"),
			nd2.RequestRead, nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend),
		Entry("a Send", Covers("qp.send.delivers", "cq.getresults.initiator-order"), Variant("batch"),
			nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend),
		Entry("a Bind", Covers("mw.token.before-result", "cq.getresults.initiator-order-with-windows"), Variant("batch"),
			nd2.RequestBind, nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend, nd2.RequestBind, nd2.RequestInvalidate),
		Entry("an Invalidate", Covers("mw.invalidate.ends-reading", "cq.getresults.initiator-order-with-windows"),
			Variant("batch"), nd2.RequestInvalidate,
			nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend, nd2.RequestBind, nd2.RequestInvalidate))
})

// A batch is requests and an empty message behind them. Each end's memory has parts of length bytes: at the near end
// one for each request; at the far end one for all requests, and one for each message. Windows open the first near
// part.
type batch struct {
	*Connection
	length      int
	free, bound []nd2.MemoryWindow
	closed      Remote // what a window was bound to that has been invalidated
}

func (b *batch) near(part int) []byte { return b.Active.Memory.Bytes[part*b.length:][:b.length] }
func (b *batch) far(part int) []byte  { return b.Passive.Memory.Bytes[part*b.length:][:b.length] }

func (b *batch) carryOut(ctx SpecContext, kinds []nd2.RequestType) {
	b.Active.Memory.Fill(0, 3*b.length, 0x5a)
	before := b.Passive.Memory.Fill(0, 4*b.length, 0xa5)[:b.length]
	b.bindFirst(ctx, kinds)
	messages := 1
	for i, kind := range kinds {
		if kind == nd2.RequestSend {
			Expect(b.Passive.Receive(uintptr(i), b.Passive.Memory.List((1+i)*b.length, b.length))).To(Return(nd2.Success))
			messages++
		}
	}
	Expect(b.Passive.Receive(uintptr(len(kinds)), nil)).To(Return(nd2.Success))
	var want []nd2.Result
	sources, flags := []int{0, 1, 2}, nd2.OpFlags(0)
	for i, kind := range kinds {
		Expect(b.post(kind, i, sources[i], flags)).To(Return(nd2.Success))
		want = append(want, Outcome(kind, uintptr(i), nd2.Success))
		if kind == nd2.RequestRead {
			flags = nd2.ReadFence
			for behind := i + 1; behind < len(kinds); behind++ {
				sources[behind] = i
			}
		}
	}
	Expect(b.Active.Send(uintptr(len(kinds)), nil, flags)).To(Return(nd2.Success))
	want = append(want, Outcome(nd2.RequestSend, uintptr(len(kinds)), nd2.Success))
	Expect(Results(ctx, b.Active.Initiated, len(want))).To(HaveOutcomes(want...))
	for _, received := range Results(ctx, b.Passive.Receives, messages) {
		Expect(received).To(CompleteWith(nd2.Success))
	}
	b.expectLeft(kinds, sources, before)
	b.expectOpen(ctx)
}

// bindFirst binds the windows that Invalidates are for, if no Bind is before them.
func (b *batch) bindFirst(ctx SpecContext, kinds []nd2.RequestType) {
	binds := 0
	for _, kind := range kinds {
		switch {
		case kind == nd2.RequestBind:
			binds++
		case kind == nd2.RequestInvalidate && binds > 0:
			binds--
		case kind == nd2.RequestInvalidate:
			b.Active.BindWindow(ctx, b.take(), b.Active.Memory, 0, b.length, nd2.AllowRead)
		}
	}
}

// take returns a free window for the next Bind.
func (b *batch) take() nd2.MemoryWindow {
	b.bound, b.free = append(b.bound, b.free[0]), b.free[1:]
	return b.bound[len(b.bound)-1]
}

// post posts a request, which moves the bytes of a near part.
func (b *batch) post(kind nd2.RequestType, i, source int, flags nd2.OpFlags) nd2.Status {
	e, near, far := b.Active, b.Active.Memory, b.Passive.Memory.Remote()
	switch kind {
	case nd2.RequestWrite:
		return e.Write(uintptr(i), near.List(source*b.length, b.length), far.Address, far.Token, flags)
	case nd2.RequestRead:
		return e.Read(uintptr(i), near.List(i*b.length, b.length), far.Address, far.Token, flags)
	case nd2.RequestSend:
		return e.Send(uintptr(i), near.List(source*b.length, b.length), flags)
	case nd2.RequestBind:
		return e.Bind(uintptr(i), near.MemoryRegion, b.take(), b.near(0), nd2.AllowRead|flags)
	}
	window := b.bound[0]
	b.bound, b.free, b.closed = b.bound[1:], append(b.free, window), near.Through(window)
	return e.Invalidate(uintptr(i), window, flags)
}

// expectLeft goes through the requests, and looks for what each has left.
func (b *batch) expectLeft(kinds []nd2.RequestType, sources []int, before []byte) {
	stored, written := [][]byte{before}, false // any of these is there; more have been written since it was read
	for i, kind := range kinds {
		moved := slices.Clone(Contents(b.near(sources[i])))
		switch {
		case kind == nd2.RequestWrite && written:
			stored = append(stored, moved)
		case kind == nd2.RequestWrite:
			stored, written = [][]byte{moved}, true
		case kind == nd2.RequestRead:
			stored, written = [][]byte{among(stored, b.near(i))}, false
			Expect(b.near(i)).To(HoldBytes(stored[0]), "what request %d of %v has fetched", i+1, kinds)
		case kind == nd2.RequestSend:
			Expect(b.far(1+i)).To(HoldBytes(moved), "the message of request %d of %v", i+1, kinds)
		}
	}
	Expect(b.far(0)).To(HoldBytes(among(stored, b.far(0))), "what %v have stored", kinds)
}

// among returns what memory holds, but for bytes that none of these has in their places: those of the first.
func among(list [][]byte, memory []byte) []byte {
	held := slices.Clone(Contents(memory))
	for i, b := range held {
		if !slices.ContainsFunc(list, func(one []byte) bool { return i < len(one) && one[i] == b }) {
			held[i] = list[0][i]
		}
	}
	return held
}

// expectOpen shows that the windows that are bound are open, and has them invalidated.
func (b *batch) expectOpen(ctx SpecContext) {
	for _, window := range b.bound {
		Expect(b.Passive.Fetch(ctx, b.Active.Memory.Through(window), b.length)).To(Return(nd2.Success))
		Expect(b.far(0)).To(HoldBytes(b.near(0)), "what a window opens")
		b.Active.InvalidateWindow(ctx, window)
	}
	b.bound, b.free = nil, append(b.free, b.bound...)
}
