package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestExceeds shows that a request beyond the limit is noticed when it is refused, and remembered
// when it is not.
func TestExceeds(t *testing.T) {
	var refused []uint64
	post := func(r *Recorder, entries int, returned nd2.Status) {
		list := make([]nd2.SGE, entries)
		for i := range list {
			list[i].Buffer = make([]byte, 50)
		}
		r.begin("qp1", "Send", "context _ _?", uintptr(1), list, nd2.OpFlags(0)).end(returned)
	}
	r := NewRecorder()
	r.Limit(100, func(length uint64) { refused = append(refused, length) })
	post(r, 2, nd2.InvalidParameter)
	if len(refused) > 0 || r.Exceeds() > 0 {
		t.Errorf("a request at the limit is beyond it: %v", refused)
	}
	post(r, 9, nd2.Success)
	if len(refused) > 0 || r.Exceeds() != 450 {
		t.Errorf("%v refused, %d posted, want none and 450", refused, r.Exceeds())
	}
	post(r, 3, nd2.BufferOverflow)
	if len(refused) != 1 || refused[0] != 150 {
		t.Errorf("%v refused, want 150", refused)
	}
}
