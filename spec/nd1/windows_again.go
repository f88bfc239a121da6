package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDEndpoint::SendAndInvalidate, time and again of one window,", func() {
	It("has the window's result each time", Covers("endpoint.sendandinvalidate.window-result"), Variant("again"),
		func(ctx SpecContext) {
			active, passive, queue := joinToOne(ctx, local(ctx), peer(ctx), 2)
			var sent, received, invalidated nd1.Result
			w := passive.window(&invalidated)
			for i := range 3 {
				d := passive.bind(ctx, w, start, length, nd2.AllowWrite)
				Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
				Expect(active.SendAndInvalidate(&sent, nil, d, 0)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &sent)
				Expect(await(ctx, queue, 2)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated)),
					"the results of time %d", i+1)
				Expect(invalidated.Status).To(Return(nd2.Success))
			}
		})
})
