package model

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A queue pair that ends may have taken a Receive of the shared queue for each message that was sent to it, and
// cancels no others.
func TestOnlyTakenReceivesOfASharedQueueAreCanceled(t *testing.T) {
	for messages := range 3 {
		sender, taker := &pair{}, &pair{}
		sender.peer, taker.peer = taker, sender
		for range messages {
			sender.outgoing = append(sender.outgoing, &message{})
		}
		canceled := 0
		for taker.untaken(&request{}, nd2.Result{Status: nd2.Canceled}) == nil {
			canceled++
		}
		if canceled != messages {
			t.Errorf("%d messages: %d Receives may be canceled", messages, canceled)
		}
		if v := taker.untaken(&request{pair: taker}, nd2.Result{Status: nd2.Canceled}); v != nil {
			t.Errorf("a Receive of the queue pair's own: %v", v)
		}
	}
}

// A window can be used once a message has come that was sent after its Bind.
func TestAMessageOpensTheWindowsThatWereBoundBefore(t *testing.T) {
	p := &pair{}
	before, after := &window{phase: bound, pair: p, since: 1}, &window{phase: bound, pair: p, since: 3}
	others, free := &window{phase: bound, pair: &pair{}, since: 1}, &window{pair: p, since: 1}
	w := &World{}
	w.ends[0] = &end{windows: []*window{before, after, others, free}}
	w.opened(p, &message{tick: 2})
	if !before.open || after.open || others.open || free.open {
		t.Errorf("open are %v, %v, %v and %v", before.open, after.open, others.open, free.open)
	}
}
