package qp

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Every set of flags that a request may have, with data and without.
var _ = Describe("Each flag of an IND2QueuePair's request has its effect beside every set of others,", func() {
	const silent, fence, solicit, inline = nd2.SilentSuccess, nd2.ReadFence, nd2.SendAndSolicitEvent, nd2.Inline

	It("of a Send", Covers("qp.send.flags-combined"), Variant("every-set"), func(ctx SpecContext) {
		f := newFlagged(ctx)
		for _, flags := range subsets(f.possible(silent, fence, solicit, inline)...) {
			f.send(ctx, flags, 0)
			f.send(ctx, flags, 8)
		}
	})

	It("of a Write", Covers("qp.write.flags-combined"), Variant("every-set"), func(ctx SpecContext) {
		f := newFlagged(ctx)
		for _, flags := range subsets(f.possible(silent, fence, inline)...) {
			f.write(ctx, flags, 0)
			f.write(ctx, flags, 8)
		}
	})

	It("of a Read", Covers("qp.read.flags-combined"), Variant("every-set"), func(ctx SpecContext) {
		f := newFlagged(ctx)
		for _, flags := range subsets(silent, fence) {
			f.read(ctx, flags, 0)
			f.read(ctx, flags, 8)
		}
	})

	It("of a Bind and an Invalidate", Covers("qp.bind.flags-combined", "qp.invalidate.flags-combined"),
		Variant("every-set"), func(ctx SpecContext) {
			f := newFlagged(ctx)
			window, both := f.Active.MemoryWindow(), subsets(silent, fence)
			for i, flags := range subsets(silent, fence, nd2.AllowRead, nd2.AllowWrite) {
				if flags&(nd2.AllowRead|nd2.AllowWrite) != 0 {
					f.bind(ctx, window, flags)
					f.invalidate(ctx, window, both[i%len(both)])
				}
			}
		})
})

// subsets lists every set of flags.
func subsets(flags ...nd2.OpFlags) (sets []nd2.OpFlags) {
	for set := range 1 << len(flags) {
		var all nd2.OpFlags
		for i, flag := range flags {
			if set>>i&1 != 0 {
				all |= flag
			}
		}
		sets = append(sets, all)
	}
	return sets
}

// flagged is a connection whose active end posts requests with flags, one at a time.
type flagged struct {
	*Connection
	// buffer is memory that no adapter knows of.
	buffer []byte
	// waiting is a request for a notification of a solicited result at the passive end, if there is one.
	waiting *Operation
	turn    byte
}

func newFlagged(ctx context.Context) *flagged {
	local := Local(ctx)
	e := local.End(local.Attainable(Shape{InlineSize: min(8, local.Info.MaxInlineDataSize)}))
	e.NeedRequests(2)
	f := &flagged{Connection: ConnectEnds(ctx, e, Peer(ctx).End(Shape{})), buffer: e.Buffer(8)}
	f.Settle(ctx)
	return f
}

// possible leaves out the flag of inline data where the adapter has none.
func (f *flagged) possible(flags ...nd2.OpFlags) []nd2.OpFlags {
	return slices.DeleteFunc(flags, func(flag nd2.OpFlags) bool {
		return flag == nd2.Inline && f.Active.Info.MaxInlineDataSize == 0
	})
}

// source returns size new bytes to carry, and their list. Inline data is as long as can be, and not registered.
func (f *flagged) source(flags nd2.OpFlags, size int) (data []byte, list []nd2.SGE) {
	f.turn++
	if flags&nd2.Inline == 0 {
		return f.Active.Memory.Fill(0, size, f.turn), f.Active.Memory.List(0, size)[:min(1, size)]
	}
	part := f.buffer[:min(size, int(f.Active.Info.MaxInlineDataSize))]
	Pattern(part, f.turn)
	return slices.Clone(Contents(part)), []nd2.SGE{{Buffer: part}}[:min(1, len(part))]
}

// posted shows that a request was taken, and yields its result unless it is silent. Inline data is copied by then.
func (f *flagged) posted(ctx context.Context, kind nd2.RequestType, flags nd2.OpFlags, returned nd2.Status) {
	const marker = 99
	Expect(returned).To(Return(nd2.Success))
	Clear(f.buffer)
	Expect(f.Active.Touch(marker, f.Passive.Memory)).To(Return(nd2.Success))
	want := []nd2.Result{Outcome(kind, uintptr(f.turn), nd2.Success), Outcome(nd2.RequestWrite, marker, nd2.Success)}
	if flags&nd2.SilentSuccess != 0 {
		want = want[1:]
	}
	Expect(Results(ctx, f.Active.Initiated, len(want))).To(HaveOutcomes(want...))
}

func (f *flagged) send(ctx context.Context, flags nd2.OpFlags, size int) {
	if f.waiting == nil {
		queue := f.Passive.Receives
		f.waiting = Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifySolicited, o) })
	}
	data, list := f.source(flags, size)
	Expect(f.Passive.Receive(1, f.Passive.Memory.List(0, 8))).To(Return(nd2.Success))
	f.posted(ctx, nd2.RequestSend, flags, f.Active.Send(uintptr(f.turn), list, flags))
	Expect(Result(ctx, f.Passive.Receives)).To(CompleteWith(nd2.Success))
	Expect(f.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
	if flags&nd2.SendAndSolicitEvent == 0 {
		Expect(f.waiting).To(BePending())
		return
	}
	Expect(f.waiting).To(CompleteWith(nd2.Success))
	f.waiting = nil
}

func (f *flagged) write(ctx context.Context, flags nd2.OpFlags, size int) {
	data, list := f.source(flags, size)
	to := f.Passive.Memory.Remote()
	f.posted(ctx, nd2.RequestWrite, flags, f.Active.Write(uintptr(f.turn), list, to.Address, to.Token, flags))
	f.Settle(ctx) // a message behind it: on iWARP a result of a Write says nothing of its arrival
	Expect(f.Passive.Memory.Bytes[:len(data)]).To(HoldBytes(data))
}

func (f *flagged) read(ctx context.Context, flags nd2.OpFlags, size int) {
	f.turn++
	data, from := f.Passive.Memory.Fill(0, size, f.turn), f.Passive.Memory.Remote()
	list := f.Active.Memory.List(0, size)[:min(1, size)]
	f.posted(ctx, nd2.RequestRead, flags, f.Active.Read(uintptr(f.turn), list, from.Address, from.Token, flags))
	Expect(f.Active.Memory.Bytes[:size]).To(HoldBytes(data))
}

func (f *flagged) bind(ctx context.Context, window nd2.MemoryWindow, flags nd2.OpFlags) {
	f.turn++
	e, r := f.Active, f.Active.Memory
	f.posted(ctx, nd2.RequestBind, flags, e.Bind(uintptr(f.turn), r.MemoryRegion, window, r.Bytes[:64], flags))
	if flags&nd2.AllowRead != 0 {
		data := r.Fill(0, 8, f.turn)
		Expect(f.Passive.Fetch(ctx, r.Through(window), 8)).To(Return(nd2.Success))
		Expect(f.Passive.Memory.Bytes[:8]).To(HoldBytes(data))
	}
	if flags&nd2.AllowWrite != 0 {
		data := f.Passive.Memory.Fill(0, 8, f.turn+1)
		Expect(f.Passive.Store(ctx, r.Through(window), 8)).To(Return(nd2.Success))
		f.Settle(ctx)
		Expect(r.Bytes[:8]).To(HoldBytes(data))
	}
}

func (f *flagged) invalidate(ctx context.Context, window nd2.MemoryWindow, flags nd2.OpFlags) {
	f.turn++
	f.posted(ctx, nd2.RequestInvalidate, flags, f.Active.Invalidate(uintptr(f.turn), window, flags))
}
