package spec

import (
	"testing"
	"time"
)

// TestSite shows when waits become shorter, and that they are left out only if nothing
// has ever come.
func TestSite(t *testing.T) {
	const limit = 10 * time.Second
	var s Site
	for n, want := range map[int]time.Duration{0: limit, 2: limit, 3: limit / 10, 7: limit / 10, 8: limit / 50, 19: limit / 50, 20: 0, 500: 0} {
		if got := (Site{Missed: n}).Patience(limit); got != want {
			t.Errorf("%d in vain: %v, want %v", n, got, want)
		}
	}
	if got := (Site{Missed: 500, Met: 1}).Patience(limit); got != limit/50 {
		t.Errorf("if something came: %v", got)
	}
	s = s.After(false, Cause{}).After(true, Cause{Spec: "first"}).After(true, Cause{Spec: "second"}).After(false, Cause{})
	if want := (Site{Met: 1, Missed: 2, Cause: Cause{Spec: "first"}}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}
