package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2MemoryRegion::Deregister", func() {
	It("lets no byte change once it has completed, even if a peer goes on writing", Covers("mr.deregister.in-flight"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := c.Passive.Register(c.Passive.Buffer(4096), AllRights)
			to := r.Remote()
			c.Active.Memory.Fill(0, 4096, 0x42)
			Expect(c.Active.Store(ctx, to, 1)).To(Return(nd2.Success))
			writing := InBackground(ctx, func() {
				Until(ctx, "a Write to fail", func() bool {
					return StatusOf(ctx, c.Active.Initiated,
						c.Active.Write(1, c.Active.Memory.List(0, 4096), to.Address, to.Token, 0)) != nd2.Success
				})
			})
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			mine := r.Fill(0, 4096, 0x24)
			<-writing
			Expect(r.Bytes).To(HoldBytes(mine))
		})

	It("lets no message in once it has completed, even if a Receive into the region is posted",
		Covers("mr.deregister.in-flight"), Variant("receive"), func(ctx SpecContext) {
			const size = 100
			c := Accepted(ctx, Shape{})
			r := c.Passive.Register(c.Passive.Buffer(4096), AllRights)
			Expect(c.Passive.Receive(1, r.List(0, size))).To(Return(nd2.Success))
			deregister := Start(ctx, r.MemoryRegion, r.Deregister)
			if !deregister.Done() {
				Unobservable("the provider takes its time, and may wait for the Receive")
			}
			Expect(deregister).To(CompleteWith(nd2.Success))
			mine := r.Fill(0, 4096, 0x24)
			c.Active.Memory.Fill(0, size, 0x42)
			Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
			Result(ctx, c.Passive.Receives)
			Expect(r.Bytes).To(HoldBytes(mine))
		})
})
