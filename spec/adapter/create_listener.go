package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
)

var _ = Describe("IND2Adapter::CreateListener", func() {
	method := creation{"CreateListener", nd2.IIDListener, func(s *Side, iid nd2.GUID, object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateListener(iid, s.File, object)
	}}

	It("returns a listener that can be bound and that takes requests", Covers("adapter.createlistener.nd-success"),
		func(ctx SpecContext) {
			Awaiting(ctx).Establish().Settle(ctx)
		})

	DescribeTable("returns no object", method.expectNothing, shortages("createlistener"))

	DescribeTable("when it is asked for another interface", runs, method.byInterface())

	It("returns an object that has the inherited interfaces, too", Covers("adapter.createlistener.inherits-overlapped"),
		func(ctx SpecContext) {
			object, _ := Local(ctx).Listener()
			ExpectInterfaces(object, nd2.IIDOverlapped, nd2.IIDListener)
		})
})
