package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// TestALateCrash shows that if an earlier spec makes a process end during a later one, the
// earlier is at fault, and the later is judged by itself.
func TestALateCrash(t *testing.T) {
	t.Parallel()
	for _, seed := range []int64{1, 2, 3} {
		c := config("fake")
		c.Seed = seed
		r, err := runner.Run(context.Background(),
			plan("fake.crash-later", "fake.momentary", "fake.momentary/again", "fake.pass"), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Specs {
			switch crashes := s.ID == "fake.crash-later"; {
			case !crashes && s.Verdict != reports.Pass:
				t.Errorf("seed %d: %s: %s: %s", seed, s.ID, s.Verdict, s.Message)
			case crashes && s.Verdict == reports.Error:
				t.Logf("seed %d: %s", seed, s.Message)
				if !strings.Contains(s.Message, "a thread of an earlier spec's") {
					t.Errorf("seed %d: %s", seed, s.Message)
				}
			case crashes && seed == lateSeed:
				t.Errorf("seed %d: %s is %s: %s", seed, s.ID, s.Verdict, s.Message)
			}
		}
	}
}

// lateSeed is a seed with which the spec that crashes is not the last one.
const lateSeed = 3

// TestACrashOfNeither shows that a process which neither of two specs ends alone is the error of
// the one in which it ended, which names the other.
func TestACrashOfNeither(t *testing.T) {
	t.Parallel()
	r := run(t, "fake", "fake.crash-together", "fake.crash-together/again")
	failed := 0
	for i, s := range r.Specs {
		if s.Verdict != reports.Error {
			continue
		}
		failed++
		other := r.Specs[1-i].ID
		if !strings.Contains(s.Message,
			" after "+other+" had ended; ") || !strings.Contains(s.Message,
			"neither of the two ends the process if it is run alone") {
			t.Errorf("%s: %s", s.ID, s.Message)
		}
	}
	if failed != 1 {
		t.Errorf("%d errors", failed)
	}
}
