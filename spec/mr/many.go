package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// An adapter reuses the places of registrations: a byte may count how often.
var _ = Describe("An IND2MemoryRegion, when 300 others have been registered and deregistered,", func() {
	const many = 300

	// others registers and deregisters a buffer many times, and returns its remote view each time.
	others := func(ctx SpecContext, s *Side, again func()) (buffer []byte, old []Remote) {
		buffer = s.Buffer(64)
		half, end := HalfTimeout(ctx)
		defer end()
		for i := 0; i < many && half.Err() == nil; i++ {
			region, release := s.OwnMemoryRegion()
			r := &Region{MemoryRegion: region, Bytes: buffer}
			registered(ctx, r)
			old = append(old, r.Remote())
			deregistered(ctx, r)
			release()
			if i%50 == 0 {
				again()
			}
		}
		return buffer, old
	}

	It("serves as before", Covers("mr.deregister.own-region-only"), Variant("many"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		live := c.Passive.Memory
		tokens := [2]uint32{live.GetLocalToken(), live.GetRemoteToken()}
		seed := byte(0)
		serve := func() {
			seed++
			data := c.Active.Memory.Fill(0, 64, seed)
			Expect(c.Active.Store(ctx, live.Remote(), 64)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(live.Bytes[:64]).To(HoldBytes(data))
		}
		others(ctx, c.Passive.Side, serve)
		serve()
		Expect([2]uint32{live.GetLocalToken(), live.GetRemoteToken()}).To(Equal(tokens), "the region's tokens")
	})

	DescribeTable("is closed to whoever has the token of another, be it",
		func(ctx SpecContext, of func(old []Remote) Remote) {
			c := Accepted(ctx, Shape{})
			live := c.Passive.Memory
			buffer, old := others(ctx, c.Passive.Side, func() {})
			to := Remote{Address: live.Address(0), Token: of(old).Token}
			if to.Token == live.GetRemoteToken() {
				Unobservable("regions that were registered at the same time had the same token")
			}
			c.Active.Memory.Fill(0, 64, 0x24)
			ExpectWriteDenied(ctx, c, "mr.deregister.ends-remote-writing", to, 64, live.Bytes, buffer)
		},
		Entry("the first", Covers("mr.deregister.ends-remote-writing"), Variant("many-first"),
			func(old []Remote) Remote { return old[0] }),
		Entry("the last", Covers("mr.deregister.ends-remote-writing"), Variant("many-last"),
			func(old []Remote) Remote { return old[len(old)-1] }))

	It("leaves the memory of the others closed", Covers("mr.deregister.ends-remote-writing"), Variant("many"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			buffer, old := others(ctx, c.Passive.Side, func() {})
			c.Active.Memory.Fill(0, 64, 0x24)
			ExpectWriteDenied(ctx, c, "mr.deregister.ends-remote-writing", old[len(old)/2], 64, buffer)
		})
})

var _ = Describe("IND2MemoryRegion::Register, when many regions were released that had not been registered,", func() {
	It("opens each of several buffers", Covers("mr.register.nd-success"), Variant("others-unregistered"),
		func(ctx SpecContext) {
			const many, several, size = 600, 16, 64
			c := Accepted(ctx, Shape{})
			side := c.Passive.Side
			half, end := HalfTimeout(ctx)
			defer end()
			for i := 0; i < many && half.Err() == nil; i++ {
				_, release := side.OwnMemoryRegion()
				release()
			}
			var regions []*Region
			for range several {
				regions = append(regions, side.Memory(size, AllRights))
			}
			for i, r := range regions {
				data := c.Active.Memory.Fill(0, size, byte(i))
				Expect(c.Active.Store(ctx, r.Remote(), size)).To(Return(nd2.Success))
				c.Settle(ctx)
				Expect(r.Bytes[:size]).To(HoldBytes(data))
			}
		})
})

var _ = Describe("An IND2MemoryRegion among many", func() {
	It("keeps the rights that it was registered with", Covers("mr.rights.no-remote-write", "mr.register.nd-success"),
		Variant("among-many"), func(ctx SpecContext) {
			const many, size = 40, 64 // more than a word has bits
			c := Accepted(ctx, Shape{})
			open, closed := c.Passive.Memory, c.Passive.MemoryWith(size, 0)
			for range many {
				c.Passive.MemoryWith(size, 0)
			}
			data := c.Active.Memory.Fill(0, size, 0x24)
			Expect(c.Active.Store(ctx, open.Remote(), size)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(open.Bytes[:size]).To(HoldBytes(data))
			for range many {
				c.Passive.MemoryWith(size, AllRights)
			}
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", closed.Remote(), size, closed.Bytes)
		})
})

var _ = Describe("An IND2MemoryRegion that many queue pairs use", func() {
	It("serves the peer of each", Covers("mr.register.nd-success"), Variant("many-queue-pairs"), LongTimeout,
		func(ctx SpecContext) {
			const many, size = 40, 64 // more than a word has bits
			local, peer := Local(ctx), Peer(ctx)
			small := Shape{ReceiveDepth: 1, InitiatorDepth: 1, MemorySize: 4096}
			region := local.Memory(many*size, AllRights)
			for i := range many {
				c := ConnectEnds(ctx, peer.End(small), local.End(small))
				data := c.Active.Memory.Fill(0, size, byte(i))
				Expect(c.Active.Store(ctx, region.Remote().At(i*size), size)).To(Return(nd2.Success))
				c.Settle(ctx)
				Expect(region.Bytes[i*size:][:size]).To(HoldBytes(data))
			}
		})
})
