package mw

import (
	"bytes"
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// The owner of a window may reuse its memory once an Invalidate has completed. So a Read in
// progress fails, or returns bytes from before.
var _ = Describe("An IND2MemoryWindow that was invalidated during Reads", func() {
	It("gives away nothing that is written to the memory afterwards",
		Covers("mw.invalidate.in-flight", "mw.invalidate.ends-reading"), Variant("read"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			for range 3 {
				r := newReading(ctx, local, peer)
				n := 0
				posted := InBackground(ctx, func() { n = r.begin() })
				Until(ctx, "the first byte to arrive", func() bool { return Contents(r.Active.Memory.Bytes[:1])[0] == inTime })
				r.invalidate(ctx)
				<-posted
				r.expectFailure(ctx, n)
			}
		})

	When("the first of the Reads has not been answered yet", func() {
		It("lets the Reads behind it fetch nothing that is written afterwards",
			Covers("mw.invalidate.in-flight", "mw.invalidate.ends-reading"), Variant("read-held-up"), func(ctx SpecContext) {
				local, peer := Local(ctx), Peer(ctx)
				if peer.Info.AdapterID == local.Info.AdapterID {
					Unobservable("the peer is the adapter under test itself")
				}
				r := newReading(ctx, local, peer)
				undo := r.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
				n := r.begin()
				r.invalidate(ctx)
				undo()
				r.expectFailure(ctx, n)
			})
	})
})

// The content of a window's memory until the Invalidate has completed, and of its end from then
// on. What a failed Read leaves is undocumented, and will not be tooLate by chance.
const inTime, tooLate = byte(0x11), "too late"

// A reading is a connection whose active end Reads through a window of the passive end.
type reading struct {
	*Connection
	window nd2.MemoryWindow
	source *Region
}

// newReading prepares Reads of 512 KiB each, or the most that a region and a request allow. One
// at a time is in progress, so that the others wait for it.
func newReading(ctx context.Context, local, peer *Side) *reading {
	const long = 512 << 10
	size := int(min(long, uint64(local.Info.MaxTransferLength), uint64(peer.Info.MaxTransferLength),
		uint64(local.Info.MaxRegistrationSize), uint64(peer.Info.MaxRegistrationSize)))
	shape := Shape{MemorySize: size, InboundReads: 1, OutboundReads: 1}
	r := &reading{
		Connection: ConnectEnds(ctx, peer.End(shape), local.End(Shape{InboundReads: 1, OutboundReads: 1})),
		window:     local.MemoryWindow(),
		source:     local.Memory(size, AllRights),
	}
	Overwrite(r.source.Bytes, bytes.Repeat([]byte{inTime}, size))
	r.Passive.BindWindow(ctx, r.window, r.source, 0, size, nd2.AllowRead)
	return r
}

// begin posts Reads of the whole window, one after the other to the same memory, and returns
// their count: after the connection's end, calls are refused.
func (r *reading) begin() (n int) {
	const several = 4
	for n < min(several, r.Active.InitiatorDepth()) {
		returned := r.post(uintptr(n))
		if n > 0 && SaysEnded(returned) {
			break
		}
		Expect(returned).To(Return(nd2.Success))
		n++
	}
	return n
}

func (r *reading) post(context uintptr) nd2.Status {
	from := r.source.Through(r.window)
	return r.Active.Read(context, r.Active.Memory.List(0, len(r.source.Bytes)), from.Address, from.Token, 0)
}

// invalidate makes the owner invalidate the window, and then reuse the end of the memory, which a
// Read in progress reaches last.
func (r *reading) invalidate(ctx context.Context) {
	r.Passive.InvalidateWindow(ctx, r.window)
	end := r.source.Bytes[len(r.source.Bytes)-min(4096, len(r.source.Bytes)):]
	Overwrite(end, bytes.Repeat([]byte(tooLate), 1+len(end)/len(tooLate))[:len(end)])
}

// expectFailure shows that n Reads fail, except those already over, and the next Read if all
// were; that the connection ends, and that no later byte was read.
func (r *reading) expectFailure(ctx context.Context, n int) {
	var end any
	for _, result := range Results(ctx, r.Active.Initiated, n) {
		if end == nil && result.Status != nd2.Success {
			end = result
		}
	}
	if end == nil {
		end = EndOf(ctx, r.Active.Initiated, r.post(uintptr(n)))
	}
	if !ended(end) {
		Expect(end).To(ReturnAsRuled("mw.invalidate.ends-reading"))
	}
	AwaitEnd(ctx, r.Connection, r.Active)
	Expect(bytes.Count(Contents(r.Active.Memory.Bytes), []byte(tooLate))).To(BeZero(),
		"words that were read after the Invalidate had completed")
}
