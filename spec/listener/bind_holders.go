package listener

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A port may have several holders, each at another address of the adapter.
var _ = Describe("IND2Listener::Bind", func() {
	DescribeTable("can use the port of a listener that was released while another one has it at another address:",
		func(ctx SpecContext, released int) {
			local := Local(ctx)
			addresses := local.Addresses()
			if len(addresses) < 2 {
				Unobservable("the adapter has one address")
			}
			first, second := local.At(addresses[0]), local.At(addresses[1])
			_, port, release := BoundListener(first)
			l, releaseSecond := second.OwnListener()
			if l.Bind(second.Sockaddr(port)) != nd2.Success {
				Unobservable("the port is in use at the other address")
			}
			holders, releases := []*Side{first, second}, []func(){release, releaseSecond}
			releases[released]()
			RebindListener(ctx, holders[released], holders[released].Sockaddr(port))
		},
		Entry("the first one", Covers("listener.bind.released-port"), Variant("first-holder"), 0),
		Entry("the last one", Covers("listener.bind.released-port"), Variant("last-holder"), 1))
})
