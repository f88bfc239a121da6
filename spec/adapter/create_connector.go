package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
)

var _ = Describe("IND2Adapter::CreateConnector", func() {
	It("returns a connector that can be bound and connected", Covers("adapter.createconnector.nd-success"),
		func(ctx SpecContext) {
			Attempting(ctx).Establish().Settle(ctx)
		})

	DescribeTable("returns no object", givesNothing, shortages("CreateConnector"))

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateConnector"))

	It("returns an object that has the inherited interfaces, too", Covers("adapter.createconnector.inherits-overlapped"),
		func(ctx SpecContext) {
			object := Local(ctx).Connector()
			ExpectInterfaces(object, nd2.IIDOverlapped, nd2.IIDConnector)
		})
})
