package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A fence shows by what the peer can do meanwhile: the requests in front of it are held
// up by the peer, whose own are not.
var _ = Describe("A request of an IND2QueuePair behind a Read that waits", func() {
	// heldUp returns a connection whose active end has a Send and a Read that wait for the
	// peer to post a Receive, once wait is called, and a region of it.
	heldUp := func(ctx SpecContext) (c *Connection, r *Region, wait func()) {
		c = Stalled(ctx, Shape{InitiatorDepth: 4})
		e := c.Active
		greet(ctx, c)
		from := c.Passive.Memory.Remote()
		return c, e.Register(e.Buffer(4096), AllRights), func() {
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(e.Read(2, e.Memory.List(0, 64), from.Address, from.Token, 0)).To(Return(nd2.Success))
		}
	}
	// back is a connection seen from its other end.
	back := func(c *Connection) *Connection { return &Connection{Ends: Ends{Active: c.Passive, Passive: c.Active}} }

	It("opens no window before the Read is answered, if it is a Bind with a fence", Covers("qp.bind.fence-holds"),
		func(ctx SpecContext) {
			c, r, wait := heldUp(ctx)
			window := c.Active.MemoryWindow()
			wait()
			Expect(c.Active.Bind(3, r.MemoryRegion, window, r.Bytes, nd2.AllowWrite|nd2.ReadFence)).To(Return(nd2.Success))
			c.Passive.Memory.Fill(0, 64, 0x42)
			ExpectWriteDenied(ctx, back(c), "qp.bind.fence-holds", r.Through(window), 64, r.Bytes)
		})

	It("binds no window to a region that has been registered again since", Covers("qp.bind.unregistered-region"),
		Variant("registered-again"), func(ctx SpecContext) {
			c, r, wait := heldUp(ctx)
			e, token := c.Active, r.GetLocalToken()
			e.NeedReads()
			c.Passive.NeedReads()
			wait()
			Expect(e.Bind(3, r.MemoryRegion, e.MemoryWindow(), r.Bytes, nd2.AllowRead|nd2.ReadFence)).To(Return(nd2.Success))
			if Start(ctx, r.MemoryRegion, r.Deregister).Wait() != nd2.Success {
				Unobservable("a region is busy while a Bind to it waits")
			}
			other := e.Buffer(4096)
			again := Start(ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
				return r.MemoryRegion.Register(other, AllRights, o)
			})
			if again.Wait() != nd2.Success {
				Unobservable("a region can't be registered again")
			}
			if r.GetLocalToken() == token {
				Unobservable("the region has the token that it had")
			}
			postEmpty(c.Passive, 1)
			Results(ctx, e.Initiated, 2)
			Expect(Result(ctx, e.Initiated)).To(CompleteWith(nd2.AccessViolation, nd2.InvalidDeviceRequest))
		})

	It("closes no window before the Read is answered, if it is an Invalidate with a fence",
		Covers("qp.invalidate.fence-holds"), func(ctx SpecContext) {
			c, r, wait := heldUp(ctx)
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, r, 0, len(r.Bytes), nd2.AllowWrite)
			wait()
			Expect(c.Active.Invalidate(3, window, nd2.ReadFence)).To(Return(nd2.Success))
			data := c.Passive.Memory.Fill(0, 64, 0x42)
			Expect(c.Passive.Store(ctx, r.Through(window), 64)).To(Return(nd2.Success))
			Until(ctx, "what the peer Writes to a window that is still open", func() bool {
				return string(Contents(r.Bytes[:64])) == string(data)
			})

			postEmpty(c.Passive, 1)
			Expect(Results(ctx, c.Active.Initiated, 3)).To(HaveOutcomes(
				Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestRead, 2, nd2.Success),
				Outcome(nd2.RequestInvalidate, 3, nd2.Success)))
			c.Passive.Memory.Fill(0, 64, 0x24)
			ExpectWriteDenied(ctx, back(c), "mw.invalidate.ends-writing", r.Through(window), 64, r.Bytes)
		})
})
