package runner

import (
	"testing"
	"time"
)

// TestQuietOfAWorkerThatGetsNoProcessor shows after how many seconds a worker that says nothing is
// given up, by the share of the time that it waits for a processor.
func TestQuietOfAWorkerThatGetsNoProcessor(t *testing.T) {
	for _, c := range []struct {
		name  string
		waits float64
		want  int
	}{
		{"it waits for something else", 0, 20},
		{"it gets half of what it needs", 0.5, 40},
		{"it gets a tenth", 0.9, 200},
		{"it gets nothing", 1, 20 * quietMost},
		{"several of its threads get nothing", 4, 20 * quietMost},
	} {
		q := &quiet{limit: 20 * time.Second}
		q.lasts(time.Second, time.Hour) // what it has waited before counts for nothing afterwards
		q.heard()
		starved, seconds := time.Hour, 1
		for ; !q.lasts(time.Second, starved+time.Duration(float64(seconds)*c.waits*float64(time.Second))); seconds++ {
		}
		if seconds < c.want-1 || seconds > c.want+1 {
			t.Errorf("%s: given up after %d s, want %d", c.name, seconds, c.want)
		}
	}
}

// TestQuietBegunAfresh shows that a worker which says something now and then is never given up.
func TestQuietBegunAfresh(t *testing.T) {
	q := &quiet{limit: 20 * time.Second}
	for n := range 1000 {
		if q.lasts(time.Second, 0) {
			t.Fatalf("given up after %d s", n)
		}
		if n%19 == 0 {
			q.heard()
		}
	}
}

// TestQuietWhoseThreadsEnd shows that the time of a thread that has ended is not taken for time that
// the others have run.
func TestQuietWhoseThreadsEnd(t *testing.T) {
	q := &quiet{limit: 2 * time.Second}
	q.lasts(time.Second, time.Hour)
	if q.lasts(time.Second, time.Minute); q.counted != time.Second {
		t.Errorf("%v counts", q.counted)
	}
}
