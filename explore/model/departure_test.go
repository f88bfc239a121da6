package model

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// endingConcurrently makes a lane end the first connection of a world from an end beside what another posts to its
// queue pairs.
func endingConcurrently(w *World, how program.Op, end uint64, posts func()) (ending *Call) {
	w.BeginBlock()
	ending = w.laned(1, how, end, 1)
	posts()
	w.EndBlock()
	return ending
}

// Of a request that is posted beside the end of its connection it is not known whether it is refused,
// carried out or canceled.
func TestAPostBesideAnEndingMayComeToAnything(t *testing.T) {
	for _, how := range []program.Op{program.Flush, program.Disconnect} {
		for _, comes := range []nd2.Status{nd2.ConnectionInvalid, nd2.Canceled, nd2.Success} {
			w := connectedWorld(1, 0)
			end := uint64(w.Active(0))
			var c *Call
			if endingConcurrently(w, how, end, func() { c = w.laned(0, program.Write, end, 2) }) == nil || c == nil {
				t.Fatal("a lane can't end a connection beside a Write")
			}
			at := nd2.Success
			if comes == nd2.ConnectionInvalid {
				at = comes
			}
			if v := w.Returned(c, at); v != nil {
				t.Errorf("%s, %v: %v", how, comes, v)
			}
			if at == nd2.Success {
				p := w.connections[0].side[end]
				_, v := w.Took(int(end), nd2.Result{
					Status: comes, RequestType: nd2.RequestWrite, RequestContext: uintptr(c.Context),
					QueuePairContext: uintptr(p.context),
				})
				if v != nil {
					t.Errorf("%s, %v: %v", how, comes, v)
				}
			}
			if !w.Drained(0) {
				t.Errorf("%s, %v: the Write has not ended", how, comes)
			}
		}
	}
}

// What a refused request would have written is whatever is there, and is used by nobody.
func TestARefusedPostBesideAnEndingLeavesItsPlacesOpen(t *testing.T) {
	w := connectedWorld(1, 0)
	end := uint64(w.Active(0))
	var receive, write, send *Call
	endingConcurrently(w, program.Flush, end, func() {
		receive = w.laned(0, program.Receive, 1-end, 2)
		write = w.laned(0, program.Write, end, 3)
		send = w.laned(0, program.Send, end, 4)
	})
	for _, c := range []*Call{receive, write, send} {
		if c == nil {
			t.Fatal("nothing can be posted beside an end")
		}
		if v := w.Returned(c, nd2.ConnectionInvalid); v != nil {
			t.Fatal(v)
		}
	}
	unsure, _ := w.Gone(0)
	if write.Remote.Length > 0 && !slices.Contains(unsure[1-end], write.Remote) {
		t.Errorf("the place of a Write that was refused is held to be known: %v", unsure)
	}
	for e := range w.ends {
		if n := len(w.ends[e].accesses); n > 0 {
			t.Errorf("end %d: %d places are used after the connection is gone", e, n)
		}
	}
}

// A request that is refused while its connection is up breaks a rule, whatever lanes there are.
func TestAPostBesideAnotherEndingIsNotRefused(t *testing.T) {
	w := connectedWorld(2, 0)
	var c *Call
	endingConcurrently(w, program.Flush, 0, func() { c = w.laned(0, program.Receive, 2, 2) })
	if v := w.Returned(c, nd2.ConnectionInvalid); v == nil {
		t.Error("a Receive of another connection may be refused")
	}
}

// Nobody could tell what became of silent requests.
func TestNoSilentPostBesideAnEnding(t *testing.T) {
	w := connectedWorld(1, 0)
	end := uint64(w.Active(0))
	endingConcurrently(w, program.Flush, end, func() {
		for seed := range uint64(20) {
			c := w.ResolveConcurrent(program.Step{Op: program.Write, Bits: seed<<16 | end | wishSilent})
			if c != nil && c.Flags&nd2.SilentSuccess != 0 {
				t.Fatal("a silent Write is posted beside a Flush")
			}
		}
	})
	w = connectedWorld(1, 0)
	w.BeginBlock()
	w.ResolveConcurrent(program.Step{Op: program.Write, Bits: 1<<16 | end | wishSilent})
	w.laned(0, program.Write, end, 2)
	if w.laned(1, program.Flush, end, 3) != nil {
		t.Error("a Flush is made beside a silent Write")
	}
	w.EndBlock()
}

// In a block only one lane ends a connection, or connections that share a queue.
func TestOneLaneEndsAConnection(t *testing.T) {
	w := connectedWorld(4, 16)
	w.BeginBlock()
	if w.laned(0, program.Flush, 2, 1) == nil {
		t.Fatal("a lane can't end a connection")
	}
	for what, target := range map[string]uint64{
		"the same one": 2, "its other end": 3,
		"another that shares the queue": 6,
	} {
		if w.laned(1, program.Disconnect, target, 2) != nil {
			t.Errorf("another lane ends %s", what)
		}
	}
	if w.laned(1, program.Disconnect, 4, 3) == nil {
		t.Error("another lane can't end another connection")
	}
	w.EndBlock()
	if w.Connected(1) || w.Connected(2) || !w.Connected(3) {
		t.Error("what is ended is not what lanes have ended")
	}
}
