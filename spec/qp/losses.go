package qp

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What becomes of requests that arrive, and whose answer the network loses.
var _ = Describe("An IND2QueuePair that has to send again", func() {
	It("delivers each message once", Covers("qp.send.once"), func(ctx SpecContext) {
		const size = 32
		c := Connect(ctx, Shape{})
		c.Settle(ctx)
		c.Passive.PostReceives(1, 2, size)
		first := c.Active.Memory.Fill(0, size, 1)
		heal := LoseAnswers(c, func() {
			Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
		})
		received, early := ReceiveUnanswered(ctx, c)
		Expect(received).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		heal()
		if sent := append(early, Results(ctx, c.Active.Initiated, 1-len(early))...); sent[0].Status != nd2.Success {
			Expect(Statuses(Drain(c.Passive.Receives))).NotTo(ContainElement(nd2.Success), "the statuses of other Receives")
			return
		}
		second := c.Active.Memory.Fill(size, size, 2)
		if !goesOn(ctx, c, c.Active.Send(2, c.Active.Memory.List(size, size), 0)) {
			return
		}
		Expect(c.Passive.Memory.Bytes[:size]).To(HoldBytes(first))
		Expect(c.Passive.Memory.Bytes[size : 2*size]).To(HoldBytes(second))
	})

	It("changes nothing with a Write that has already arrived", Covers("qp.write.once"), func(ctx SpecContext) {
		const at, size = 1024, 64
		c := Connect(ctx, Shape{})
		c.Active.NeedRequests(2)
		c.Settle(ctx)
		c.Passive.PostReceives(1, 2, 0)
		remote := c.Passive.Memory.Remote()
		theirs := c.Active.Memory.Fill(0, size, 1)
		heal := LoseAnswers(c, func() {
			Expect(c.Active.Write(1, c.Active.Memory.List(0, size), remote.Address+at, remote.Token, 0)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
		})
		received, early := ReceiveUnanswered(ctx, c)
		Expect(received).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		Expect(c.Passive.Memory.Bytes[at : at+size]).To(HoldBytes(theirs))
		mine := c.Passive.Memory.Fill(at, size, 2)
		heal()
		ended := append(early, Results(ctx, c.Active.Initiated, 2-len(early))...)
		if ended[1].Status == nd2.Success { // else the connection has ended
			goesOn(ctx, c, c.Active.Send(3, nil, 0))
		}
		Expect(c.Passive.Memory.Bytes[at : at+size]).To(HoldBytes(mine))
	})

	DescribeTable("has a Read answered again",
		func(ctx SpecContext, size int) {
			c := Connect(ctx, Shape{MemorySize: size})
			c.NeedTransfer(size)
			c.Settle(ctx)
			remote := c.Passive.Memory.Remote()
			theirs := c.Passive.Memory.Fill(0, size, 1)
			heal := LoseAnswers(c, func() {
				Expect(c.Active.Read(1, c.Active.Memory.List(0, size), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
			})
			Expect(Drain(c.Active.Initiated)).To(BeEmpty(), "results of a Read whose answer was lost")
			heal()
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestRead, 1, nd2.Success)))
			Expect(c.Active.Memory.Bytes).To(HoldBytes(theirs))
		},
		Entry("(one packet)", Covers("qp.read.answered-again"), 100),
		Entry("(several packets)", Covers("qp.read.answered-again"), Variant("packets"), 20001),
	)

	It("has a Read answered again among other requests that come again", Covers("qp.read.fetches"),
		Variant("answered-again"), func(ctx SpecContext) {
			const length, at, longer = 3 * 4096, 4 * 4096, 4 * 4096
			c := Connect(ctx, Shape{MemorySize: at + longer})
			c.Active.NeedRequests(3)
			c.NeedTransfer(longer)
			c.Settle(ctx)
			c.Passive.PostReceives(1, 2, 0)
			own, remote := c.Active.Memory, c.Passive.Memory.Remote()
			theirs := c.Passive.Memory.Fill(0, length, 1)
			mine := own.Fill(at, longer, 2)
			heal := LoseAnswers(c, func() {
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(c.Active.Read(2, own.List(0, length), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
				Expect(c.Active.Write(3, own.List(at, longer), remote.Address+at, remote.Token, 0)).To(Return(nd2.Success))
			})
			_, early := ReceiveUnanswered(ctx, c)
			heal()
			ended := append(early, Results(ctx, c.Active.Initiated, 3-len(early))...)
			if ended[1].Status != nd2.Success {
				Unobservable("the provider gives up: " + ended[1].Status.String())
			}
			Expect(own.Bytes[:length]).To(HoldBytes(theirs))
			if ended[2].Status == nd2.Success && goesOn(ctx, c, c.Active.Send(4, nil, 0)) {
				Expect(c.Passive.Memory.Bytes[at:]).To(HoldBytes(mine))
			}
		})

	DescribeTable("carries out a long request although the network has lost a part of it:",
		func(ctx SpecContext, post func(c *Connection, size int), arrived func(c *Connection) (from, to *End)) {
			size := LongRequest(ctx)
			c := Connect(ctx, Shape{MemorySize: size})
			c.Settle(ctx)
			from, to := arrived(c)
			sent := from.Memory.Fill(0, size, 1)
			LosePart(c, size, func() { post(c, size) })()
			result := Result(ctx, c.Active.Initiated)
			if slices.Contains([]nd2.Status{nd2.IOTimeout, nd2.Timeout}, result.Status) {
				Unobservable("the provider gives up: " + result.Status.String())
			}
			Expect(result).To(CompleteWith(nd2.Success))
			if to == c.Passive {
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			}
			Expect(to.Memory.Bytes).To(HoldBytes(sent))
		},
		Entry("a Send", Covers("qp.send.delivers"), Variant("interrupted"), func(c *Connection, size int) {
			c.Passive.PostReceives(1, 1, size)
			Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
		}, func(c *Connection) (from, to *End) { return c.Active, c.Passive }),
		Entry("a Write", Covers("qp.write.stores"), Variant("interrupted"), func(c *Connection, size int) {
			c.Active.NeedRequests(2)
			remote := c.Passive.Memory.Remote()
			c.Passive.PostReceives(1, 1, 0)
			Expect(c.Active.Write(1, c.Active.Memory.List(0, size), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
			Expect(c.Active.Send(2, nil, nd2.SilentSuccess)).To(Return(nd2.Success)) // behind which the Write has arrived
		}, func(c *Connection) (from, to *End) { return c.Active, c.Passive }),
		Entry("a Read", Covers("qp.read.fetches"), Variant("interrupted"), func(c *Connection, size int) {
			remote := c.Passive.Memory.Remote()
			Expect(c.Active.Read(1, c.Active.Memory.List(0, size), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
		}, func(c *Connection) (from, to *End) { return c.Passive, c.Active }),
	)
})

// goesOn shows that what was sent after a loss arrives in the second Receive, and reports whether it
// does: on iWARP, where a Send succeeds before it has arrived, the connection may have ended.
func goesOn(ctx context.Context, c *Connection, returned nd2.Status) bool {
	if SaysEnded(returned) {
		return false
	}
	Expect(returned).To(Return(nd2.Success))
	var sent, received []nd2.Result
	UntilResult(ctx, "the second message to arrive, or to fail", func() bool {
		received = append(received, Drain(c.Passive.Receives)...)
		sent = append(sent, Drain(c.Active.Initiated)...)
		return len(received) > 0 || slices.ContainsFunc(sent, func(r nd2.Result) bool { return r.Status != nd2.Success })
	})
	if len(received) == 0 || received[0].Status == nd2.Canceled {
		Expect(Statuses(received)).NotTo(ContainElement(nd2.Success),
			"the statuses of Receives after the connection has ended")
		return false
	}
	Expect(received).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
	return true
}
