package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The status of a result that reports a failure", func() {
	never := func(ctx SpecContext, kind nd2.RequestType, status nd2.Status, more ...cause) {
		failed := 0
		for _, cause := range append(causesOf(kind), more...) {
			for _, result := range cause.provoke(ctx, kind) {
				if result.RequestType == kind {
					Expect(result).NotTo(CompleteWith(status), cause.name)
					if result.Status != nd2.Success {
						failed++
					}
				}
			}
		}
		if failed == 0 {
			Unobservable("no request of the type failed: all were refused, or had gone through before")
		}
	}

	DescribeTable("is never ND_BUFFER_OVERFLOW for", never,
		Entry("a Send", Covers("cq.getresults.send.never-nd-buffer-overflow"), nd2.RequestSend, nd2.BufferOverflow,
			cause{"a message longer than the Receive", ownTooLongForReceive}),
		Entry("a Bind", Covers("cq.getresults.bind.never-nd-buffer-overflow"), nd2.RequestBind, nd2.BufferOverflow, ownBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.never-nd-buffer-overflow"), nd2.RequestInvalidate,
			nd2.BufferOverflow),
		Entry("a Read", Covers("cq.getresults.read.never-nd-buffer-overflow"), nd2.RequestRead, nd2.BufferOverflow),
		Entry("a Write", Covers("cq.getresults.write.never-nd-buffer-overflow"), nd2.RequestWrite, nd2.BufferOverflow),
	)

	DescribeTable("is never ND_DATA_OVERRUN for", never,
		Entry("a Receive", Covers("cq.getresults.receive.never-nd-data-overrun"),
			ownReceives, nd2.RequestReceive, nd2.DataOverrun),
		Entry("a Bind", Covers("cq.getresults.bind.never-nd-data-overrun"), nd2.RequestBind, nd2.DataOverrun, ownBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.never-nd-data-overrun"), nd2.RequestInvalidate,
			nd2.DataOverrun),
	)

	DescribeTable("is never ND_ACCESS_VIOLATION for", never,
		Entry("a Bind of valid memory", Covers("cq.getresults.bind.never-nd-access-violation"), nd2.RequestBind,
			nd2.AccessViolation),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.never-nd-access-violation"), nd2.RequestInvalidate,
			nd2.AccessViolation),
	)

	DescribeTable("is never ND_REMOTE_ERROR for", never,
		Entry("a Bind", Covers("cq.getresults.bind.never-nd-remote-error"), nd2.RequestBind, nd2.RemoteError, ownBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.never-nd-remote-error"), nd2.RequestInvalidate,
			nd2.RemoteError),
	)

	DescribeTable("is never ND_IO_TIMEOUT for", never,
		Entry("a Bind", Covers("cq.getresults.bind.never-nd-io-timeout"), nd2.RequestBind, nd2.IOTimeout, ownBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.never-nd-io-timeout"), nd2.RequestInvalidate, nd2.IOTimeout),
	)

	When("a message ahead of it ends with ND_IO_TIMEOUT", func() {
		It("is not ND_IO_TIMEOUT for the Bind and the Invalidate behind the message",
			Covers("cq.getresults.bind.never-nd-io-timeout", "cq.getresults.invalidate.never-nd-io-timeout"), Variant("behind"),
			Pin(ReceiveQueue, "a peer waits longer for those of a shared queue"),
			func(ctx SpecContext) {
				x := exchangeFor(ctx, nd2.RequestSend, Shape{InitiatorDepth: 3})
				x.prepare(ctx, nd2.RequestInvalidate, 1)
				Expect(x.post(nd2.RequestSend, 0, 0)).To(Return(nd2.Success))
				behind := 0
				for _, kind := range []nd2.RequestType{nd2.RequestBind, nd2.RequestInvalidate} {
					if x.post(kind, 1, 0) == nd2.Success { // the connection may have ended by now
						behind++
					}
				}
				sent, ended := resultInTime(ctx, x.Initiated)
				if !ended {
					Unobservable("the provider keeps trying to send a message that the peer has no Receive for")
				}
				Expect(sent).To(CompleteAsRuled("cq.getresults.send.nd-io-timeout"))
				for _, result := range Results(ctx, x.Initiated, behind) {
					Expect(result.Status).NotTo(Equal(nd2.IOTimeout), "the status of what is behind it")
				}
			})
	})
})
