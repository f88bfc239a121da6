package trace

import (
	"slices"
	"testing"
	"time"
)

// TestTheThreadThatHangsIsShown shows which threads come first if there are too many to show: the longest stuck, other
// stuck ones, those that were asked to wait, and the latest.
func TestTheThreadThatHangsIsShown(t *testing.T) {
	r := NewRecorder()
	for n := range threadsMost + 2 {
		r.threads[int64(n)] = &thread{number: n, done: []*call{{ended: uint64(100 + n)}}}
	}
	open := func(number int, at time.Duration, waits bool) {
		r.threads[int64(number)].open = append(r.threads[int64(number)].open, &call{at: at, waits: waits})
	}
	open(0, 3*time.Second, false)
	open(1, time.Second, true)
	open(2, 5*time.Second, false)
	open(2, 2*time.Second, false)
	var got []int
	for _, t := range r.latest() {
		got = append(got, t.number)
	}
	if want := []int{2, 0, 1, 9, 8, 7, 6, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
