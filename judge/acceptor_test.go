package judge

import (
	"net/netip"
	"testing"
)

// TestAcceptor: a connector whose Accept was called before a Connect has not accepted that.
func TestAcceptor(t *testing.T) {
	k, at := New(nil), netip.MustParseAddrPort("192.0.2.1:5")
	l := &object{listener: &listener{}, endpoint: &endpoint{bound: at}}
	asks := &object{connector: &connector{began: 5, offer: offer{listener: l}}, endpoint: &endpoint{destination: at}}
	accepts := &object{connector: &connector{from: l}}
	k.acceptors = []*object{accepts}
	for began, want := range map[uint64]*object{3: nil, 7: accepts} {
		accepts.connector.began = began
		if found, none := k.acceptor(asks); found != want || none != (want == nil) {
			t.Errorf("Accept at %d: found %v, none %t", began, found, none)
		}
	}
}
