package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A client with one completion port, as applications of ND2 are written: whatever ends
// is a packet there, and its handling issues the next request, with the same
// OVERLAPPED. None of them has an event.
type client struct {
	*Dispatcher
	ctx SpecContext
	// listens has the listener's file, connects that of connectors.
	listens, connects *Side
}

func newClient(ctx SpecContext, side *Side) *client {
	d := NewDispatcher()
	return &client{Dispatcher: d, ctx: ctx, listens: side.WithDispatcher(d), connects: side.WithDispatcher(d)}
}

// carry is [Dispatcher.Carry] of a request that has to succeed.
func (c *client) carry(what string, object nd2.Overlapping, o *nd2.Overlapped,
	call func(o *nd2.Overlapped) nd2.Status,
) {
	Expect(c.Carry(c.ctx, what, object, o, call)).To(Return(nd2.Success), what)
}

// inspect asks a connector what clients ask between a request and its answer.
func inspect(k nd2.Connector) {
	var in, out, size uint32
	Expect(k.GetReadLimits(&in, &out)).To(Return(nd2.Success), "GetReadLimits")
	s := k.GetPrivateData(nil, &size)
	Expect(s).To(Return(nd2.Success, nd2.BufferOverflow), "GetPrivateData without a buffer")
	if s != nd2.BufferOverflow {
		return
	}
	Expect(size).To(BeNumerically("<=", 1<<16), "the size of private data")
	Expect(k.GetPrivateData(make([]byte, size), &size)).To(Return(nd2.Success), "GetPrivateData")
}

var _ = Describe("A client with one completion port", func() {
	It("listens, accepts, hears of the end and disconnects while it handles packets",
		Covers("listener.getconnectionrequest.rearm-in-callback", "listener.getconnectionrequest.other-file"),
		func(ctx SpecContext) {
			const peers = 3
			local, peer := Local(ctx), Peer(ctx)
			c := newClient(ctx, local)
			l, address := c.listens.Listener()
			var request nd2.Overlapped
			for range peers {
				k, releaseConnector := c.connects.OwnConnector()
				own, releasePair := local.OwnEnd()
				a := NewAttempt(ctx, peer.End(Shape{}), local.End(Shape{}))
				a.Address = address
				got := l.GetConnectionRequest(k, &request)
				connecting := a.Connect([]byte{1}[:min(1, peer.Info.MaxCallerData)])
				if got == nd2.Pending {
					got = c.Ended(ctx, "GetConnectionRequest", l, &request)
				}
				Expect(got).To(Return(nd2.Success), "GetConnectionRequest")
				inspect(k)
				Expect(AddressFrom(k.GetLocalAddress)).To(Equal(addressOf(address)), "the connector's own address")

				// The next request waits before this one is answered.
				next, _ := c.connects.OwnConnector()
				Expect(l.GetConnectionRequest(next, &request)).To(Return(nd2.Pending),
					"GetConnectionRequest, in the handling of its packet")
				var o nd2.Overlapped
				returned := k.Accept(own.QueuePair, 0, 0, nil, &o)
				Expect(connecting).To(CompleteWith(nd2.Success))
				Expect(a.Complete()).To(CompleteWith(nd2.Success))
				if returned == nd2.Pending {
					returned = c.Ended(ctx, "Accept", k, &o)
				}
				Expect(returned).To(Return(nd2.Success), "Accept")

				notify := k.NotifyDisconnect(&o)
				parted := disconnect(ctx, a.Active)
				if notify == nd2.Pending {
					notify = c.Ended(ctx, "NotifyDisconnect", k, &o)
				}
				Expect(notify).To(ReturnAsRuled("connector.notifydisconnect.nd-success"))
				Expect(c.Carry(ctx, "Disconnect", k, &o, k.Disconnect)).To(Return(nd2.Success, nd2.ConnectionInvalid))
				Expect(parted).To(CompleteWith(nd2.Success))
				releaseConnector()
				releasePair()

				Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(c.Ended(ctx, "the GetConnectionRequest that is canceled", l, &request)).To(Return(nd2.Canceled))
			}
		})

	It("connects, completes and disconnects with one OVERLAPPED",
		Covers("overlapped.getoverlappedresult.used-again-in-callback"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			c := newClient(ctx, local)
			own, releasePair := local.OwnEnd()
			k, releaseConnector := c.connects.OwnConnector()
			Expect(k.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			a := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
			get := a.Get()
			var o nd2.Overlapped
			connecting := k.Connect(own.QueuePair, a.Address, 0, 0, nil, &o)
			Expect(get).To(CompleteWith(nd2.Success))
			accept := a.Accept(nil)
			if connecting == nd2.Pending {
				connecting = c.Ended(ctx, "Connect", k, &o)
			}
			Expect(connecting).To(Return(nd2.Success), "Connect")
			inspect(k)
			c.carry("CompleteConnect", k, &o, k.CompleteConnect)
			Expect(accept).To(CompleteWith(nd2.Success))

			Expect(k.NotifyDisconnect(&o)).To(Return(nd2.Pending), "NotifyDisconnect")
			Expect(k.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(c.Ended(ctx, "the NotifyDisconnect that is canceled", k, &o)).To(Return(nd2.Canceled))
			heard := notifyDisconnect(ctx, a.Passive)
			returned := k.Disconnect(&o)
			heard.Wait()
			follow(ctx, a.Passive)
			if returned == nd2.Pending {
				returned = c.Ended(ctx, "Disconnect", k, &o)
			}
			Expect(returned).To(Return(nd2.Success), "Disconnect")
			releaseConnector()
			releasePair()
			Expect(c.connects.File.Close()).To(Return(nd2.Success))
		})

	It("is refused, looks at the answer and connects with a new connector",
		Covers("connector.connect.refused-in-callback"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			c := newClient(ctx, local)
			k, release := c.connects.OwnConnector()
			Expect(k.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			a := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
			get := a.Get()
			var o nd2.Overlapped
			connecting := k.Connect(a.Active.QueuePair, a.Address, 0, 0, nil, &o)
			Expect(get).To(CompleteWith(nd2.Success))
			Expect(a.Passive.Connector.Reject(nil)).To(rejected())
			if connecting == nd2.Pending {
				connecting = c.Ended(ctx, "Connect", k, &o)
			}
			Expect(connecting).To(ReturnAsRuled("connector.connect.nd-connection-refused"))
			var in, out, size uint32
			k.GetReadLimits(&in, &out)
			k.GetPrivateData(nil, &size)
			release()
			a.Passive.Connector = a.Passive.Side.Connector()
			a.Establish().Settle(ctx)
		})
})

var _ = Describe("Two peers that connect to each other at the same time", func() {
	It("end up with one connection", Covers("connector.connect.head-to-head"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		ours, theirs := NewAttempt(ctx, local.End(Shape{}),
			peer.End(Shape{})), NewAttempt(ctx, peer.End(Shape{}), local.End(Shape{}))
		getOurs, getTheirs := ours.Get(), theirs.Get()
		connectOurs, connectTheirs := ours.Connect(nil), theirs.Connect(nil)
		Expect(getOurs).To(CompleteWith(nd2.Success))
		Expect(getTheirs).To(CompleteWith(nd2.Success))
		Expect(ours.Passive.Connector.Reject(nil)).To(rejected())
		Expect(connectOurs).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		accept := theirs.Accept(nil)
		Expect(connectTheirs).To(CompleteWith(nd2.Success))
		theirs.Finish(accept).Settle(ctx)
	})
})
