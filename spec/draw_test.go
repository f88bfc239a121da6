package spec

import (
	"fmt"
	"testing"
)

// What is drawn follows from the draw, the spec and the axis alone. These are what a release has promised: if they
// change, [Usual] does, too.
func TestDrawsStay(t *testing.T) {
	for _, c := range []struct {
		draw Draw
		spec string
		axis Axis
		of   int
		want int
	}{
		{Plain, "cq.notify.nd-pending", CompletionQueues, 2, 0},
		{1, "cq.notify.nd-pending", CompletionQueues, 2, 1},
		{1, "qp.send.delivers", ReceiveDepth, 8, 0},
		{2, "qp.send.delivers", ReceiveDepth, 8, 4},
		{3, "mr.register.nd-success", MemoryOffset, 5, 1},
	} {
		got := drawn(drawing{draw: c.draw, spec: c.spec}, c.axis, numbers(c.of)...)
		if got != c.want {
			t.Errorf("draw %d of %s on %s: %d of %d, want %d", c.draw, c.spec, c.axis, got, c.of, c.want)
		}
	}
}

func numbers(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// A third of all specs is plain on every axis; the others get each choice about as often.
func TestDrawsAreEven(t *testing.T) {
	const specs, choices = 6000, 4
	count := make([]int, choices)
	for i := range specs {
		count[drawn(drawing{draw: Usual, spec: fmt.Sprint("spec.", i)}, ReceiveDepth, numbers(choices)...)]++
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
	moved := false
	for draw := range Draw(50) {
		d := drawing{draw: draw, spec: "qp.flush.idle", labels: labels}
		if got := drawn(d, ReceiveQueue, 0, 1, 2); got != 0 {
			t.Fatalf("draw %d gives choice %d on a pinned axis", draw, got)
		}
		moved = moved || drawn(d, CompletionQueues, 0, 1) != 0
	}
	if !moved {
		t.Error("50 draws give the plain choice on an axis that is not pinned")
	}
}
