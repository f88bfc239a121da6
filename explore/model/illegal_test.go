package model

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A message that is longer than the Receive of a shared queue that it takes may take that with it: there must
// be room for another one afterwards.
func TestAMessageTooLongForASharedQueueLeavesItRoom(t *testing.T) {
	for depth, may := range map[int]bool{1: false, 2: true, 16: true} {
		w := connectedWorld(4, depth)
		posted(t, w, 0, 1)
		sender := w.connections[1].side[1]
		r := &request{kind: nd2.RequestWrite}
		if got := longerThanReceive(w, newRandom(1), sender, r, &Call{}); got != may {
			t.Errorf("with a depth of %d: %v", depth, got)
		}
		if longest := w.ends[0].shared[0].length; may && (r.kind != nd2.RequestSend || r.length <= longest) {
			t.Errorf("with a depth of %d: a %v of %d bytes, for %d", depth, r.kind, r.length, longest)
		}
	}
}

// Of a long Write that reaches beyond what it may only that part may be stored that lies inside.
func TestPartOfALongWriteMayBeStored(t *testing.T) {
	w := connectedWorld(1, 0)
	p := w.connections[0].side[0]
	for _, length := range []int{shortIllegal, shortIllegal + 1} {
		r := &request{kind: nd2.RequestWrite, length: length}
		c := &Call{Window: -1}
		if !beyondRegion(w, newRandom(uint64(length)), p, r, c) {
			t.Fatal("it is not made")
		}
		held := 0
		for _, a := range r.remote {
			held += a.Length
			if a.Offset < 0 || a.Offset+a.Length > w.Config.Memory {
				t.Errorf("%d bytes: %v is not inside", length, a.Place)
			}
		}
		beyond := int(c.Beyond)
		if beyond < 0 {
			beyond = -beyond
		}
		if want := length - beyond; length > shortIllegal && held != want || length <= shortIllegal && held != 0 {
			t.Errorf("%d bytes, %d of them outside: %d may be stored", length, beyond, held)
		}
	}
}

// Whatever reaches beyond a window on both sides, no more than the window may be stored to.
func TestInside(t *testing.T) {
	window := Place{1, 100, 50}
	for _, c := range []struct{ place, want Place }{
		{Place{1, 90, 100}, window},
		{Place{1, 120, 100}, Place{1, 120, 30}},
		{Place{1, 90, 20}, Place{1, 100, 10}},
		{Place{1, 10, 20}, Place{1, 100, 0}},
	} {
		if got := c.place.inside(window); got != c.want {
			t.Errorf("%v: %v, want %v", c.place, got, c.want)
		}
	}
}
