package mr

import (
	"math"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// These specs' region is a part of a buffer that begins and ends within pages.
const (
	before = 4096 - 100 // bytes of the buffer before the region
	size   = 5001       // bytes of the region
	total  = 3 * 4096   // bytes of the buffer
)

// ownReceives is for specs about what IND2QueuePair::Receive is given.
var ownReceives = Pin(ReceiveQueue, "a shared queue has another method, which other specs ask")

// inside registers the region, and returns the buffer too.
func inside(s *Side) (r *Region, buffer []byte) {
	buffer = s.Buffer(total)
	Pattern(buffer, 0x42)
	return s.Register(buffer[before:before+size], AllRights), buffer
}

var _ = Describe("The bounds of an IND2MemoryRegion", func() {
	It("include the first byte and the last", Covers("mr.bounds.first-and-last-byte"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r, buffer := inside(c.Passive.Side)
		ExpectOpenToTheEnds(ctx, c, r.Remote(), buffer, before, size)
	})

	DescribeTable("keep out a peer's Write beyond them", Covers("mr.bounds.write"),
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			r, buffer := inside(c.Passive.Side)
			ExpectWriteDenied(ctx, c, "mr.bounds.write", r.Remote().At(offset), length, buffer[:before], buffer[before+size:])
		}, BeyondBounds(size))

	DescribeTable("keep out a peer's Read beyond them", Covers("mr.bounds.read"),
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			r, _ := inside(c.Passive.Side)
			ExpectReadDenied(ctx, c, "mr.bounds.read", r.Remote().At(offset), length)
		}, BeyondBounds(size))

	When("the remote address is at the end of the address space", func() {
		around := func(r *Region) Remote { return Remote{Address: math.MaxUint64 - 3, Token: r.GetRemoteToken()} }

		It("keep out a peer's Write", Covers("mr.bounds.write"), Variant("wrap-around"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			ExpectWriteDenied(ctx, c, "mr.bounds.write", around(c.Passive.Memory), 8, c.Passive.Memory.Bytes)
		})

		It("keep out a peer's Read", Covers("mr.bounds.read"), Variant("wrap-around"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			ExpectReadDenied(ctx, c, "mr.bounds.read", around(c.Passive.Memory), 8)
		})
	})

	DescribeTable("keep a Receive from being filled beyond them", Covers("mr.bounds.local"), ownReceives,
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			r, buffer := inside(c.Passive.Side)
			unchanged := slices.Clone(Contents(buffer))
			expectReceiveDenied(ctx, c, "mr.bounds.local", entry(r, buffer, offset, length))
			Expect(buffer[:before]).To(HoldBytes(unchanged[:before]))
			Expect(buffer[before+size:]).To(HoldBytes(unchanged[before+size:]))
		}, BeyondBounds(size))

	DescribeTable("keep a request's data within them", Covers("mr.bounds.local"),
		func(ctx SpecContext, post func(c *Connection, list []nd2.SGE) nd2.Status, offset, length int) {
			c := Connect(ctx, Shape{})
			r, buffer := inside(c.Active.Side)
			unchanged := slices.Clone(Contents(buffer))
			returned := post(c, entry(r, buffer, offset, length))
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("mr.bounds.local"))
			Expect(buffer[:before]).To(HoldBytes(unchanged[:before]))
			Expect(buffer[before+size:]).To(HoldBytes(unchanged[before+size:]))
		},
		Entry("(a Send, before the region)", Variant("send-before"), send, -1, 8),
		Entry("(a Send, past the region)", Variant("send-behind"), send, size-7, 8),
		Entry("(a Write, before the region)", Variant("write-before"), write, -1, 8),
		Entry("(a Write, past the region)", Variant("write-behind"), write, size-7, 8),
		Entry("(a Read, before the region)", Covers("cq.getresults.read.nd-access-violation"), Variant("read-before"),
			read, -1, 8),
		Entry("(a Read, past the region)", Covers("cq.getresults.read.nd-access-violation"), Variant("read-behind"),
			read, size-7, 8))
})

// entry is a list of one entry with the region's token, offset bytes from its start.
func entry(r *Region, buffer []byte, offset, length int) []nd2.SGE {
	return []nd2.SGE{{Buffer: buffer[before+offset:][:length], MemoryRegionToken: r.GetLocalToken()}}
}

// expectReceiveDenied shows that a Receive fails whose list its memory does not allow:
// in the call or when a message arrives, as the catalogue entry id says.
func expectReceiveDenied(ctx SpecContext, c *Connection, id string, list []nd2.SGE) {
	returned := c.Passive.Receive(1, list)
	if returned != nd2.Success {
		Expect(returned).To(ReturnAsRuled(id))
		return
	}
	Expect(c.Active.Send(1, c.Active.Memory.List(0, BytesOf(list)), 0)).To(Return(nd2.Success))
	results := Results(ctx, c.Passive.Receives, 1)
	Expect(results[0]).To(ReturnAsRuled(id))
	Expect(results).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, results[0].Status)))
}

func send(c *Connection, list []nd2.SGE) nd2.Status { return c.Active.Send(1, list, 0) }

func write(c *Connection, list []nd2.SGE) nd2.Status {
	to := c.Passive.Memory.Remote()
	return c.Active.Write(1, list, to.Address, to.Token, 0)
}

func read(c *Connection, list []nd2.SGE) nd2.Status {
	from := c.Passive.Memory.Remote()
	return c.Active.Read(1, list, from.Address, from.Token, 0)
}
