package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What two addresses can do, those of the other family can, too.
var _ = Describe("A connection between addresses of each family", func() {
	DescribeTable("is refused where nobody listens,", onEachFamily(
		func(_ SpecContext, a *Attempt, _ *Connection) {
			Expect(nobodyListens(a.Another()).InTime()).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		}),
		Entry("from an address of each family", Covers("connector.connect.nd-connection-refused"), Variant("each-family"),
			giveUpTimeout, true))

	DescribeTable("is refused when the peer rejects, whose private data comes,", onEachFamily(
		func(_ SpecContext, a *Attempt, _ *Connection) {
			a = a.Another()
			most := a.Passive.Info.MaxCalleeData
			data := privateData(most)
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(data)).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			expectPrivateData(a.Active.Connector, data, max(most, a.Active.Info.MaxCalleeData))
		}), eachFamily("connector.reject.private-data"))

	DescribeTable("begins with the private data of both sides,", onEachFamily(
		func(_ SpecContext, a *Attempt, _ *Connection) {
			a = a.Another()
			caller, callee := a.Active.Info.MaxCallerData, a.Passive.Info.MaxCalleeData
			asked, answered := privateData(caller), otherData(callee)
			connect := a.Request(asked)
			expectPrivateData(a.Passive.Connector, asked, max(caller, a.Passive.Info.MaxCallerData))
			accept := a.Accept(answered)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectPrivateData(a.Active.Connector, answered, max(callee, a.Active.Info.MaxCalleeData))
			a.Finish(accept)
		}), eachFamily("connector.connect.private-data", "connector.accept.private-data"))

	DescribeTable("is told of by NotifyDisconnect when the peer has disconnected,", onEachFamily(
		func(ctx SpecContext, _ *Attempt, c *Connection) {
			heard := notifyDisconnect(ctx, c.Peer())
			Expect(heard).To(BePending())
			ended := disconnect(ctx, c.Subject())
			Expect(heard).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
			follow(ctx, c.Peer())
			Expect(ended).To(CompleteWith(nd2.Success))
		}), eachFamily("connector.notifydisconnect.nd-success"))

	DescribeTable("carries messages that are longer than a packet,", onEachFamily(
		func(ctx SpecContext, _ *Attempt, c *Connection) {
			own, other := c.Subject(), c.Peer()
			size := int(min(20001, own.Info.MaxTransferLength, other.Info.MaxTransferLength,
				uint32(len(own.Memory.Bytes)), uint32(len(other.Memory.Bytes))))
			sent := own.Memory.Fill(0, size, 1)
			Expect(other.Receive(1, other.Memory.List(0, size))).To(Return(nd2.Success))
			Expect(own.Send(1, own.Memory.List(0, size), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, other.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(Results(ctx, own.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
			Expect(other.Memory.Bytes[:size]).To(HoldBytes(sent))

			sent = own.Memory.Fill(0, size, 2)
			Expect(own.Store(ctx, other.Memory.Remote(), size)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(other.Memory.Bytes[:size]).To(HoldBytes(sent))
		}), eachFamily("qp.send.delivers", "qp.write.stores"))
})

// eachFamily returns a table entry for each end that the adapter under test can be at, of specs about addresses.
func eachFamily(ids ...string) []TableEntry {
	return []TableEntry{
		Entry("from an address of each family", Covers(ids...), Variant("each-family"), true),
		Entry("to an address of each family", Covers(ids...), Variant("each-family-passive"), false),
	}
}

// onEachFamily makes the body of a table that tries something with each family's addresses: with the
// connection that an attempt has made, or another attempt. The adapter under test connects or is connected to.
func onEachFamily(try func(ctx SpecContext, a *Attempt, c *Connection)) func(ctx SpecContext, connects bool) {
	return func(ctx SpecContext, connects bool) {
		tried := false
		for _, at := range EachFamily(Local(ctx)) {
			facing, found := PeerAt(Peer(ctx), at.Address)
			if !found {
				continue
			}
			active, passive := at, facing
			if !connects {
				active, passive = facing, at
			}
			a := NewAttempt(ctx, active.End(Shape{}), passive.End(Shape{}))
			if c := EstablishIfReachable(ctx, a); c != nil {
				c.Settle(ctx)
				try(ctx, a, c)
				tried = true
			}
		}
		needTried(tried)
	}
}

// needTried ends the spec as unobservable if nothing has been tried with any of the adapter's addresses.
func needTried(tried bool) {
	if !tried {
		Unobservable("no address of the adapter can reach the peer")
	}
}
