package worker

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/finding"
)

// TestTypicalLatency shows that a provider is called slow if calls of several methods are slow, and not if a single
// call waits, hangs, or is slow.
func TestTypicalLatency(t *testing.T) {
	took := func(seconds ...float64) (calls []finding.Call) {
		at := 0.0
		for i, s := range seconds {
			calls = append(calls, finding.Call{
				At: at, Took: s, Object: "adapter1",
				Method: []string{"Query", "CreateListener"}[i%2],
			})
			at += s + 0.001
		}
		return calls
	}
	of := func(method string, calls []finding.Call) []finding.Call {
		for i := range calls {
			calls[i].Method = method
		}
		return calls
	}
	hangs := func(calls []finding.Call, at float64) []finding.Call {
		return append(calls, finding.Call{At: at, Object: "cq1", Method: "Resize", Unfinished: true})
	}
	for name, c := range map[string]struct {
		calls []finding.Call
		want  time.Duration
		slow  int
	}{
		"every call":         {took(2, 2, 2, 2), 2 * time.Second, 4},
		"quick":              {took(0.001, 0.1, 0.1, 0.1, 0.05), 0, 0},
		"two":                {took(5, 5), 0, 0},
		"nothing":            {nil, 0, 0},
		"one method":         {of("Accept", took(2, 2, 2, 2)), 0, 0},
		"slow, and polling":  {took(1, 1, 1, 0, 0, 0), time.Second, 3},
		"slow, and at it":    {hangs(took(1, 1, 1), 4), time.Second, 3},
		"a few, then a hang": {hangs(took(0.3, 0.3, 0.3), 9), 0, 0},
		"a hang":             {hangs(took(0, 0, 0), 1), 0, 0},
	} {
		if typical, slow := typicalLatency(c.calls, 10*time.Second); typical != c.want || slow != c.slow {
			t.Errorf("%s: %v, %d; want %v, %d", name, typical, slow, c.want, c.slow)
		}
	}
}
