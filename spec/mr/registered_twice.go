package mr

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// part is how many bytes of a region these specs move.
const part = 100

// registerFor registers a buffer with rights.
func registerFor(ctx context.Context, r nd2.MemoryRegion, buffer []byte, rights nd2.RegionFlags) *Operation {
	return Start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(buffer, rights, o) })
}

// A provider may keep registrations for reuse, for the same buffer or object. What a
// token opens must not depend on that.
var _ = Describe("The rights of an IND2MemoryRegion whose buffer is also registered with another", func() {
	// twice registers a buffer with two regions of the passive end.
	twice := func(ctx SpecContext, c *Connection, first, second nd2.RegionFlags) (one, two *Region) {
		one = c.Passive.Register(c.Passive.Buffer(4096), first)
		two = &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: one.Bytes}
		if registerFor(ctx, two.MemoryRegion, two.Bytes, second).Wait() != nd2.Success {
			Unobservable("the provider registers a buffer once")
		}
		AtEnd(ctx, func(ctx context.Context) { Start(ctx, two.MemoryRegion, two.Deregister).Wait() })
		return one, two
	}
	const readable = nd2.AllowLocalWrite | nd2.AllowRemoteRead

	It("are not those of the earlier one", Covers("mr.rights.no-remote-write"), Variant("registered-twice"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			_, two := twice(ctx, c, AllRights, readable)
			c.Active.Memory.Fill(0, part, 0x24)
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", two.Remote(), part, two.Bytes)
		})

	It("are not those of the later one", Covers("mr.rights.no-remote-write"), Variant("registered-twice-first"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			one, _ := twice(ctx, c, readable, AllRights)
			c.Active.Memory.Fill(0, part, 0x24)
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", one.Remote(), part, one.Bytes)
		})

	It("outlast the Deregister of the other, as does its own token", Covers("mr.rights.remote-read-alone"),
		Variant("registered-twice"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			for _, rights := range []nd2.RegionFlags{nd2.AllowRemoteRead, AllRights} {
				one, two := twice(ctx, c, AllRights, rights)
				data := two.Fill(0, part, 0x42)
				Expect(c.Active.Fetch(ctx, two.Remote(), part)).To(Return(nd2.Success))
				Expect(Start(ctx, one.MemoryRegion, one.Deregister)).To(CompleteWith(nd2.Success))
				c.Active.Memory.Fill(0, part, 0x24)
				Expect(c.Active.Fetch(ctx, two.Remote(), part)).To(Return(nd2.Success))
				Expect(c.Active.Memory.Bytes[:part]).To(HoldBytes(data))
			}
		})
})

var _ = Describe("The rights of an IND2MemoryRegion that is registered again after its Deregister", func() {
	// anew registers a region of the passive end with all rights, and then with some.
	anew := func(ctx SpecContext, c *Connection, rights nd2.RegionFlags) *Region {
		r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
		Expect(registerFor(ctx, r.MemoryRegion, r.Bytes, AllRights)).To(CompleteWith(nd2.Success))
		Expect(c.Active.Store(ctx, r.Remote(), part)).To(Return(nd2.Success))
		c.Settle(ctx)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
		if registerFor(ctx, r.MemoryRegion, r.Bytes, rights).Wait() != nd2.Success {
			Unobservable("the provider registers with a region once")
		}
		AtEnd(ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
		return r
	}

	It("include no remote read from before", Covers("mr.rights.no-remote-read"), Variant("registered-anew"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			ExpectReadDenied(ctx, c, "mr.rights.no-remote-read", anew(ctx, c, nd2.AllowLocalWrite|nd2.AllowRemoteWrite).Remote(),
				part)
		})

	It("include no remote write from before", Covers("mr.rights.no-remote-write"), Variant("registered-anew"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := anew(ctx, c, nd2.AllowLocalWrite|nd2.AllowRemoteRead)
			c.Active.Memory.Fill(0, part, 0x24)
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", r.Remote(), part, r.Bytes)
		})

	It("include no local write from before", Covers("mr.rights.no-local-write"), Variant("registered-anew"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := anew(ctx, c, nd2.AllowRemoteRead)
			before := r.Fill(0, part, 0x42)
			expectReceiveDenied(ctx, c, "mr.rights.no-local-write", r.List(0, part))
			Expect(r.Bytes[:part]).To(HoldBytes(before))
		})
})
