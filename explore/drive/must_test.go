package drive

import "testing"

// TestCaught: what ends with a violation returns it, and any other panic goes on.
func TestCaught(t *testing.T) {
	released := false
	v := caught(func() {
		defer func() { released = true }()
		breaks("qp.flush.nd-success", "Flush returned %d", 7)
	})
	if v == nil || v.Seen != "Flush returned 7" || !released {
		t.Errorf("caught %v, and released %t", v, released)
	}
	if v := caught(func() { must(nil) }); v != nil {
		t.Errorf("caught %v of nothing", v)
	}
	defer func() {
		if end := recover(); end != "crash" {
			t.Errorf("a panic became %v", end)
		}
	}()
	_ = caught(func() { panic("crash") })
}
