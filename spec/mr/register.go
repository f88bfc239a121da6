package mr

import (
	"context"
	"fmt"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// affordable is how many bytes a spec may ask of the machine.
const affordable = 1 << 30

var _ = Describe("IND2MemoryRegion::Register", func() {
	DescribeTable("registers a buffer",
		func(ctx SpecContext, buffer func(local *Side) []byte) {
			c := Accepted(ctx, Shape{})
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: buffer(c.Passive.Side)}
			registering := register(ctx, r.MemoryRegion, r.Bytes)
			SkipIfLacking(fmt.Sprintf("a registration of %d bytes", len(r.Bytes)), registering.Wait())
			Expect(registering).To(CompleteWith(nd2.Success))
			AtEnd(ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
			expectServes(ctx, c, r)
		},
		Entry("of one byte", Covers("mr.register.nd-success"), Variant("byte"),
			func(s *Side) []byte { return s.Buffer(1) }),
		Entry("that begins and ends anywhere", Covers("mr.register.nd-success"),
			func(s *Side) []byte { return s.Buffer(3 * 4096)[4093:][:min(4102, s.Info.MaxRegistrationSize)] }),
		Entry("of a few bytes, in two pages", Covers("mr.register.nd-success"), Variant("two-pages"),
			func(s *Side) []byte { return s.Buffer(2 * 4096)[4091:][:min(12, s.Info.MaxRegistrationSize)] }),
		Entry("that ends where a page ends", Covers("mr.register.nd-success"), Variant("page-end"),
			func(s *Side) []byte { return s.Buffer(4096)[4096-min(12, s.Info.MaxRegistrationSize):] }),
		Entry("of MaxRegistrationSize bytes", Covers("mr.register.nd-success"), Variant("most"), func(s *Side) []byte {
			return s.Buffer(int(affordableSize(s, 0)))
		}),
	)

	It("returns ND_SUCCESS, or returns ND_PENDING and completes", Covers("mr.register.nd-pending"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(largeSize(c.Passive.Side))}
		registering := register(ctx, r.MemoryRegion, r.Bytes)
		Expect(registering.Returned).To(Return(nd2.Pending, nd2.Success))
		Expect(registering).To(CompleteWith(nd2.Success))
		AtEnd(ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
		expectServes(ctx, c, r)
	})

	DescribeTable("refuses a buffer",
		func(ctx SpecContext, buffer func(local *Side) []byte) {
			local := Local(ctx)
			Expect(register(ctx, local.MemoryRegion(), buffer(local))).To(CompleteAsRuled("mr.register.nd-access-violation"))
		},
		Entry("that is nil", Covers("mr.register.no-bytes"), Variant("none"), func(*Side) []byte { return nil }),
		Entry("of no bytes", Covers("mr.register.no-bytes"), func(s *Side) []byte { return s.Buffer(4096)[:0] }),
		Entry("that is not in memory", Covers("mr.register.nd-access-violation"), func(*Side) []byte {
			header := struct {
				data          unsafe.Pointer
				length, space int
			}{nil, 4096, 4096}
			return *(*[]byte)(unsafe.Pointer(&header))
		}),
		Entry("whose end is not in memory", Covers("mr.register.nd-access-violation"), Variant("tail"), func(s *Side) []byte {
			size := int(min(4096, s.Info.MaxRegistrationSize))
			if size < 2 {
				Unobservable("a registration of one byte has no two parts")
			}
			return Torn(s, size/2, size-size/2)
		}),
	)

	It("returns ND_INVALID_PARAMETER for a buffer larger than MaxRegistrationSize",
		Covers("mr.register.nd-invalid-parameter"), func(ctx SpecContext) {
			local := Local(ctx)
			Expect(register(ctx, local.MemoryRegion(),
				local.Buffer(int(affordableSize(local, 1))))).To(CompleteWith(nd2.InvalidParameter))
		})

	It("fails for a region that holds a registration, and leaves the registration as it was",
		Covers("mr.register.one-buffer"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := c.Passive.Register(c.Passive.Buffer(4096), AllRights)
			Expect(registerFor(ctx, r, c.Passive.Buffer(8192), nd2.AllowLocalWrite).Wait()).To(ReturnFailure())
			expectServes(ctx, c, r)
			Expect(c.Active.Store(ctx, r.Remote(), 1)).To(Return(nd2.Success))
		})

	It("registers another buffer when the region has refused one", Covers("mr.register.refused-then-usable"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
			Expect(register(ctx, r.MemoryRegion, nil).Wait()).To(ReturnFailure())
			Expect(register(ctx, r.MemoryRegion, r.Bytes)).To(CompleteWith(nd2.Success))
			AtEnd(ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
			expectServes(ctx, c, r)
		})

	It("registers memory while a connection is being made, and the connection can use it",
		Covers("mr.register.while-connecting"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			var give []func() // a resource had once must be available again
			for range 2 {
				r, release := a.Passive.OwnMemoryRegion()
				Expect(register(ctx, r, a.Passive.Buffer(4096))).To(CompleteWith(nd2.Success))
				give = append(give, func() {
					Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.Success))
					release()
				})
			}
			for _, back := range give {
				back()
			}
			connect := a.Request(nil)
			Enough(ctx)
			r := a.Passive.Register(a.Passive.Buffer(4096), AllRights)
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			later := a.Passive.Register(a.Passive.Buffer(4096), AllRights)
			c := a.Finish(accept)
			expectServes(ctx, c, r)
			expectServes(ctx, c, later)
		})

	It("succeeds beside other registrations that are in progress", Covers("mr.register.several-at-once"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			var regions [3]*Region
			var registering [len(regions)]*Operation
			for i := range regions {
				regions[i] = &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(largeSize(c.Passive.Side))}
				registering[i] = register(ctx, regions[i].MemoryRegion, regions[i].Bytes)
			}
			for i, r := range regions {
				SkipIfLacking("several registrations", registering[i].Wait())
				Expect(registering[i]).To(CompleteWith(nd2.Success))
				AtEnd(ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
			}
			for _, r := range regions {
				expectServes(ctx, c, r)
			}
		})

	It("returns ND_INSUFFICIENT_RESOURCES when the adapter is out of resources",
		Covers("mr.register.nd-insufficient-resources"), func(ctx SpecContext) {
			local := Local(ctx)
			r, buffer := local.MemoryRegion(), local.Buffer(4096)
			local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2MemoryRegion::Register"})
			Expect(register(ctx, r, buffer)).To(CompleteWith(nd2.InsufficientResources))
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("mr.register.nd-device-removed"),
		func(ctx SpecContext) {
			local := Local(ctx)
			r, buffer := local.MemoryRegion(), local.Buffer(4096)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(register(ctx, r, buffer)).To(CompleteWith(nd2.DeviceRemoved))
		})
})

// register starts a registration with all rights.
func register(ctx SpecContext, r nd2.MemoryRegion, buffer []byte) *Operation {
	return Start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(buffer, AllRights, o) })
}

// largeSize is a buffer size for which a provider may take its time.
func largeSize(s *Side) int { return int(min(4<<20, s.Info.MaxRegistrationSize)) }

// affordableSize is MaxRegistrationSize plus more. The spec is skipped if that is too
// much for a machine.
func affordableSize(s *Side, more uint64) uint64 {
	if uint64(s.Info.MaxRegistrationSize) > affordable {
		Unobservable("no machine can be asked for MaxRegistrationSize bytes")
	}
	return uint64(s.Info.MaxRegistrationSize) + more
}

// expectServes shows that a region of the passive end can be received into, at its
// first byte and its last.
func expectServes(ctx SpecContext, c *Connection, r *Region) {
	for _, offset := range []int{0, len(r.Bytes) - 1} {
		Expect(c.Passive.Receive(1, r.List(offset, 1))).To(Return(nd2.Success))
		Overwrite(c.Active.Memory.Bytes, []byte{0x77})
		Expect(c.Active.Send(2, c.Active.Memory.List(0, 1), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(r.Bytes[offset:offset+1]).To(HoldBytes([]byte{0x77}), "the byte at %d of %d", offset, len(r.Bytes))
	}
}
