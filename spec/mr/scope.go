package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The tokens of an IND2MemoryRegion", func() {
	It("work for a peer just as they were sent to it", Covers("mr.token.as-sent"), func(ctx SpecContext) {
		ExpectUsableAsSent(ctx, func(c *Connection) uint32 { return c.Active.Memory.GetRemoteToken() })
	})

	It("stay the same as long as it is registered", Covers("mr.token.stable"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		r := c.Active.Memory
		local, remote := r.GetLocalToken(), r.GetRemoteToken()
		for range 4 {
			c.Active.Side.Memory(4096, AllRights)
			c.Settle(ctx)
			Expect(r.GetLocalToken()).To(Equal(local), "GetLocalToken")
			Expect(r.GetRemoteToken()).To(Equal(remote), "GetRemoteToken")
		}
	})
})

var _ = Describe("An IND2MemoryRegion", func() {
	It("serves every queue pair of its adapter, and their peers", Covers("mr.scope.every-queue-pair"),
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			earlier := local.Memory(4096, AllRights)
			one := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{}))
			two := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{}))
			later := local.Memory(4096, AllRights)
			seed := byte(0)
			for _, r := range []*Region{earlier, later} {
				for _, c := range []*Connection{one, two} {
					seed++
					data := c.Active.Memory.Fill(0, 100, seed)
					Expect(c.Active.Store(ctx, r.Remote(), 100)).To(Return(nd2.Success))
					c.Settle(ctx)
					Expect(r.Bytes[:100]).To(HoldBytes(data))

					data = r.Fill(0, 100, ^seed)
					Expect(c.Active.Receive(1, c.Active.Memory.List(0, 100))).To(Return(nd2.Success))
					Expect(c.Passive.Send(1, r.List(0, 100), 0)).To(Return(nd2.Success))
					Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
					Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
					Expect(c.Active.Memory.Bytes[:100]).To(HoldBytes(data))
				}
			}
		})

	It("has its own rights and lasts until its own Deregister when its buffer is also registered with others",
		Covers("mr.scope.registered-again"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			e := c.Passive
			buffer := e.Buffer(4096)
			first := e.Register(buffer, AllRights)
			readable := e.Register(buffer, nd2.AllowRemoteRead)
			part := e.Register(buffer[100:200], nd2.AllowRemoteWrite)
			Expect(c.Active.Store(ctx, first.Remote(), 100)).To(Return(nd2.Success))
			c.Settle(ctx) // on iWARP the Write ends before its data is there
			Expect(Start(ctx, first.MemoryRegion, first.Deregister)).To(CompleteWith(nd2.Success))

			data := c.Active.Memory.Fill(0, 100, 0x42)
			Expect(c.Active.Store(ctx, part.Remote(), 100)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(buffer[100:200]).To(HoldBytes(data))
			Expect(c.Active.Receive(1, c.Active.Memory.List(200, 50))).To(Return(nd2.Success))
			Expect(c.Passive.Send(1, readable.List(100, 50), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
			Expect(c.Active.Memory.Bytes[200:250]).To(HoldBytes(data[:50]))
			Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))

			c.Active.Memory.Fill(0, 100, 0x24)
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", readable.Remote(), 100, buffer)
		})
})
