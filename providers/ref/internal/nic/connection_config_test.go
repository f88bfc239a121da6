package nic

import (
	"testing"
	"testing/synctest"
)

// TestNumbersOfALaterDevice: a peer that remembers an earlier device of the same seed
// does not confuse its requests with a new device's, even if the clock stands still
// between them, as a bubble's does.
func TestNumbersOfALaterDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		begin := func() *ConnectionManager { return NewConnectionManager(w.a.device, Timing{}, 1) }
		earlier := begin()
		later := begin()
		if earlier.psn() == later.psn() {
			t.Error("the same starting PSN")
		}
		if earlier.id() == later.id() {
			t.Error("the same communication id")
		}
	})
}

func TestStartAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		m := NewConnectionManager(w.a.device, Timing{}, 1)
		m.StartAt(0x1fffff0)
		if first, second := m.psn(), m.psn(); first != 0xfffff0 || second != first {
			t.Errorf("connections start at %#x and %#x", first, second)
		}
	})
}
