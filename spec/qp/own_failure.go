package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// postFaulty posts a request of the active end that is at fault itself: whose memory
// is not registered, that reaches beyond the peer's, or whose window is in no state
// for it. A Bind is damaged on its way to the hardware, if that can be brought about.
func postFaulty(c *Connection, kind nd2.RequestType, context uintptr, flags nd2.OpFlags) nd2.Status {
	e, remote := c.Active, c.Passive.Memory
	foreign := []nd2.SGE{{Buffer: e.Buffer(8), MemoryRegionToken: e.Memory.GetLocalToken()}}
	switch kind {
	case nd2.RequestSend:
		return e.Send(context, foreign, flags)
	case nd2.RequestWrite:
		return e.Write(context, foreign, remote.Address(0), remote.GetRemoteToken(), flags)
	case nd2.RequestRead:
		return e.Read(context, e.Memory.List(0, 8), remote.Address(len(remote.Bytes)), remote.GetRemoteToken(), flags)
	case nd2.RequestBind:
		if !e.CanInject(providers.RequestDamaged) {
			return e.Bind(context, e.Memory.MemoryRegion, e.MemoryWindow(), e.Buffer(64), flags|nd2.AllowRead)
		}
		e.Inject(providers.Fault{Kind: providers.RequestDamaged, Request: kind.String()})
		return e.Bind(context, e.Memory.MemoryRegion, e.MemoryWindow(), e.Memory.Bytes[:64], flags|nd2.AllowRead)
	}
	return e.Invalidate(context, e.MemoryWindow(), flags)
}

var _ = Describe("A request of an IND2QueuePair that fails through its own fault", func() {
	DescribeTable("yields a result although it is silent,",
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{})
			if returned := postFaulty(c, kind, 1, nd2.SilentSuccess); returned != nd2.Success {
				Expect(returned).To(ReturnFailure())
				Unobservable("the provider finds the fault in the call")
			}
			result := Result(ctx, c.Active.Initiated)
			Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(kind, 1, result.Status)))
			if kind == nd2.RequestRead { // which the peer refuses
				Expect(result).To(CompleteAsRuled("qp.read.nd-remote-error"))
				return
			}
			Expect(result.Status).NotTo(BeElementOf(nd2.Success, nd2.Canceled), "the status of the request")
		},
		Entry("as a Send", Covers("qp.send.silent-failure", "cq.getresults.request-type"),
			Variant("own"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.silent-failure", "cq.getresults.request-type"),
			Variant("own"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.silent-failure", "cq.getresults.request-type"),
			Variant("own"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.silent-failure", "cq.getresults.request-type"),
			Variant("own"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.silent-failure", "cq.getresults.request-type"),
			Variant("own"), nd2.RequestInvalidate))

	DescribeTable("ends the connection for the end that made it,",
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{})
			endByFailure(ctx, c, kind)
			AwaitEnd(ctx, c, c.Active)
		},
		Entry("as a Bind", Covers("qp.error.ends-connection-by-windows"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.error.ends-connection-by-windows"), Variant("invalidate"),
			nd2.RequestInvalidate))

	DescribeTable("ends the connection, and the peer is told,",
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			peer := c.Passive.Connector
			notified := Start(ctx, peer, peer.NotifyDisconnect)
			endByFailure(ctx, c, kind)
			Expect(notified).To(CompleteAsRuled("connector.notifydisconnect.ended-by-error"))
		},
		Entry("as a Bind", Covers("connector.notifydisconnect.ended-by-error"), Variant("bind"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("connector.notifydisconnect.ended-by-error"), Variant("invalidate"),
			nd2.RequestInvalidate))

	DescribeTable("ends the connection for the peer that refuses it,",
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			endByFailure(ctx, c, kind)
			AwaitEnd(ctx, c, c.Passive)
		},
		Entry("as a Write", Covers("qp.error.ends-connection"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.error.ends-connection"), Variant("read"), nd2.RequestRead))
})
