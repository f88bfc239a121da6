package spec

import (
	"fmt"
	"testing"
)

// What is drawn follows from the draw, the spec and the axis alone. These are what a release has promised: if they
// change, the draw of runs that name none does, too.
func TestDrawsStay(t *testing.T) {
	for _, c := range []struct {
		draw Draw
		spec string
		axis Axis
		of   uint64
		want uint64
	}{
		{Plain, "cq.notify.nd-pending", CompletionQueues, 2, 0},
		{1, "cq.notify.nd-pending", CompletionQueues, 2, 1},
		{1, "qp.send.delivers", ReceiveDepth, 8, 0},
		{2, "qp.send.delivers", ReceiveDepth, 8, 4},
		{3, "mr.register.nd-success", MemoryOffset, 5, 1},
	} {
		got := drawing{draw: c.draw, spec: c.spec}.pick(c.axis, upTo(c.of))
		if got != c.want {
			t.Errorf("draw %d of %s on %s: %d of %d, want %d", c.draw, c.spec, c.axis, got, c.of, c.want)
		}
	}
}

// upTo are the choices from 0 to n-1.
func upTo(n uint64) (list []choice) {
	for i := range n {
		list = append(list, numbers(i)...)
	}
	return list
}

// A third of all specs is plain on every axis; the others get each choice about as often.
func TestDrawsAreEven(t *testing.T) {
	const specs, choices = 6000, 4
	count := make([]int, choices)
	for i := range specs {
		count[drawing{draw: 1, spec: fmt.Sprint("spec.", i)}.pick(ReceiveDepth, upTo(choices))]++
	}
	for i, n := range count {
		want := specs * 2 / 3 / choices
		if i == 0 {
			want += specs / 3
		}
		if n < want*9/10 || n > want*11/10 {
			t.Errorf("choice %d is drawn %d times of %d, want about %d", i, n, specs, want)
		}
	}
}

// A pin holds for its axis in every draw, and for no other.
func TestPinsHold(t *testing.T) {
	labels := Pin(ReceiveQueue, "a test")
	moved, byHand := false, map[Axis]uint64{ReceiveQueue: 2}
	for draw := range Draw(50) {
		d := drawing{draw: draw, set: byHand, spec: "qp.flush.idle", labels: labels}
		if got := d.pick(ReceiveQueue, upTo(3)); got != 0 {
			t.Fatalf("draw %d gives choice %d on a pinned axis", draw, got)
		}
		moved = moved || d.pick(CompletionQueues, upTo(2)) != 0
	}
	if !moved {
		t.Error("50 draws give the plain choice on an axis that is not pinned")
	}
}
