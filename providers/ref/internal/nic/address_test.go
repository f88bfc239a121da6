package nic

import (
	"net/netip"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

func TestListenerMisused(t *testing.T) {
	_, a, b := parties(t)
	l := b.manager.NewListener(b.file)
	_, s := l.Address()
	want(t, s, nd2.InvalidDeviceState)
	want(t, l.Listen(0), nd2.InvalidDeviceState)
	want(t, b.get(l).returned, nd2.InvalidDeviceState)
	want(t, l.Bind(a.at(7)), nd2.InvalidAddress)
	want(t, l.Bind(b.at(7)), nd2.Success)
	want(t, l.Bind(b.at(8)), nd2.SharingViolation)
	want(t, l.Listen(0), nd2.Success)
	want(t, l.Listen(0), nd2.InvalidDeviceState)
	want(t, b.connector.Bind(b.at(0)), nd2.Success)
	want(t, b.get(l).returned, nd2.ConnectionActive)
	get := b.other().get(l)
	undo := b.device.FailCancel()
	want(t, l.Cancel(), nd2.Unsuccessful)
	undo()
	if !get.pending() {
		t.Error("GetConnectionRequest has been canceled")
	}
}

// TestAddresses is a connector's addresses at each step.
func TestAddresses(t *testing.T) {
	_, a, b := parties(t)
	_, s := a.connector.LocalAddress()
	want(t, s, nd2.ConnectionInvalid)
	want(t, a.connector.Bind(b.at(9)), nd2.InvalidAddress)
	want(t, a.connector.Bind(netip.AddrPortFrom(netip.IPv4Unspecified(), 9)), nd2.Success)
	want(t, a.connector.Bind(a.at(10)), nd2.SharingViolation)
	if got, s := a.connector.LocalAddress(); s != nd2.Success || got != a.at(9) {
		t.Errorf("bound to %v, %v", got, s)
	}
	meet(a, b, Reads{}, "")
	_, s = a.connector.PeerAddress()
	want(t, s, nd2.ConnectionInvalid)
	if got, s := b.connector.PeerAddress(); s != nd2.Success || got != a.at(9) {
		t.Errorf("asked by %v, %v", got, s)
	}
	want(t, b.other().accept(Reads{}, "").returned, nd2.ConnectionInvalid)
}

// TestDestinations is Connect's inline status.
func TestDestinations(t *testing.T) {
	w, a, b := parties(t)
	six := w.node(netip.MustParseAddr("2001:db8::1"), DefaultLimits())
	t.Cleanup(six.device.Close)
	far := newParty(t, six)
	want(t, a.connect(far.at(7), Reads{}, "").returned, nd2.NetworkUnreachable)
	want(t, a.connect(netip.MustParseAddrPort("192.0.2.99:7"), Reads{}, "").returned, nd2.HostUnreachable)

	// Two connectors share a listener's port, but not a connection.
	own, l := a.listen(9, 0), b.listen(7, 0)
	rival := a.other()
	want(t, a.connector.Bind(a.at(9)), nd2.Success)
	want(t, rival.connector.Bind(a.at(9)), nd2.Success)
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.Pending)
	want(t, rival.connect(b.at(7), Reads{}, "").returned, nd2.AddressAlreadyExists)
	want(t, a.connector.Cancel(), nd2.Success)
	want(t, rival.connect(b.at(7), Reads{}, "").returned, nd2.Pending)
	for _, end := range []func(){a.connector.Close, own.Close, rival.connector.Close, l.Close} {
		end()
	}
	if n := len(a.manager.ports.held); n != 0 {
		t.Errorf("%d ports are held", n)
	}
}

// TestTimings: a slower network adds to each wait, which is rounded up to a code.
func TestTimings(t *testing.T) {
	for _, timing := range []Timing{MemoryTiming(), NetworkTiming()} {
		if timing.Slower(0) != timing {
			t.Errorf("%+v is not as slow as itself", timing)
		}
		const by = 300 * time.Millisecond
		slow := timing.Slower(by)
		for name, waits := range map[string][2]uint64{
			"Response": {timing.Response.Microseconds(), slow.Response.Microseconds()},
			"Service":  {timing.Service.Microseconds(), slow.Service.Microseconds()},
			"Ack":      {timing.Ack.Microseconds(), slow.Ack.Microseconds()},
		} {
			if least := waits[0] + uint64(by.Microseconds()); waits[1] < least || waits[1] >= 2*least {
				t.Errorf("%s is %d µs, want %d", name, waits[1], least)
			}
		}
	}
}
