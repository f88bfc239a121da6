package wait

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/internal/child"
)

// A thread that gets no processor keeps the provider from doing what it owes.
func TestAThreadWithoutAProcessorIsStarved(t *testing.T) {
	const ms = time.Millisecond
	begin := time.Now()
	asleep, ready := child.Thread{Ran: ms, Waited: ms, Turns: 7}, child.Thread{Ran: ms, Waited: ms, Turns: 7, Ready: true}
	for name, c := range map[string]struct {
		then, now child.Thread
		want      bool
	}{
		"asleep":                     {asleep, asleep, false},
		"busy, and seldom delayed":   {asleep, child.Thread{Ran: 500 * ms, Waited: 400 * ms, Turns: 90, Ready: true}, false},
		"busy, and never switched":   {ready, child.Thread{Ran: 900 * ms, Waited: ms, Turns: 7, Ready: true}, false},
		"delayed every other moment": {asleep, child.Thread{Ran: 300 * ms, Waited: 600 * ms, Turns: 90, Ready: true}, false},
		"delayed most of the time":   {asleep, child.Thread{Ran: 2 * ms, Waited: 800 * ms, Turns: 9}, true},
		"ready, and without a turn":  {ready, ready, true},
		"ready, and had its turn":    {ready, child.Thread{Ran: 2 * ms, Waited: 2 * ms, Turns: 8, Ready: true}, false},
		"ready since a moment ago":   {asleep, ready, false},
		"ended while it was delayed": {ready, child.Thread{}, false},
	} {
		then := &threads{begin, map[string]child.Thread{"1": c.then}}
		now := &threads{begin.Add(time.Second), map[string]child.Thread{"1": c.now}}
		if then.starved(now) != c.want {
			t.Errorf("%s: starved is %v", name, !c.want)
		}
	}
}

// While threads are starved the rest of the limit is waited for again, but not for ever.
func TestAStarvedWaitEnds(t *testing.T) {
	if len(lookAtThreads(time.Now()).all) == 0 {
		t.Skip("the kernel does not tell of threads")
	}
	w := For(time.Second)
	for range excusedMost + 1 {
		w.waited, w.halfway = 2*w.limit, lookAtThreads(w.looked)
		for id := range w.halfway.all {
			w.halfway.all[id] = child.Thread{Waited: -time.Hour}
		}
		if w.Over() {
			break
		}
	}
	if w.excused != excusedMost || w.waited <= w.limit {
		t.Errorf("it was excused %d times, and %v of %v count", w.excused, w.waited, w.limit)
	}
}

// What is waited for is asked for once more when the time is up, and not after that.
func TestUntil(t *testing.T) {
	signal := make(chan struct{}, 1)
	signal <- struct{}{}
	asked := 0
	if !Until(time.Hour, signal, func() bool { asked++; return asked == 2 }) {
		t.Error("a signal is not heard")
	}
	if Until(time.Millisecond, nil, func() bool { return false }) {
		t.Error("it never ends")
	}
}
