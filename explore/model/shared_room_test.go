package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

// A Receive of a shared queue leaves room in each completion queue that its result may come to,
// that of a queue pair that was released too, which other queue pairs use for what they initiate.
func TestSharedReceivesLeaveRoom(t *testing.T) {
	const released, depth = 1, roomToSettle + 2
	w := connectedWorld(4, 64)
	for end, e := range w.ends {
		e.queues[released].depth = depth
		w.connections[released].side[end] = nil
	}
	posted := 0
	for n := range uint64(64) {
		if w.do(program.Receive, 7, 0, n) != nil {
			posted++
		}
	}
	if posted == 0 {
		t.Fatal("no Receive is posted to the shared queue")
	}
	for end := range w.ends {
		if room := depth - w.load(end, released); room < roomToSettle {
			t.Errorf("end %d: of a queue of %d there is room for %d, want %d", end, depth, room, roomToSettle)
		}
	}
}
