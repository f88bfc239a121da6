package nic

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestNumbersOfALaterDevice: a peer that remembers an earlier device of the same seed
// takes no request for a connection for one of that device's.
func TestNumbersOfALaterDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		begin := func() *ConnectionManager { return NewConnectionManager(w.a.device, Timing{}, 1) }
		earlier := begin()
		<-time.After(time.Microsecond) // of the bubble
		later := begin()
		if earlier.psn() == later.psn() {
			t.Error("the same starting PSN")
		}
		if earlier.id() == later.id() {
			t.Error("the same communication id")
		}
	})
}
