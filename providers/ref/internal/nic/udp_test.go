package nic

import (
	"errors"
	"net/netip"
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// newUDPWorld is newWorld over UDP on the loopback network.
func newUDPWorld(t testing.TB) *world {
	w := &world{t: t, network: fabric.NewUDP("")}
	w.a, w.b = w.onLoopback(), w.onLoopback()
	w.closeAtEnd()
	return w
}

// newUDPNode is a node in a separate process.
func newUDPNode(t testing.TB) *node {
	w := &world{t: t, network: fabric.NewUDP("")}
	w.a = w.onLoopback()
	w.closeAtEnd()
	return w.a
}

// onLoopback makes a node at an unused address of the loopback network.
func (w *world) onLoopback() *node {
	if runtime.GOOS != "linux" {
		w.t.Skip("127.0.0.2 is no address of this system's")
	}
	for last := byte(200); last < 255; last++ {
		address := netip.AddrFrom4([4]byte{127, 0, 0, last})
		d, err := NewDevice(w.network, []netip.Addr{address}, DefaultLimits(), Quirks{}, 1)
		if err == nil {
			return w.equip(d)
		}
		if !errors.Is(err, fabric.ErrTaken) {
			w.t.Fatal(err)
		}
	}
	w.t.Fatal("every address is taken")
	return nil
}

// If a client polls for its Receives and then does nothing more, its peer's Sends are
// still acknowledged: nothing is repeated here.
func TestAcknowledgedWithoutTheClient(t *testing.T) {
	settles(t)
	w := &world{t: t, a: newUDPNode(t), b: newUDPNode(t)}
	x, y := w.pair(func(c *rc.Config) { c.AckTimeout = 0 })
	for range 200 {
		want(t, y.Receive(1, []nd2.SGE{w.b.sge(0, 64)}), nd2.Success)
		want(t, x.Send(2, []nd2.SGE{w.a.sge(0, 64)}, 0), nd2.Success)
		poll(w.b.cq)
		one(t, w.a.cq, nd2.Success)
	}
}

// A client that has polled and then waits is notified, although for a while nobody
// looked for the datagrams that polling clients find.
func TestNotifiedAfterPolling(t *testing.T) {
	settles(t)
	w := newUDPWorld(t)
	x, y := w.pair(func(c *rc.Config) { c.AckTimeout = 0 })
	for range 200 {
		want(t, y.Receive(1, nil), nd2.Success)
		for range 3 {
			if r := results(w.b.cq); len(r) > 0 {
				t.Fatal(r)
			}
		}
		o := &nd2.Overlapped{Event: newEvent()}
		want(t, w.b.cq.Notify(nd2.NotifyAny, o), nd2.Pending)
		want(t, x.Send(2, nil, nd2.SilentSuccess), nd2.Success)
		want(t, w.b.cq.Requests.Result(o, true), nd2.Success)
		one(t, w.b.cq, nd2.Success)
	}
}
