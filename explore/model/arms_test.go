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
