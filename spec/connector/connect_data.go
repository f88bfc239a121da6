package connector

import (
	"context"
	"net/netip"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What can be exchanged, and when.
var _ = Describe("IND2Connector::Connect", func() {
	It("lets the active side send first when CompleteConnect has succeeded",
		Covers("connector.connect.active-sends-first"), func(ctx SpecContext) {
			a := Attempting(ctx)
			const size = 16
			sent := a.Active.Memory.Fill(0, size, 7)
			connect := a.Request(nil)
			Expect(a.Passive.Receive(1, a.Passive.Memory.List(0, 2*size))).To(Return(nd2.Success))
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			Expect(a.Complete()).To(CompleteWith(nd2.Success))
			Expect(a.Active.Send(2, a.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, a.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(a.Passive.Memory.Bytes[:size]).To(HoldBytes(sent))
			Expect(Results(ctx, a.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(accept).To(CompleteWith(nd2.Success))
		})

	It("hands the peer the private data and the address of each of several requests that wait at a listener",
		Covers("connector.connect.private-data"), Variant("several"), func(ctx SpecContext) {
			const n = 3
			a := Awaiting(ctx)
			if a.Active.Info.MaxCallerData == 0 {
				Unobservable("the adapter that connects takes no private data, by which requests could be told apart")
			}
			var from []netip.AddrPort
			var attempts []*Attempt
			var connects []*Operation
			for i := range byte(n) {
				b := a.Another()
				own, port, _ := BoundConnector(b.Active.Side)
				b.Active.Connector = own
				from = append(from, netip.AddrPortFrom(b.Active.Address, port))
				attempts, connects = append(attempts, b), append(connects, b.Connect([]byte{i + 1}))
			}
			taken := map[int]bool{}
			for range n {
				b := a.Another()
				get := b.Get()
				UntilEnd(ctx, get, "a Connect to be refused", func() bool {
					return slices.ContainsFunc(connects, func(c *Operation) bool { return c.Done() && c.Wait() != nd2.Success })
				})
				if !get.Done() {
					BacklogTooShort(n)
				}
				Expect(get).To(CompleteWith(nd2.Success))
				data, size := make([]byte, 1), uint32(1)
				Expect(b.Passive.Connector.GetPrivateData(data, &size)).To(Return(nd2.Success, nd2.BufferOverflow))
				i := int(data[0]) - 1
				Expect(i).To(BeElementOf(0, 1, 2), "the request that the private data came with")
				Expect(taken).NotTo(HaveKey(i), "requests handed over before")
				taken[i] = true
				b.Active = attempts[i].Active
				accept := b.Accept(nil)
				Expect(connects[i]).To(CompleteWith(nd2.Success))
				b.Finish(accept)
				Expect(AddressFrom(b.Passive.Connector.GetPeerAddress)).To(Equal(from[i]), "the address that request %d came from",
					i)
			}
		})

	It("lets the active side post Receives before and after it", Covers("connector.connect.receive-before"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			n := receives(4, a.Active)
			post := func(context uintptr) {
				if context <= uintptr(n) {
					a.Active.PostReceives(context, 1, 8)
				}
			}
			post(1)
			connect := a.Request(nil)
			post(2)
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			post(3)
			c := a.Finish(accept)
			post(4)

			a.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			for range n {
				Expect(c.Passive.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, c.Active.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n),
				nd2.Success)...))
		})

	DescribeTable("can be preceded by as many Receives as the queue holds,",
		func(ctx SpecContext, connect func(ctx context.Context, local, peer *End) *Connection) {
			local := Local(ctx)
			n := min(4, local.Info.MaxReceiveQueueDepth, local.MaxResults())
			own := local.End(Shape{ReceiveDepth: n})
			own.PostReceives(1, int(n), 8)
			other := Peer(ctx).End(Shape{})
			c := connect(ctx, own, other)
			if own == c.Active { // the passive side may have to receive before it can send
				other.PostReceives(1, 1, 8)
				Expect(own.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, own.Initiated)).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, other.Receives)).To(CompleteWith(nd2.Success))
			}
			for range n {
				Expect(other.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, other.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, own.Receives, int(n))).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, int(n)),
				nd2.Success)...))
		},
		Entry("on the active side", Covers("connector.connect.receive-before"), Variant("full"),
			func(ctx context.Context, local, peer *End) *Connection { return ConnectEnds(ctx, local, peer) }),
		Entry("on the passive side", Covers("connector.connect.receive-before"), Variant("full-passive"),
			func(ctx context.Context, local, peer *End) *Connection { return ConnectEnds(ctx, peer, local) }),
	)

	It("connects every address to one of its family", Covers("connector.connect.every-address"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		for _, from := range local.Addresses() {
			for _, to := range peer.Addresses() {
				if from.Is4() == to.Is4() && from.IsLinkLocalUnicast() == to.IsLinkLocalUnicast() {
					connectsAddresses(ctx, local.At(from), peer.At(to))
					connectsAddresses(ctx, peer.At(to), local.At(from))
				}
			}
		}
	})

	It("connects each of the adapter's addresses to itself when the adapter claims loopback connections",
		Covers("connector.connect.every-address"), Variant("own"), func(ctx SpecContext) {
			local := Local(ctx)
			if local.Info.AdapterFlags&nd2.AdapterLoopbackConnections == 0 {
				Unsupported("loopback connections (ND_ADAPTER_FLAG_LOOPBACK_CONNECTIONS_SUPPORTED)")
			}
			for _, own := range local.Addresses() {
				at := local.At(own)
				a := NewAttempt(ctx, at.End(Shape{}), at.End(Shape{}))
				if !own.IsLinkLocalUnicast() {
					a.Establish().Settle(ctx)
				} else if c := EstablishIfReachable(ctx, a); c != nil {
					c.Settle(ctx)
				}
			}
		})

	DescribeTable("offers the peer no more Reads than the adapter supports, given",
		func(ctx SpecContext, active, passive reads) {
			expectOffered(NewAttempt(ctx, Local(ctx).End(active.shape()), Peer(ctx).End(passive.shape())), active)
		}, offers("connector.connect.reads-offered"))

	DescribeTable("lets any number of Reads be carried out where the read limits are", readingBeyondLimits(8, 64),
		eachReadLimit(""))

	// Several long ones would be in progress for long enough to be more than the other side takes.
	DescribeTable("lets any number of long Reads be carried out, by a peer that is slow, where the read limits are",
		readingBeyondLimits(4, 512<<10), eachReadLimit("long-"))
})

// readingBeyondLimits makes the body of a table of read limits: the spec posts many Reads of size bytes each.
func readingBeyondLimits(many, size int) func(SpecContext, reads, reads, func(*Connection) *End) {
	return func(ctx SpecContext, active, passive reads, reader func(c *Connection) *End) {
		shapes := []Shape{active.shape(), passive.shape()}
		for i := range shapes {
			shapes[i].MemorySize = many * size
		}
		c := NewAttempt(ctx, Local(ctx).End(shapes[0]), Peer(ctx).End(shapes[1])).Establish()
		c.NeedTransfer(size)
		c.Settle(ctx)
		to := reader(c)
		n := requests(many, to)
		from := c.Other(to).Memory
		want := from.Fill(0, n*size, 3)
		resume := c.Other(to).InjectIfPossible(providers.Fault{Kind: providers.Hold})
		for i := range n {
			at := from.Remote().At(i * size)
			Expect(to.Read(uintptr(i), to.Memory.List(i*size, size), at.Address, at.Token, 0)).To(Return(nd2.Success))
		}
		resume()
		Expect(Results(ctx, to.Initiated, n)).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, n), nd2.Success)...))
		Expect(to.Memory.Bytes[:n*size]).To(HoldBytes(want))
	}
}

// eachReadLimit returns an entry of that table for each way to be limited.
func eachReadLimit(variant string) (list []TableEntry) {
	for _, e := range []struct {
		name, variant   string
		active, passive reads
		reader          func(*Connection) *End
	}{
		{"1", "one", reads{1, 1}, reads{1, 1}, activeEnd},
		{"1 on the passive side, which reads", "passive", reads{1, 1}, reads{1, 1}, passiveEnd},
		{"1 inbound on the peer's side", "peer-inbound", reads{most, most}, reads{1, most}, activeEnd},
		{
			"1 inbound on this side, from which the peer reads", "own-inbound",
			reads{1, most},
			reads{most, most},
			passiveEnd,
		},
		{"more than either adapter supports", "most", reads{most, most}, reads{most, most}, activeEnd},
	} {
		labels := []any{Covers("connector.connect.reads-limited")}
		if variant+e.variant != "one" {
			labels = append(labels, Variant(variant+e.variant))
		}
		list = append(list, Entry(e.name, append(labels, e.active, e.passive, e.reader)...))
	}
	return list
}

func activeEnd(c *Connection) *End  { return c.Active }
func passiveEnd(c *Connection) *End { return c.Passive }

// connectsAddresses connects two sides at their addresses, if they reach each other, and shows that both connectors
// tell those. The active side writes a link-local address with the scope of its own link.
func connectsAddresses(ctx context.Context, active, passive *Side) {
	a := NewAttempt(ctx, active.End(Shape{}), passive.End(Shape{}))
	target, _ := nd2.ParseSockaddr(a.Address)
	if to := passive.Address; to.IsLinkLocalUnicast() {
		a.Address = nd2.Sockaddr(netip.AddrPortFrom(to.WithZone(active.Address.Zone()), target.Port()))
	}
	c := EstablishIfReachable(ctx, a)
	if c == nil {
		return
	}
	for _, told := range []struct {
		get  func(sockaddr []byte, size *uint32) nd2.Status
		want netip.Addr
		what string
	}{
		{a.Active.Connector.GetLocalAddress, active.Address, "the active connector's own address"},
		{a.Active.Connector.GetPeerAddress, passive.Address, "the peer's address, at the active connector"},
		{a.Passive.Connector.GetLocalAddress, passive.Address, "the passive connector's own address"},
		{a.Passive.Connector.GetPeerAddress, active.Address, "the peer's address, at the passive connector"},
	} { // no page says which scope is told
		Expect(AddressFrom(told.get).Addr().WithZone("")).To(Equal(told.want.WithZone("")), told.what)
	}
	c.Settle(ctx)
}
