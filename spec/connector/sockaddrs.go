package connector

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// stored is a sockaddr in a buffer of the size of a SOCKADDR_STORAGE.
func stored(sockaddr []byte) []byte { return append(sockaddr, make([]byte, 128-len(sockaddr))...) }

var _ = Describe("An address in a larger buffer", func() {
	It("(for the record): given to a connector's Bind", Covers("connector.bind.longer-sockaddr"), func(ctx SpecContext) {
		local := Local(ctx)
		Record(fmt.Sprintf("Bind of an address in 128 bytes returns %v.", local.Connector().Bind(stored(local.Sockaddr(0)))))
	})

	It("(for the record): given to a listener's Bind", Covers("listener.bind.longer-sockaddr"), func(ctx SpecContext) {
		local := Local(ctx)
		l, _ := local.OwnListener()
		Record(fmt.Sprintf("Bind of an address in 128 bytes returns %v.", l.Bind(stored(local.Sockaddr(0)))))
	})

	It("(for the record): given to ResolveAddress", Covers("provider.resolveaddress.larger-buffer"),
		func(ctx SpecContext) {
			local := Local(ctx)
			var id uint64
			Record(fmt.Sprintf("ResolveAddress of an address in 128 bytes returns %v.",
				local.Provider().ResolveAddress(stored(local.Sockaddr(0)), &id)))
		})
})

var _ = Describe("IND2Connector::NotifyDisconnect", func() {
	It("(for the record): a Send that waits when the peer disconnects",
		Covers("connector.notifydisconnect.flushes-no-initiator"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{})
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			notify := notifyDisconnect(ctx, c.Active)
			disconnect(ctx, c.Passive)
			notify.Wait()
			Record(fmt.Sprintf("Results of a Send that waited, when the peer has disconnected: %d.",
				len(Drain(c.Active.Initiated))))
		})
})
