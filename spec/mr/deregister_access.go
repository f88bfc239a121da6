package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("An IND2MemoryRegion that was deregistered", func() {
	// gone registers and deregisters a region; its old tokens are used.
	gone := func(ctx SpecContext, e *End) (r *Region, remote Remote, list []nd2.SGE) {
		r = e.Register(e.Buffer(4096), AllRights)
		r.Fill(0, 100, 0x42)
		remote, list = r.Remote(), r.List(0, 100)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
		return r, remote, list
	}

	It("is closed to a peer's Write", Covers("mr.deregister.ends-remote-writing"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r, remote, _ := gone(ctx, c.Passive)
		ExpectWriteDenied(ctx, c, "mr.deregister.ends-remote-writing", remote, 100, r.Bytes)
	})

	// used is gone for a region that the other end has written before.
	used := func(ctx SpecContext, c *Connection) (r *Region, remote Remote) {
		r = c.Passive.Register(c.Passive.Buffer(4096), AllRights)
		remote = r.Remote()
		for range 2 {
			Expect(c.Active.Store(ctx, remote, 100)).To(Return(nd2.Success))
		}
		c.Settle(ctx)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
		r.Fill(0, 4096, 0x42)
		return r, remote
	}

	It("is closed to a Write by a peer that has used it", Covers("mr.deregister.ends-remote-writing"), Variant("used"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r, remote := used(ctx, c)
			ExpectWriteDenied(ctx, c, "mr.deregister.ends-remote-writing", remote, 100, r.Bytes)
		})

	It("is closed to a Read by a peer that has used it", Covers("mr.deregister.ends-remote-reading"), Variant("used"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			_, remote := used(ctx, c)
			ExpectReadDenied(ctx, c, "mr.deregister.ends-remote-reading", remote, 100)
		})

	It("is closed to a Read that must be answered again", Covers("mr.deregister.ends-remote-reading"),
		Variant("answered-again"), func(ctx SpecContext) {
			const size = 100
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			r := c.Passive.Register(c.Passive.Buffer(4096), AllRights)
			r.Fill(0, size, 1)
			remote := r.Remote()
			heal := LoseAnswers(c, func() {
				Expect(c.Active.Read(1, c.Active.Memory.List(0, size), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
			})
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			private := r.Fill(0, size, 2)
			heal()
			const messages = 2 // each makes the sender notice the missing answer
			c.Passive.PostReceives(1, messages, 0)
			for context := range uintptr(messages) {
				c.Active.Send(context, nil, 0) // unless the connection has ended
			}
			received := 0
			Until(ctx, "messages behind the Read to arrive, or the Read to end", func() bool {
				received += len(Drain(c.Passive.Receives))
				return received == messages || len(Drain(c.Active.Initiated)) > 0
			})
			Expect(c.Active.Memory.Bytes[:size]).NotTo(HoldBytes(private))
		})

	It("is closed to a peer's Read", Covers("mr.deregister.ends-remote-reading"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		_, remote, _ := gone(ctx, c.Passive)
		ExpectReadDenied(ctx, c, "mr.deregister.ends-remote-reading", remote, 100)
	})

	DescribeTable("is closed to local requests", Covers("mr.deregister.ends-local-access"),
		func(ctx SpecContext, post func(c *Connection, list []nd2.SGE) nd2.Status) {
			c := Connect(ctx, Shape{})
			_, _, list := gone(ctx, c.Active)
			Expect(EndOf(ctx, c.Active.Initiated, post(c, list))).To(ReturnAsRuled("mr.deregister.ends-local-access"))
		},
		Entry("(a Send)", send),
		Entry("(a Write)", Variant("write"), write))
})

var _ = Describe("An IND2MemoryRegion with windows bound to it", func() {
	It("cannot be deregistered, and stays as it was", Covers("mr.deregister.busy-while-bound"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		e := c.Passive
		r := e.Register(e.Buffer(4096), AllRights)
		one, two := e.MemoryWindow(), e.MemoryWindow()
		e.BindWindow(ctx, one, r, 0, 100, nd2.AllowWrite)
		e.BindWindow(ctx, two, r, 50, 100, nd2.AllowWrite)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))
		e.InvalidateWindow(ctx, one)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))

		for _, to := range []Remote{r.Remote(), r.Through(two).At(50)} {
			data := c.Active.Memory.Fill(0, 50, byte(to.Token)|1)
			Expect(c.Active.Store(ctx, to, 50)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[to.Address-r.Address(0):][:50]).To(HoldBytes(data))
		}
		e.InvalidateWindow(ctx, two)
		Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
	})

	DescribeTable("serves local requests as before when it could not be deregistered",
		Covers("mr.deregister.busy-while-bound"), func(ctx SpecContext, receiving bool) {
			const size = 50
			c := Connect(ctx, Shape{})
			e := c.Active
			r := e.Register(e.Buffer(4096), AllRights)
			window := e.MemoryWindow()
			e.BindWindow(ctx, window, r, 0, 100, nd2.AllowRead)
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))
			from, to, source, sink := c.Active, c.Passive, r, c.Passive.Memory
			if receiving {
				c.Settle(ctx)
				from, to, source, sink = c.Passive, c.Active, c.Passive.Memory, r
			}
			data := source.Fill(0, size, 0x37)
			Expect(to.Receive(1, sink.List(200, size))).To(Return(nd2.Success))
			Expect(from.Send(1, source.List(0, size), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, to.Receives)).To(CompleteWith(nd2.Success))
			Expect(Result(ctx, from.Initiated)).To(CompleteWith(nd2.Success))
			Expect(sink.Bytes[200:][:size]).To(HoldBytes(data))
		},
		Entry("(a Send)", Variant("local-send"), false),
		Entry("(a Receive)", Variant("local-receive"), true))

	It("can be deregistered, every time, once the Invalidate's result has been taken",
		Covers("mr.deregister.after-invalidate"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			e, window := c.Active, c.Active.MemoryWindow()
			buffer := e.Buffer(4096)
			for range 16 {
				r := e.Register(buffer, AllRights)
				e.BindWindow(ctx, window, r, 0, 100, nd2.AllowRead)
				e.InvalidateWindow(ctx, window)
				Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			}
		})

	It("may still be busy while the Invalidate's result has not been taken",
		Covers("mr.deregister.invalidate-in-progress"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			e, window := c.Active, c.Active.MemoryWindow()
			r := e.Register(e.Buffer(4096), AllRights)
			e.BindWindow(ctx, window, r, 0, 100, nd2.AllowRead)
			Expect(e.Invalidate(1, window, 0)).To(Return(nd2.Success))
			deregister := Start(ctx, r.MemoryRegion, r.Deregister)
			Expect(deregister).To(CompleteAsRuled("mr.deregister.invalidate-in-progress"))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestInvalidate, 1, nd2.Success)))
			if deregister.Wait() != nd2.Success {
				Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			}
		})
})
