package ref

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// TestPeerProcessIsKilled connects to another process, which waits for a message and is killed.
// This side has nothing under way, but learns of it.
func TestPeerProcessIsKilled(t *testing.T) {
	o := udpOptions(t, 1)
	o.keepalive = 100 * time.Millisecond
	a := newTestSide(t, openForTest(t, o), 0)
	to, peer, _ := startPeer(t, anyLoopback)
	kill := func() {
		_ = peer.Process.Kill()
		_ = peer.Wait()
	}
	t.Cleanup(kill)
	c, q := a.connector(), a.queuePair()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 0, 0, nil, o) }).wait(), nd2.Success)
	returns(t, q.Receive(1, a.sge(8)), nd2.Success)
	returns(t, pends(c, c.CompleteConnect).wait(), nd2.Success)
	notify := pends(c, c.NotifyDisconnect)
	returns(t, notify.returned, nd2.Pending)
	kill()
	returns(t, notify.wait(), nd2.Success)
	if r := a.result(); r.Status != nd2.Canceled || r.RequestContext != 1 {
		t.Errorf("%+v", r)
	}
	returns(t, pends(c, c.Disconnect).wait(), nd2.Success)
}

// Over a real network peers are probed by default; a given interval stands.
func TestKeepaliveOption(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"ref": 0, "ref,keepalive=20ms": 20 * time.Millisecond,
		"ref,fabric=udp": keepaliveOverUDP, "ref,fabric=udp,keepalive=0s": 0,
	} {
		selector, err := providers.ParseSelector(text)
		if err != nil {
			t.Fatal(err)
		}
		i, err := selector.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got := i.(*instance).adapters[0].timing.Keepalive; time.Duration(got)*time.Microsecond != want {
			t.Errorf("%s: after %d us, want %v", text, got, want)
		}
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := providers.ParseSelector("ref,keepalive=2"); err == nil {
		t.Error("a time without its unit is taken")
	}
}
