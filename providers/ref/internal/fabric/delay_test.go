package fabric

import (
	"slices"
	"testing"
	"time"
)

// awaiting makes the host signal when n datagrams have arrived.
func (h *host) awaiting(n int) (done chan time.Duration) {
	done = make(chan time.Duration, 1)
	h.counted = func() {
		if len(h.seen) == n {
			done <- h.port.Now()
		}
	}
	return done
}

func eachNetwork(t *testing.T, test func(t *testing.T, a, b *host)) {
	t.Run("memory", func(t *testing.T) {
		_, a, b := newHosts(t)
		test(t, a, b)
	})
	t.Run("udp", func(t *testing.T) {
		_, a, b := newUDPHosts(t)
		test(t, a, b)
	})
}

func TestDelay(t *testing.T) {
	eachNetwork(t, func(t *testing.T, a, b *host) {
		const delay = 5 * time.Millisecond
		b.port.Impair(Impairments{Delay: delay})
		done, sent := b.awaiting(30), b.port.Now()
		a.send(0, 30)
		if took := <-done - sent; took < delay {
			t.Errorf("took %v", took)
		}
		wantFirst(t, b.received(), 30)
	})
}

func TestJitter(t *testing.T) {
	eachNetwork(t, func(t *testing.T, a, b *host) {
		b.port.Impair(Impairments{Jitter: 2 * time.Millisecond})
		done := b.awaiting(200)
		a.send(0, 200)
		<-done
		seen := slices.Clone(b.received())
		if slices.IsSorted(seen) {
			t.Error("none has overtaken another")
		}
		slices.Sort(seen)
		wantFirst(t, seen, 200)
	})
}

func TestDelayedToNobody(t *testing.T) {
	eachNetwork(t, func(t *testing.T, a, b *host) {
		const delay = 20 * time.Millisecond
		b.port.Impair(Impairments{Delay: delay})
		a.port.Impair(Impairments{Delay: 2 * delay})
		done := a.awaiting(1)
		sent := a.port.Now()
		a.send(0, 1)
		b.send(0, 1)
		b.port.Run() // what is in b's socket
		b.port.Detach()
		inTime := a.port.Now()-sent < delay // or else it may have been delivered before
		<-done
		if inTime && len(b.received()) > 0 {
			t.Error("delivered to a detached port")
		}
	})
}

func TestDelayIsBounded(t *testing.T) {
	_, a, b := newHosts(t)
	b.port.Impair(Impairments{Delay: time.Hour})
	a.send(0, depth+7)
	if got := b.port.Counters().Dropped; got != 7 {
		t.Errorf("dropped %d, want 7", got)
	}
}
