package nic

import (
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// keptAlive connects two parties that probe each other every few milliseconds.
func keptAlive(t *testing.T) (a, b *party) {
	_, a, b = parties(t)
	for _, m := range []*ConnectionManager{a.manager, b.manager} {
		m.timing.Ack, m.timing.Keepalive = 9, 5_000 // a dead peer is given up after 22 ms
	}
	establish(a, b)
	return a, b
}

// A side that only waits learns that its peer is gone: NotifyDisconnect completes, Receives
// are canceled, and its Disconnect comes second.
func TestWaitingSideHearsOfDeadPeer(t *testing.T) {
	for _, name := range []string{"active", "passive"} {
		t.Run(name, func(t *testing.T) {
			a, b := keptAlive(t)
			waits, dead := a, b
			if name == "passive" {
				waits, dead = b, a
			}
			want(t, waits.queuePair.Receive(1, []nd2.SGE{waits.sge(0, 8)}), nd2.Success)
			notify := waits.notifyDisconnect()
			want(t, notify.returned, nd2.Pending)
			dead.device.Port().Partition(true)
			want(t, notify.status(), nd2.Success)
			one(t, waits.cq, nd2.Canceled)
			want(t, waits.queuePair.Send(2, nil, 0), nd2.Success)
			one(t, waits.cq, nd2.Canceled)
			want(t, waits.disconnect().status(), nd2.Success)
			dead.device.Port().Partition(false)
		})
	}
}

// Probes go on as long as the peer answers, and take none of its resources.
func TestIdleConnectionIsKept(t *testing.T) {
	a, b := keptAlive(t)
	want(t, b.queuePair.Receive(1, []nd2.SGE{b.sge(0, 8)}), nd2.Success)
	for probes := uint64(0); probes < 5; runtime.Gosched() {
		a.device.Lock()
		probes = a.queuePair.conn.Stats().Probes
		a.device.UnlockAndDeliver()
	}
	want(t, a.queuePair.Send(2, []nd2.SGE{a.sge(0, 8)}, 0), nd2.Success)
	one(t, a.cq, nd2.Success)
	one(t, b.cq, nd2.Success)
	want(t, a.disconnect().status(), nd2.Success)
}
