package model

import "testing"

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
