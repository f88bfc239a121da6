package wait

import (
	"testing"
	"time"
)

// A thread that gets no processor keeps the provider from doing what it owes.
func TestAThreadWithoutAProcessorIsStarved(t *testing.T) {
	begin := time.Now()
	before := thread{delayed: time.Second, turns: 7}
	for name, c := range map[string]struct {
		then, now thread
		want      bool
	}{
		"asleep":                     {before, before, false},
		"busy, and seldom delayed":   {before, thread{1400 * time.Millisecond, 90, true}, false},
		"delayed every other moment": {before, thread{1600 * time.Millisecond, 90, true}, false},
		"delayed most of the time":   {before, thread{1800 * time.Millisecond, 9, false}, true},
		"ready, and without a turn":  {thread{time.Second, 7, true}, thread{time.Second, 7, true}, true},
		"ready, and had its turn":    {thread{time.Second, 7, true}, thread{time.Second, 8, true}, false},
		"ready since a moment ago":   {before, thread{time.Second, 7, true}, false},
		"ended while it was delayed": {before, thread{}, false},
	} {
		then := &threads{begin, map[string]thread{"1": c.then}}
		now := &threads{begin.Add(time.Second), map[string]thread{"1": c.now}}
		if then.starved(now) != c.want {
			t.Errorf("%s: starved is %v", name, !c.want)
		}
	}
}

func TestTheKernelTellsOfThreads(t *testing.T) {
	for id, one := range lookAtThreads(time.Now()).all {
		if one.turns > 0 {
			return
		}
		t.Logf("thread %s: %+v", id, one)
	}
	t.Error("no thread has ever had a processor")
}

// While threads are starved the rest of the limit is waited for again, but not for ever.
func TestAStarvedWaitEnds(t *testing.T) {
	w := For(time.Second)
	w.waited = w.limit
	for range excusedMost {
		w.halfway = &threads{w.looked, map[string]thread{}}
		for id := range lookAtThreads(time.Now()).all {
			w.halfway.all[id] = thread{delayed: -time.Hour}
		}
		w.waited = 2 * w.limit
		if w.Over() {
			t.Fatalf("it is over after %d times", w.excused)
		}
	}
	w.halfway = &threads{w.looked, map[string]thread{"1": {}}}
	w.waited = 2 * w.limit
	if !w.Over() {
		t.Error("it is never over")
	}
}
