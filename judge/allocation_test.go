//go:build !race

package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// TestNoAllocation: nothing is allocated in the steady state. The race detector makes pools forget what they keep.
func TestNoAllocation(t *testing.T) {
	k := judge.New(nil)
	k.Mark(func(*calls.Call) judge.Mark { return judge.Mark{At: 1} })
	queue, pair := idleObjects(k.Watch(idleProvider{}))
	results := make([]nd2.Result, 8)
	o := nd2.Overlapped{Event: idleEvent{}}
	once := func() {
		pair.Send(5, nil, 0)
		queue.GetResults(results)
		queue.GetResults(results)
		queue.Notify(nd2.NotifyAny, &o)
		queue.GetOverlappedResult(&o, false)
	}
	for range 3000 { // until as many requests have ended as are remembered
		once()
	}
	if n := testing.AllocsPerRun(2000, once); n > 0 {
		t.Errorf("%v allocations a message", n)
	}
}
