package nic

import (
	"net/netip"
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// newUDPWorld is newWorld over UDP on the loopback network.
func newUDPWorld(t testing.TB) *world {
	onLoopback(t)
	w := &world{t: t, network: fabric.NewUDP("")}
	w.populate("127.0.0.251", "127.0.0.252", DefaultLimits())
	return w
}

func onLoopback(t testing.TB) {
	if runtime.GOOS != "linux" {
		t.Skip("127.0.0.2 is no address of this system's")
	}
}

// newUDPNode is a node of a process of its own.
func newUDPNode(t testing.TB, address string) *node {
	w := &world{t: t, network: fabric.NewUDP("")}
	n := w.node(netip.MustParseAddr(address), DefaultLimits())
	t.Cleanup(func() {
		n.device.Close()
		w.network.Close()
	})
	return n
}

// A client that polls for its Receives and then does nothing more has its peer's
// Sends acknowledged all the same: nothing is sent again here.
func TestAcknowledgedWithoutTheClient(t *testing.T) {
	onLoopback(t)
	settles(t)
	w := &world{t: t, a: newUDPNode(t, "127.0.0.251"), b: newUDPNode(t, "127.0.0.252")}
	x, y := w.pair(func(c *rc.Config) { c.AckTimeout = 0 })
	for range 200 {
		want(t, y.Receive(1, []nd2.SGE{w.b.sge(0, 64)}), nd2.Success)
		want(t, x.Send(2, []nd2.SGE{w.a.sge(0, 64)}, 0), nd2.Success)
		poll(w.b.cq)
		one(t, w.a.cq, nd2.Success)
	}
}

// Who has polled and then waits is notified, although for a while nobody looked for
// what polling clients find.
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
