package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

// A window is as new when its connection has gone, whichever end's requests went through it: nothing
// that goes through it afterwards lets it be invalidated at the same time.
func TestAWindowIsAsNewAfterItsConnection(t *testing.T) {
	used := false
	for seed := range uint64(2000) {
		w := connectedWorld(1, 0)
		w.connections[0].flowed = true
		for end := range uint64(2) {
			if w.do(program.Bind, end, 0, seed) != nil {
				w.ends[end].windows[0].settled = true
			}
		}
		for end := range uint64(2) {
			w.do(program.Write, end, wishWindow, seed)
		}
		for _, e := range w.ends {
			used = used || e.windows[0].users > 0
		}
		w.Gone(0)
		for end, e := range w.ends {
			if users := e.windows[0].users; users != 0 {
				t.Fatalf("seed %d: %d requests go through the window of end %d, whose connection has gone", seed, users, end)
			}
		}
	}
	if !used {
		t.Error("no Write has gone through a window")
	}
}
