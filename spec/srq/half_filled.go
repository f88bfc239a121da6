package srq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("A Receive of an IND2SharedReceiveQueue that a message has half filled", func() {
	DescribeTable("has its result, and gives up its place, when its queue pair is",
		func(ctx SpecContext, end func(ctx context.Context, c *Connection) (wait func())) {
			c, resume := HalfReceived(ctx, Shape{SharedReceives: true, ReceiveDepth: 1})
			wait := end(ctx, c)
			resume()
			wait()
			result := Result(ctx, c.Passive.Receives)
			Expect(result.RequestContext).To(BeEquivalentTo(1), "RequestContext")
			Expect(result).To(CompleteWith(nd2.Canceled, nd2.Success)) // the message may have come as a whole
			Expect(c.Passive.Receive(2, nil)).To(Return(nd2.Success))
		},
		Entry("flushed", Covers("srq.receive.no-starvation"), Variant("half-filled"),
			func(_ context.Context, c *Connection) func() {
				Expect(c.Passive.Flush()).To(Return(nd2.Success))
				return func() {}
			}),
		Entry("disconnected", Covers("srq.receive.no-starvation"), Variant("half-filled-disconnect"),
			func(ctx context.Context, c *Connection) func() {
				left := Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect)
				return func() {
					Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect).Wait() // for which it may wait
					left.Wait()
				}
			}))
})
