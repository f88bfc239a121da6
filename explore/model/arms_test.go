package model

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// A request for solicited results completes with a later one for any result, unless both
// were made beside each other.
func TestATriggerCompletesWhatWasThereBefore(t *testing.T) {
	for _, c := range []struct {
		what           string
		solicited, any uint64
		due            bool
	}{
		{"before", 4, 5, true},
		{"beside", 5, 5, false},
	} {
		solicited, other := &Arm{Kind: nd2.NotifySolicited, tick: c.solicited}, &Arm{Kind: nd2.NotifyAny, tick: c.any}
		q := &queue{arms: []*Arm{solicited, other}}
		q.result(9, false, nd2.Success)
		if solicited.due != c.due || !other.due {
			t.Errorf("made %s: due are %v and %v", c.what, solicited.due, other.due)
		}
	}
}

// A queue may have room for so many requests and no more, but for one at least.
func TestARequestIsRefusedBesideOthersOnly(t *testing.T) {
	for _, number := range []int{0, SharedQueue} {
		w := &World{}
		w.ends[0] = &end{queues: []*queue{{}}}
		first, second := &Arm{}, &Arm{}
		w.ends[0].queues[0].arms, w.ends[0].watching = []*Arm{first, second}, []*Arm{first, second}
		if v := w.Armed(&Call{Queue: number, Arm: second}, nd2.InsufficientResources); v != nil {
			t.Errorf("queue %d, beside another one: %v", number, v)
		}
		if v := w.Armed(&Call{Queue: number, Arm: first}, nd2.InsufficientResources); v == nil {
			t.Errorf("queue %d: the only request may be refused", number)
		}
	}
}
