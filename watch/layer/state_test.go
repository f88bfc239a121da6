package layer

import (
	"slices"
	"testing"
	"time"
)

// What is under way is written after an idle pulse, each second while something happens, and once more after an idle
// second; at once when something happens after that.
func TestPace(t *testing.T) {
	var p pace
	var when []int
	for n, now := 0, time.Unix(1, 0); n < 60; n, now = n+1, now.Add(pulse) {
		happened := uint64(0)
		switch {
		case n >= 40:
			happened = 100 // after it was still
		case n >= 25:
			happened = 25
		case n >= 2: // busy
			happened = uint64(n)
		}
		if _, due := p.due(happened, now); due {
			when = append(when, n)
		}
	}
	if want := []int{2, 12, 22, 26, 35, 40, 50}; !slices.Equal(when, want) {
		t.Errorf("%v, want %v", when, want)
	}
}
