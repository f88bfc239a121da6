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

// Receives of queue pairs leave room in a completion queue that a connection uses for what it initiates, also
// while that connection is gone: once it is made again, its messages have to take Receives of the shared queue.
func TestReceivesLeaveRoomForAConnectionThatIsMadeAgain(t *testing.T) {
	const again, other, depth = 1, 2, roomToSettle + 2
	w := connectedWorld(3, 8)
	for end, e := range w.ends {
		e.queues[other].depth = depth
		w.connections[again].side[end] = nil
	}
	for n := range uint64(64) {
		w.do(program.Receive, 2*other+n%2, wishSmall, n)
	}
	for end := range w.ends {
		if room := depth - w.load(end, other); room != roomToSettle {
			t.Errorf("end %d: of a queue of %d there is room for %d, want %d", end, depth, room, roomToSettle)
		}
	}
	w.Join(again)
	w.Joined(again)
	if w.do(program.Receive, uint64(2*again+1-w.Active(again)), 0, 0) == nil {
		t.Fatal("no Receive is posted to the shared queue")
	}
	if c, done := w.Empty(); c == nil || done {
		t.Errorf("no message takes the Receive of the shared queue: %v, done %v", c, done)
	}
}
