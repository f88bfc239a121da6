package mr

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Every set of rights opens all that each of them opens alone.
var _ = Describe("The rights of an IND2MemoryRegion", func() {
	It("open what each opens alone, whatever others a region has", Covers("mr.rights.combined"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{MemorySize: longUse})
			c.Settle(ctx) // on iWARP the active side sends first
			for _, rights := range everyRights() {
				r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(longUse)}
				Expect(registerFor(ctx, r.MemoryRegion, r.Bytes, rights)).To(CompleteWith(nd2.Success), "for %v", rights)
				for _, size := range []int{64, min(longUse, c.MaxTransfer())} {
					expectOpened(ctx, c, r, rights, size)
				}
				deregistered(ctx, r)
			}
		})

	It("are those of the latest registration, of a region that is registered anew with others each time",
		Covers("mr.rights.combined"), Variant("registered-anew"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{MemorySize: longUse})
			c.Settle(ctx)
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(longUse)}
			for _, rights := range everyRights() {
				registering := registerFor(ctx, r.MemoryRegion, r.Bytes, rights)
				if registering.Wait() != nd2.Success {
					Unobservable("the provider registers with a region once")
				}
				for _, size := range []int{64, min(longUse, c.MaxTransfer())} {
					expectOpened(ctx, c, r, rights, size)
				}
				deregistered(ctx, r)
			}
		})
})

// longUse is a length that no packet can carry, in bytes.
const longUse = 9001

// everyRights lists every nonempty set of rights, with and without ND_MR_FLAG_DO_NOT_SECURE_VM.
func everyRights() (list []nd2.RegionFlags) {
	for set := range nd2.RegionFlags(32) {
		var rights nd2.RegionFlags
		for i, right := range []nd2.RegionFlags{
			nd2.AllowRemoteWrite, nd2.AllowRemoteRead, nd2.AllowLocalWrite, nd2.RDMAReadSink, nd2.DoNotSecureVM,
		} {
			if set>>i&1 != 0 {
				rights |= right
			}
		}
		if rights&^nd2.DoNotSecureVM != 0 && set&5 != 5 { // remote write includes local write
			list = append(list, rights)
		}
	}
	return list
}

// expectOpened shows that size bytes of a passive end's region may be used for all of its rights.
func expectOpened(ctx context.Context, c *Connection, r *Region, rights nd2.RegionFlags, size int) {
	reads := c.Active.Info.MaxOutboundReadLimit > 0 && c.Passive.Info.MaxInboundReadLimit > 0
	sinks := c.Passive.Info.MaxOutboundReadLimit > 0 && c.Active.Info.MaxInboundReadLimit > 0
	has := func(right nd2.RegionFlags) bool { return rights&right == right }
	holds := func(where *Region, data []byte, use string) {
		Expect(where.Bytes[:size]).To(HoldBytes(data), "%s with %v", use, rights)
	}
	data := r.Fill(0, size, byte(rights))
	expectMessage(ctx, c.Passive, c.Active, r.List(0, size), c.Active.Memory.List(0, size), rights)
	holds(c.Active.Memory, data, "what was sent from a region")
	if has(nd2.AllowRemoteRead) && reads {
		Clear(c.Active.Memory.Bytes[:size])
		Expect(c.Active.Fetch(ctx, r.Remote(), size)).To(Return(nd2.Success), "a Read of a region with %v", rights)
		holds(c.Active.Memory, data, "what was read from a region")
	}
	if has(nd2.AllowRemoteWrite) {
		data = c.Active.Memory.Fill(0, size, 0x24)
		Expect(c.Active.Store(ctx, r.Remote(), size)).To(Return(nd2.Success), "a Write to a region with %v", rights)
		c.Settle(ctx)
		holds(r, data, "what was written to a region")
	}
	if has(nd2.AllowLocalWrite) {
		data = c.Active.Memory.Fill(0, size, 0x42)
		expectMessage(ctx, c.Active, c.Passive, c.Active.Memory.List(0, size), r.List(0, size), rights)
		holds(r, data, "what was received into a region")
	}
	if has(nd2.AllowLocalWrite|nd2.RDMAReadSink) && sinks {
		data = c.Active.Memory.Fill(0, size, 0x63)
		from := c.Active.Memory.Remote()
		Expect(c.Passive.Read(1, r.List(0, size), from.Address, from.Token, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success), fmt.Sprintf("a Read with %v", rights))
		holds(r, data, "what was fetched into a region")
	}
}

// expectMessage sends a message from one end to the other.
func expectMessage(ctx context.Context, from, to *End, source, target []nd2.SGE, rights nd2.RegionFlags) {
	Expect(to.Receive(1, target)).To(Return(nd2.Success))
	Expect(from.Send(1, source, 0)).To(Return(nd2.Success))
	Expect(Result(ctx, from.Initiated)).To(CompleteWith(nd2.Success), "a message, of a region with %v", rights)
	Expect(Result(ctx, to.Receives)).To(CompleteWith(nd2.Success), "a message, of a region with %v", rights)
}
