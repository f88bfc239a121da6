package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
)

var _ = Describe("IND2Adapter::CreateConnector", func() {
	method := creation{"CreateConnector", nd2.IIDConnector, func(s *Side, iid nd2.GUID, object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateConnector(iid, s.File, object)
	}}

	It("returns a connector that can be bound and connected", Covers("adapter.createconnector.nd-success"),
		func(ctx SpecContext) {
			Attempting(ctx).Establish().Settle(ctx)
		})

	DescribeTable("returns no object", method.expectNothing, shortages("createconnector"))

	DescribeTable("when it is asked for another interface", runs, method.byInterface())

	It("returns an object that has the inherited interfaces, too", Covers("adapter.createconnector.inherits-overlapped"),
		func(ctx SpecContext) {
			object := Local(ctx).Connector()
			ExpectInterfaces(object, nd2.IIDOverlapped, nd2.IIDConnector)
		})
})
