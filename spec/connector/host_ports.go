package connector

import (
	"context"
	"fmt"
	"net"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// Ports of NetworkDirect are no TCP ports of the host.
var _ = Describe("A port of the host's TCP", func() {
	DescribeTable("that is taken can be bound",
		func(ctx SpecContext, bind func(local *Side, sockaddr []byte) nd2.Status) {
			taken, err := net.Listen("tcp", ":0")
			if err != nil {
				Unobservable("the host has no TCP port to take: " + err.Error())
			}
			AtEnd(ctx, func(context.Context) { taken.Close() })
			local := Local(ctx)
			Expect(bind(local, local.Sockaddr(uint16(taken.Addr().(*net.TCPAddr).Port)))).To(Return(nd2.Success))
		},
		Entry("by a listener", Covers("listener.bind.host-port"), func(local *Side, sockaddr []byte) nd2.Status {
			l, _ := local.OwnListener()
			return l.Bind(sockaddr)
		}),
		Entry("by a connector", Covers("connector.bind.host-tcp-port"), func(local *Side, sockaddr []byte) nd2.Status {
			return local.Connector().Bind(sockaddr)
		}))

	DescribeTable("can be taken while it is bound",
		func(ctx SpecContext, bound func(local *Side) uint16) {
			local := Local(ctx)
			const tries = 4 // since others take ports of the host, too
			for range tries {
				l, err := net.Listen("tcp", fmt.Sprintf(":%d", bound(local)))
				if err == nil {
					l.Close()
					return
				}
			}
			Unmet("a port that is bound to be free for the host", fmt.Sprintf("the host can take none of %d", tries))
		},
		Entry("by a listener", Covers("listener.bind.host-port"), Variant("reverse"), func(local *Side) uint16 {
			_, port, _ := BoundListener(local)
			return port
		}),
		Entry("by a connector", Covers("connector.bind.host-tcp-port"), Variant("reverse"), func(local *Side) uint16 {
			_, port, _ := BoundConnector(local)
			return port
		}))
})
