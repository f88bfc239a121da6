package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// strayed is a world whose shared queue at end 0 holds the given number of Receives; a message to a queue pair that is
// gone may have taken one.
func strayed(t *testing.T, held, depth int) *World {
	t.Helper()
	w := connectedWorld(4, depth)
	posted(t, w, 0, held)
	c := w.connections[1]
	c.flowed = true
	w.settling = true
	call := w.emptySend(c.side[1])
	w.settling = false
	if call == nil {
		t.Fatal("nothing can be sent")
	}
	sent := nd2.Result{
		Status: nd2.Success, QueuePairContext: uintptr(c.side[1].context),
		RequestContext: uintptr(call.Context), RequestType: nd2.RequestSend,
	}
	if _, v := w.Took(1, sent); v != nil {
		t.Fatal(v)
	}
	w.Ends(1, 1, program.Flush)
	w.Gone(1)
	return w
}

// Nobody knows what is where a message may have arrived whose result has not come, until it comes.
func TestWhatAMessageThatStrayedHasWrittenIsNotKnown(t *testing.T) {
	w := strayed(t, 1, 16)
	gone, r := w.gone[1<<16|2], w.ends[0].shared[0]
	if sure := w.Sure(0, 0); len(sure) == 0 || holds(sure, r.places[0]) {
		t.Errorf("of %v is known what they hold, and the Receive is of %v", sure, r.places)
	}
	came := nd2.Result{
		Status: nd2.Success, QueuePairContext: uintptr(gone.context), RequestContext: uintptr(r.context),
		RequestType: nd2.RequestReceive,
	}
	if _, v := w.Took(0, came); v != nil {
		t.Fatal(v)
	}
	if sure := w.Sure(0, 0); len(sure) != 1 || !holds(sure, r.places[0]) {
		t.Errorf("the result has come, and of %v is known what they hold", sure)
	}
}

// What a canceled Receive of a queue pair that is gone holds is never known.
func TestACanceledReceiveOfAQueuePairThatIsGoneIsNotKnown(t *testing.T) {
	w := strayed(t, 1, 16)
	gone, r := w.gone[1<<16|2], w.ends[0].shared[0]
	came := nd2.Result{
		Status: nd2.Canceled, QueuePairContext: uintptr(gone.context), RequestContext: uintptr(r.context),
		RequestType: nd2.RequestReceive,
	}
	if _, v := w.Took(0, came); v != nil {
		t.Fatal(v)
	}
	if holds(w.Sure(0, 0), r.places[0]) {
		t.Error("it is known what it holds")
	}
}

func holds(sure []Place, p Place) bool {
	for _, s := range sure {
		if s.touches(p) {
			return true
		}
	}
	return false
}

// A Receive that may have been lost serves no message for sure: another one is posted for it, and
// none is sent that only the lost one could take.
func TestAReceiveThatMayBeLostIsNotCountedOn(t *testing.T) {
	w := strayed(t, 1, 2)
	if c, done := w.Empty(); !done {
		t.Errorf("%+v is to empty a queue that may be empty", c)
	}
	p := w.connections[3].side[1]
	w.connections[3].flowed = true
	w.settling = true
	w.emptySend(p)
	w.settling = false
	for range 100 { // places are looked for a few times only
		if c := w.Settle(); c != nil && c.Shared {
			return
		}
	}
	t.Error("no Receive is posted for a message")
}

// Queue pairs stay where their going could leave no room for a Receive.
func TestNoQueuePairGoesThatMayTakeTheLastPlace(t *testing.T) {
	w := connectedWorld(2, 2)
	posted(t, w, 0, 2)
	p := w.connections[1].side[1]
	w.connections[1].flowed = true
	for range 2 {
		if !w.mayGo(w.connections[1]) {
			t.Error("it may not go while a place is left")
		}
		w.settling = true
		w.emptySend(p)
		w.settling = false
	}
	if w.mayGo(w.connections[1]) {
		t.Error("it may go with all places")
	}
}
