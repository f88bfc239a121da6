package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// posted posts Receives to the shared queue of an end until it holds count, by the queue pair of connection 1.
func posted(t *testing.T, w *World, end, count int) {
	t.Helper()
	for n := 0; len(w.ends[end].shared) < count; n++ {
		if n > 1000 {
			t.Fatal("no more Receives can be posted")
		}
		w.do(program.Receive, uint64(2+end), wishSmall, uint64(n))
	}
}

// A Modify that lacks resources, or is refused, leaves the queue as it was.
func TestAModifyThatFailsChangesNothing(t *testing.T) {
	for n := range uint64(200) {
		w := connectedWorld(2, 16)
		posted(t, w, 0, 4)
		c := w.do(program.Modify, 0, 0, n)
		failure := nd2.InsufficientResources
		if c.Refused {
			if c.Depth >= 4 {
				t.Fatalf("a depth of %d is refused, and 4 Receives are posted", c.Depth)
			}
			failure = nd2.BufferOverflow
		}
		if v := w.Returned(c, failure); v != nil {
			t.Fatal(v)
		}
		if e := w.ends[0]; e.sharedDepth != 16 {
			t.Fatalf("the depth is %d", e.sharedDepth)
		}
	}
}
