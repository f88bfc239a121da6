package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2Adapter::CreateListener", func() {
	method := creation{"CreateListener", nd2.IIDListener, func(s *Side, iid nd2.GUID, object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateListener(iid, s.File, object)
	}}

	It("returns a listener that can be bound and that takes requests", Covers("adapter.createlistener.nd-success"),
		func(ctx SpecContext) {
			Awaiting(ctx).Establish().Settle(ctx)
		})

	DescribeTable("returns no object", method.expectNothing,
		Entry("when there is no memory", Covers("adapter.createlistener.nd-no-memory"), providers.OutOfMemory, nd2.NoMemory),
		Entry("when the adapter is out of resources", Covers("adapter.createlistener.nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers("adapter.createlistener.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
	)

	It("fails and returns no object for an interface that a listener does not have",
		Covers("adapter.createlistener.unknown-iid"), method.expectUnknown)

	It("returns an object that has the inherited interfaces, too", Covers("adapter.createlistener.inherits-overlapped"),
		func(ctx SpecContext) {
			object, _ := Local(ctx).Listener()
			expectInterfaces(object, nd2.IIDOverlapped, nd2.IIDListener)
		})
})
