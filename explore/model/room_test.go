package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// Silent requests take no room in a completion queue, and their connection ends only where there is room for
// all of them, since they are canceled then.
func TestSilentRequestsTakeNoRoomUntilTheirConnectionEnds(t *testing.T) {
	const depth = 6
	w := connectedWorld(1, 0)
	end := w.Active(0)
	p := w.connections[0].side[end]
	w.ends[end].queues[p.initiatorQueue].depth = depth
	for n := range uint64(depth + 2) {
		if w.do(program.Bind, uint64(end), wishSilent, n) == nil && w.do(program.Write, uint64(end), wishSilent, n) == nil {
			t.Fatalf("of %d silent requests the last is not posted", n+1)
		}
	}
	if w.do(program.Write, uint64(end), 0, 1) == nil {
		t.Fatal("there is no room for a request behind silent ones")
	}
	if w.do(program.Flush, uint64(end), 0, 0) != nil || w.MayRemove() {
		t.Error("the connection may end, though its queue has no room for what is canceled")
	}
	w.ends[end].queues[p.initiatorQueue].depth = 2 * depth
	if w.do(program.Flush, uint64(end), 0, 0) == nil || !w.MayRemove() {
		t.Error("the connection may not end, though its queue has room for what is canceled")
	}
	if w.Ends(0, end, program.Flush); w.load(end, p.initiatorQueue) != len(p.initiated) {
		t.Errorf("%d results may come to the queue, want %d", w.load(end, p.initiatorQueue), len(p.initiated))
	}
}

// Results may fill a queue if they all come without anybody's help.
func TestResultsFillACompletionQueue(t *testing.T) {
	const depth = 5
	w := connectedWorld(1, 0)
	for _, c := range []struct {
		op  program.Op
		end int
	}{{program.Write, w.Active(0)}, {program.Receive, 1 - w.Active(0)}} {
		p := w.connections[0].side[c.end]
		number := p.initiatorQueue
		if c.op == program.Receive {
			number = p.receiveQueue
		}
		w.ends[c.end].queues[number].depth = depth
		for n := range uint64(200) {
			w.do(c.op, uint64(c.end), wishSmall, n)
		}
		if load := w.load(c.end, number); load != depth {
			t.Errorf("%s: a queue of %d holds %d results", c.op, depth, load)
		}
	}
}

// What counts is the threshold of the moment: a fall below an earlier, higher one is none.
func TestALoweredThresholdHoldsForRequestsOutstanding(t *testing.T) {
	for arriving, fires := range map[int]bool{1: false, 2: true} {
		w := connectedWorld(2, 16)
		posted(t, w, 0, 4)
		w.ends[0].threshold = 4
		a := w.watch(newRandom(0)).Notify
		for seed := uint64(0); w.ends[0].threshold != 3; seed++ {
			w.ends[0].threshold = 4
			w.do(program.Modify, 0, 0, seed)
			w.ends[0].sharedDepth = 16
		}
		a.above, a.mayFire = true, false // whatever the other thresholds were
		arrive(t, w, 0, arriving)
		if v := w.Fired(0, SharedQueue, a, nd2.Success); (v == nil) != fires || a.Due() != fires {
			t.Errorf("after %d of 4 Receives: %v, due %v", arriving, v, a.Due())
		}
	}
}
