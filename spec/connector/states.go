package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// invalidUnconnected are the rules of what a connector refuses that is not connected, nor being asked or answered.
var invalidUnconnected = Covers("connector.getreadlimits.nd-connection-invalid",
	"connector.getprivatedata.nd-connection-invalid", "connector.getpeeraddress.nd-connection-invalid",
	"connector.notifydisconnect.nd-connection-invalid", "connector.disconnect.nd-connection-invalid")

// expectUnconnected shows that a connector refuses what takes a connection, several times: a refusal changes nothing.
func expectUnconnected(ctx SpecContext, k nd2.Connector, times int) {
	for range times {
		in, out, size := uint32(7), uint32(8), uint32(nd2.SockaddrIn6Size)
		Expect(k.GetReadLimits(&in, &out)).To(Return(nd2.ConnectionInvalid))
		Expect(k.GetPeerAddress(make([]byte, size), &size)).To(Return(nd2.ConnectionInvalid))
		size = 16
		Expect(k.GetPrivateData(make([]byte, size), &size)).To(Return(nd2.ConnectionInvalid))
		Expect(Start(ctx, k, k.NotifyDisconnect)).To(CompleteWith(nd2.ConnectionInvalid))
		Expect(Start(ctx, k, k.Disconnect)).To(CompleteWith(nd2.ConnectionInvalid))
	}
}

// What a connector is asked for too early leaves it as it was: the connection is made thereafter.
var _ = Describe("An IND2Connector", func() {
	DescribeTable("refuses what takes a connection, and can be connected thereafter,", invalidUnconnected,
		func(ctx SpecContext, prepare preparation, reach func(a *Attempt) (establish func() *Connection)) {
			a := prepare(ctx)
			establish := reach(a)
			expectUnconnected(ctx, a.Subject().Connector, 2)
			establish().Settle(ctx)
		},
		Entry("when it is bound", Variant("bound-then-connected"), connecting, func(a *Attempt) func() *Connection {
			return a.Establish
		}),
		Entry("when it is new", Variant("new-then-connected"), accepting, func(a *Attempt) func() *Connection {
			return a.Establish
		}),
		Entry("when it waits for a request", Variant("waiting-then-connected"), accepting,
			func(a *Attempt) func() *Connection {
				get := a.Get()
				return func() *Connection {
					Expect(get).To(BePending())
					connect := a.Connect(nil)
					Expect(get).To(CompleteWith(nd2.Success))
					accept := a.Accept(nil)
					Expect(connect).To(CompleteWith(nd2.Success))
					return a.Finish(accept)
				}
			}))

	DescribeTable("refuses what takes a connection once its attempt has failed,", func(ctx SpecContext,
		prepare preparation, reach func(a *Attempt),
	) {
		a := prepare(ctx)
		reach(a)
		k := a.Subject().Connector
		in, out := uint32(7), uint32(8)
		Expect(k.GetReadLimits(&in, &out)).To(Return(nd2.ConnectionInvalid))
		Expect(Start(ctx, k, k.NotifyDisconnect)).To(CompleteWith(nd2.ConnectionInvalid))
		Expect(Start(ctx, k, k.Disconnect)).To(CompleteWith(nd2.ConnectionInvalid))
		Expect(Start(ctx, k, k.CompleteConnect)).To(CompleteWith(nd2.ConnectionInvalid))
	}, Covers("connector.getreadlimits.nd-connection-invalid", "connector.notifydisconnect.nd-connection-invalid",
		"connector.disconnect.nd-connection-invalid", "connector.completeconnect.nd-connection-invalid"),
		Entry("when nobody listened", Variant("refused"), giveUpTimeout, connecting, func(a *Attempt) {
			Expect(nobodyListens(a).InTime()).To(refused())
		}),
		Entry("when it was canceled", Variant("canceled"), giveUpTimeout, connecting, func(a *Attempt) {
			cancelConnect(a, a.Request(nil))
		}),
		Entry("when it had too much private data", Variant("too-much"), connecting, func(a *Attempt) {
			Expect(a.Connect(tooMuch(a.Active.Info.MaxCallerData))).To(CompleteWith(nd2.InvalidBufferSize))
		}),
		Entry("when it has rejected the request", Variant("request-rejected"), accepting, func(a *Attempt) {
			peerRejects(a).Wait()
		}))
})
