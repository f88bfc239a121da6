package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
)

var _ = Describe("IND2Adapter::CreateListener", func() {
	It("returns a listener that can be bound and that takes requests", Covers("adapter.createlistener.nd-success"),
		func(ctx SpecContext) {
			Awaiting(ctx).Establish().Settle(ctx)
		})

	DescribeTable("returns no object", givesNothing, shortages("CreateListener"))

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateListener"))

	It("returns an object that has the inherited interfaces, too", Covers("adapter.createlistener.inherits-overlapped"),
		func(ctx SpecContext) {
			object, _ := Local(ctx).Listener()
			ExpectInterfaces(object, nd2.IIDOverlapped, nd2.IIDListener)
		})
})
