package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	It("never gets stuck when it is called again and again", Covers("cq.notify.never-stuck"), LongTimeout,
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			for i := range uintptr(200) {
				request := notify(ctx, queue, nd2.NotifyAny)
				c.Passive.PostReceives(i, 1, 8)
				Expect(c.Active.Send(i, nil, 0)).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Success), "request %d", i+1)
				expectReceived(ctx, queue, i)
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
		})

	It("has the result ready for GetResults once its notification has come",
		Covers("cq.notify.result-before-notification"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestWrite, Shape{})
			for context := range uintptr(64) {
				request := notify(ctx, x.Initiated, nd2.NotifyAny)
				x.carryOut(nd2.RequestWrite, context, 0)
				Expect(request).To(CompleteWith(nd2.Success))
				Expect(Drain(x.Initiated)).To(HaveOutcomes(Outcome(nd2.RequestWrite, context, nd2.Success)))
			}
		})

	It(
		"has the results and the data of all messages up to the solicited one ready for GetResults once its notification "+
			"has come", Covers("cq.notify.solicited-after-receive"), func(ctx SpecContext) {
			n := Size(ctx, 1)
			c := acceptedFor(ctx, n)
			length := min(layoutFor(c.Active.Side, c.Passive.Side).length, len(c.Active.Memory.Bytes)/n,
				len(c.Passive.Memory.Bytes)/n)
			sent := c.Active.Memory.Fill(0, n*length, 1)
			for range 16 {
				Clear(c.Passive.Memory.Bytes)
				request := notify(ctx, c.Passive.Receives, nd2.NotifySolicited)
				Expect(request).To(BePending())
				c.Passive.PostReceives(1, n, length)
				for i := range n {
					flags := nd2.OpFlags(0)
					if i == n-1 {
						flags = nd2.SendAndSolicitEvent
					}
					Expect(c.Active.Send(uintptr(i), c.Active.Memory.List(i*length, length), flags)).To(Return(nd2.Success))
				}
				Expect(request).To(CompleteWith(nd2.Success))
				Expect(Drain(c.Passive.Receives)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Success)...))
				Expect(c.Passive.Memory.Bytes[:n*length]).To(HoldBytes(sent))
				Results(ctx, c.Active.Initiated, n)
			}
		})
})
