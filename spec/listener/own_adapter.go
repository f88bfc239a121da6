package listener

import (
	"net/netip"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// facing returns the peer at an address of the family of another.
func facing(peer *Side, address netip.Addr) (at *Side, found bool) {
	for _, own := range peer.Addresses() {
		if own.Is4() == address.Is4() && !own.IsLinkLocalUnicast() {
			return peer.At(own), true
		}
	}
	return nil, false
}

var _ = Describe("An IND2Listener", func() {
	When("it is bound to the unspecified address", func() {
		It("takes no request to another adapter", Covers("listener.bind.any-own-adapter"), giveUpTimeout,
			func(ctx SpecContext) {
				a := Attempting(ctx)
				local, peer := a.Active.Side, a.Passive.Side
				local.NeedOtherAdapter(peer)
				every := netip.IPv4Unspecified()
				if local.Address.Is6() {
					every = netip.IPv6Unspecified()
				}
				l := unbound(local)
				if s := l.Bind(local.At(every).Sockaddr(ChosenPort())); s != nd2.Success {
					Unobservable("the unspecified address can't be bound: " + s.String())
				}
				Expect(l.Listen(0)).To(Return(nd2.Success))
				taking := get(ctx, l, local.Connector())
				a.Address = peer.Sockaddr(AddressFrom(l.GetLocalAddress).Port())
				connect := a.Connect(nil)
				half, cancel := HalfTimeout(ctx)
				defer cancel()
				var backoff poll.Backoff
				for half.Err() == nil && !connect.Done() && !taking.Done() {
					backoff.Wait(half)
				}
				Expect(taking).To(BePending())
				Expect(connect.InTime().Wait()).To(ReturnFailure())
			})
	})

	When("it is bound to one of several addresses", func() {
		It("takes no request to another address", Covers("listener.bind.own-address"), giveUpTimeout, func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			tried := 0
			for _, other := range local.Addresses() {
				if other == local.Address || other.IsLinkLocalUnicast() {
					continue
				}
				from, found := facing(peer, other)
				if !found {
					continue
				}
				a := NewAttempt(ctx, from.End(Shape{}), local.End(Shape{}))
				a.Address = local.At(other).Sockaddr(addressOf(a.Address).Port())
				early := get(ctx, a.Listener, a.Passive.Side.Connector())
				connect := a.Connect(nil)
				connect.EndsBriefly()
				late := a.Get()
				for range 2 { // once at once, and once it is known how Connect has ended
					Expect(early).To(BePending())
					Expect(late).To(BePending())
					Expect(connect.InTime().Wait()).To(ReturnFailure(), "a Connect to where nobody listens")
				}
				tried++
			}
			if tried == 0 {
				Unobservable("the adapter has one address that the peer can connect to")
			}
		})
	})

	When("it is released while a request waits", func() {
		It("ends with a failure", Covers("listener.getconnectionrequest.release-status"),
			func(ctx SpecContext) {
				local := Local(ctx)
				l, release := local.OwnListener()
				Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
				Expect(l.Listen(0)).To(Return(nd2.Success))
				canceled := get(ctx, l, local.Connector())
				Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
				canceled.Wait()
				waiting := get(ctx, l, local.Connector())
				release()
				ExpectFailedByRelease(ctx, canceled, waiting)
			})
	})
})
