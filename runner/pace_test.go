package runner

import (
	"testing"
	"time"

	"github.com/ndconform/ndconform/finding"
)

// TestPace shows that a provider is called slow when many calls are, and not for one
// that waits, or for many that are quick.
func TestPace(t *testing.T) {
	at := func(times ...float64) (calls []finding.Call) {
		for _, s := range times {
			calls = append(calls, finding.Call{At: s})
		}
		return calls
	}
	for name, c := range map[string]struct {
		calls []finding.Call
		want  time.Duration
		slow  int
	}{
		"every call":        {at(2, 4, 6, 8, 10), 2 * time.Second, 4},
		"one wait":          {at(0.001, 0.002, 0.003, 10), 0, 0},
		"two waits":         {at(0.001, 5, 10), 0, 0},
		"quick":             {at(0.001, 0.1, 0.2, 0.3, 0.35), 0, 0},
		"nothing":           {nil, 0, 0},
		"some, and a wait":  {at(0.3, 0.6, 0.9, 1.2, 10), 0, 0},
		"slow, and polling": {at(1, 2, 3, 4, 4.001, 4.002), time.Second, 3},
	} {
		if typical, slow := pace(c.calls, 10*time.Second); typical != c.want || slow != c.slow {
			t.Errorf("%s: %v, %d; want %v, %d", name, typical, slow, c.want, c.slow)
		}
	}
}
