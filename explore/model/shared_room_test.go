package model

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
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

// Receives of unshared queues may leave no memory for a Receive of the shared queue, and a message waits for that. Then
// messages end them, also where the end that would send these has to hear from its peer first.
func TestReceivesGiveMemoryBackForAMessageThatWaits(t *testing.T) {
	const own, shared = 0, 1
	for _, end := range []int{0, 1} {
		w := connectedWorld(2, 16)
		from := 1 - end
		w.connections[shared].flowed = true
		if w.do(program.Send, uint64(2*shared+from), 0, 1) == nil {
			t.Fatal("no message is sent")
		}
		p := w.connections[own].side[end]
		w.postReceive(p, &request{kind: nd2.RequestReceive, places: []Place{{Length: w.Config.Memory}}})
		var calls []program.Op
		for range 10 {
			c := w.Settle()
			if c == nil {
				t.Fatalf("end %d: nothing helps a message that waits, after %v", end, calls)
			}
			if calls = append(calls, c.Op); c.Op == program.Send && c.End == from {
				break
			}
			if c.Op == program.Send {
				w.connections[own].flowed = true
				w.connections[own].side[end].outgoing = nil
			}
		}
		want := []program.Op{program.Send}
		if from != w.Active(own) {
			want = []program.Op{program.Receive, program.Send, program.Send}
		}
		if !slices.Equal(calls, want) {
			t.Errorf("end %d: the calls are %v, want %v", end, calls, want)
		}
	}
}

// Writes may hold all memory until the message behind them has come. Where there is little, it still finds a Receive.
func TestMessagesBehindWritesFindAReceive(t *testing.T) {
	const shared = 1
	info := ample
	info.MaxRegistrationSize = 4097
	w := New(program.Config{
		Connections: 2, Initiator: 8, Receive: 8, Shared: 4, Queue: 64, Reads: 1, Entries: 1, Memory: 1 << 16, Regions: 1,
		Message: 8192,
	}, [2]nd2.AdapterInfo{info, info})
	for n := range 2 {
		w.Join(n)
		w.Joined(n)
	}
	from := w.Active(shared)
	p := w.connections[shared].side[from]
	w.ends[1-from].hold(&request{kind: nd2.RequestWrite}, true, false, Place{Length: w.Config.Memory - 1})
	if w.do(program.Send, uint64(2*shared+from), 0, 1) == nil || len(p.outgoing) != 1 {
		t.Fatal("no message is sent")
	}
	for range 100 {
		if c := w.Settle(); c != nil && c.Op == program.Receive {
			return
		}
	}
	t.Error("no Receive is posted for a message that waits")
}
