package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A registration is used by what was posted and bound before another took its place, until that is over.
func TestAFormerRegistrationIsUsedUntilAllIsOver(t *testing.T) {
	w := New(program.Config{Connections: 1, Regions: 1, Memory: 64, Windows: 1}, [2]nd2.AdapterInfo{})
	e := w.ends[1]
	early := &request{tick: w.moment()}
	held := e.hold(early, true, false, Place{Length: 8})
	bind := w.moment()
	until := w.Now()
	e.hold(&request{tick: w.moment()}, true, false, Place{Offset: 8, Length: 8})
	for _, c := range []struct {
		what string
		do   func()
		uses bool
	}{
		{"a request", func() {}, true},
		{"a window", func() { e.windows[0].phase, e.windows[0].since = bound, bind; e.let(held) }, true},
		{"a later request", func() { e.windows[0].phase = free }, false},
		{"a later window", func() { e.windows[0].phase, e.windows[0].since = bound, w.moment() }, false},
	} {
		if c.do(); w.Uses(1, until) != c.uses {
			t.Errorf("%s: %v", c.what, !c.uses)
		}
	}
}
