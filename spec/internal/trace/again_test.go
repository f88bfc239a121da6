package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestAgain shows that a call which was refused for want of resources is made once more if it may
// be, that another is not, and that both calls are shown.
func TestAgain(t *testing.T) {
	for name, c := range map[string]struct {
		answers []nd2.Status
		may     bool
		want    nd2.Status
		calls   int
		moments int
	}{
		"a moment":        {[]nd2.Status{nd2.InsufficientResources, nd2.Success}, true, nd2.Success, 2, 1},
		"another refusal": {[]nd2.Status{nd2.NoMemory, nd2.InvalidParameter}, true, nd2.InvalidParameter, 2, 1},
		"longer": {
			[]nd2.Status{nd2.InsufficientResources, nd2.InsufficientResources},
			true,
			nd2.InsufficientResources, 2, 0,
		},
		"wanted":  {[]nd2.Status{nd2.InsufficientResources}, false, nd2.InsufficientResources, 1, 0},
		"no lack": {[]nd2.Status{nd2.InvalidParameter}, true, nd2.InvalidParameter, 1, 0},
	} {
		r, moments, calls := NewRecorder(), 0, 0
		r.Again(func(string) bool { return c.may }, func(string) { moments++ })
		call := r.begin("cq1", "Resize", "depth", 4)
		got := call.made(func() nd2.Status {
			calls++
			return c.answers[calls-1]
		})
		call.end(got)
		shown, _ := r.Led()
		if got != c.want || calls != c.calls || moments != c.moments || len(shown) != c.calls {
			t.Errorf("%s: %v after %d calls, %d of a moment, %d shown", name, got, calls, moments, len(shown))
		}
	}
}
