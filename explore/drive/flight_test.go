package drive

import (
	"strings"
	"testing"
	"time"
)

func TestACallThatDoesNotReturnIsNamed(t *testing.T) {
	d := &driver{Options: Options{Limit: time.Millisecond}}
	d.flight.begins(1, &inFlight{what: "Notify", rules: "a.b.c"})
	d.flight.begins(3, &inFlight{what: "GetResults", rules: "a.b.c d.e.f"})
	v := d.stuck(make(chan struct{}))
	if v == nil || strings.Join(v.Rules, " ") != "a.b.c d.e.f" || !strings.Contains(v.Seen,
		"Notify") || !strings.Contains(v.Seen, "GetResults") {
		t.Errorf("%v", v)
	}
}

// As long as calls return, and while nobody is in one, nothing is stuck.
func TestNothingIsStuckThatGoesOn(t *testing.T) {
	d := &driver{Options: Options{Limit: time.Millisecond}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for began := time.Now(); time.Since(began) < 2*leastStuck; {
			d.calling("Flush", "a.b.c")
			d.called()
		}
	}()
	if v := d.stuck(done); v != nil {
		t.Error(v)
	}
	idle := make(chan struct{})
	time.AfterFunc(2*leastStuck, func() { close(idle) })
	if v := d.stuck(idle); v != nil {
		t.Error(v)
	}
}
