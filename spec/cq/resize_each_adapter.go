package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Whether queues can be resized is what each adapter of a provider says for itself.
var _ = Describe("IND2CompletionQueue::Resize", func() {
	DescribeTable("does on every adapter of the provider what the adapter's flags say:",
		func(ctx SpecContext, flags nd2.AdapterFlags, want nd2.Status) {
			for _, side := range All(ctx) {
				if side.Info.AdapterFlags&nd2.AdapterCQResize == flags {
					Expect(side.CompletionQueue(1).Resize(min(2, side.MaxResults()))).To(Return(want), "adapter %#x",
						side.Info.AdapterID)
				}
			}
		},
		Entry("it resizes", Covers("cq.resize.nd-success"), Variant("each-adapter"), nd2.AdapterCQResize, nd2.Success),
		Entry("it does not", Covers("cq.resize.nd-not-supported"), Variant("each-adapter"), nd2.AdapterFlags(0),
			nd2.NotSupported))
})
