package nic

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
)

// A datagram may arrive before the device knows its port: nothing is received until it
// does.
func TestAttachIsLocked(t *testing.T) {
	network := &early{t: t, Network: fabric.NewMemory()}
	defer network.Close()
	d, err := NewDevice(network, []netip.Addr{netip.MustParseAddr("192.0.2.1")}, DefaultLimits(), Quirks{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
}

// early is a network that has a datagram in Attach.
type early struct {
	fabric.Network
	t *testing.T
}

func (n *early) Attach(addresses []netip.Addr, r fabric.Receiver) (fabric.Port, error) {
	if d := r.(*Device); d.mu.TryLock() {
		d.mu.Unlock()
		n.t.Error("a datagram would be received by half a device")
	}
	return n.Network.Attach(addresses, r)
}
