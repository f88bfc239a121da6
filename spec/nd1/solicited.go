package nd1

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("Solicited events of INDEndpoint", func() {
	DescribeTable("come with a Send that asks for them",
		func(ctx SpecContext, size int, flags nd2.OpFlags) {
			active, passive := connected(ctx)
			var sent, received nd1.Result
			Expect(passive.Receive(&received, passive.memory.list(0, 64))).To(Return(nd2.Success))
			request := solicited(ctx, passive.inbound)
			Expect(active.Send(&sent, active.memory.list(0, size), nd2.SendAndSolicitEvent|flags)).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Success))
			expectResults(ctx, passive.inbound, &received)
		},
		Entry("(no data)", Covers("endpoint.send.solicits"), 0, nd2.OpFlags(0)),
		Entry("(data)", Covers("endpoint.send.solicits"), Variant("data"), 64, nd2.OpFlags(0)),
		Entry("(silent)", Covers("endpoint.send.solicits"), Variant("silent"), 64, nd2.SilentSuccess),
	)

	DescribeTable("come with a SendAndInvalidate that asks for them",
		func(ctx SpecContext, size int, flags nd2.OpFlags) {
			active, passive, queue := joinToOne(ctx, local(ctx), peer(ctx), 2)
			var sent, received, invalidated nd1.Result
			d := passive.bind(ctx, passive.window(&invalidated), start, length, nd2.AllowWrite)
			Expect(passive.Receive(&received, passive.memory.list(0, 64))).To(Return(nd2.Success))
			request := solicited(ctx, queue)
			Expect(active.SendAndInvalidate(&sent, active.memory.list(0, size), d,
				nd2.SendAndSolicitEvent|flags)).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Success))
			Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)), "the results")
		},
		Entry("(no data)", Covers("endpoint.sendandinvalidate.solicits"), 0, nd2.OpFlags(0)),
		Entry("(data)", Covers("endpoint.sendandinvalidate.solicits"), Variant("data"), 64, nd2.OpFlags(0)),
		Entry("(silent)", Covers("endpoint.sendandinvalidate.solicits"), Variant("silent"), 64, nd2.SilentSuccess),
	)
})

// solicited asks a queue to notify of the next solicited result.
func solicited(ctx context.Context, queue nd1.CompletionQueue) *Operation {
	return StartND1(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifySolicited, o) })
}
