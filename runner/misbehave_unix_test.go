//go:build unix

package runner_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

var misbehaving = flag.Int("misbehaving", 1, "run the specs that misbehave this many times with each number of workers")

// costly are the specs that cost a process, and only themselves, each with what
// the report says of it.
var costly = map[string]string{
	"fake.closes-all": "the process ended in this spec", "fake.crash": "panic: in the background",
	"fake.deadlock": "hung", "fake.exit": "exit status 7", "fake.exit-zero": "exit status 0",
	"fake.leaves-output-open": "signal: killed", "fake.leaves-output-open/ends-well": "exit status 0",
	"fake.flood": "it flooded its output",
	"fake.hang":  "hung", "fake.killed": "signal: killed", "fake.leak": "it took more memory than its limit of 256 MiB",
	"fake.panic":     "boom",
	"fake.raw-flood": "it flooded its output", "fake.segv": "SIGSEGV", "fake.spin": "hung", "fake.stuck-cleanup": "hung",
	"fake.kills-group": "signal: killed", "fake.closes-events": "the process ended in this spec",
	"fake.mutes-events":      "the process ended in this spec",
	"fake.writes-everywhere": "something other than the suite wrote",
	"fake.floods-events":     "something other than the suite wrote",
}

// harmless are those that cost nothing.
var harmless = map[string]reports.Verdict{
	"fake.pass": reports.Pass, "fake.pass/again": reports.Pass, "fake.chatter": reports.Pass,
	"fake.raw-garbage":   reports.Pass,
	"fake.closes-output": reports.Pass, "fake.interrupts-itself": reports.Pass,
	"fake.warn": reports.Warn, "fake.fail": reports.Fail, "fake.unsupported": reports.Unsupported,
	"fake.unobservable": reports.Unobservable,
}

// TestMisbehaving runs everything that misbehaves in the middle of what does not,
// in many orders, and shows that each costs itself only.
func TestMisbehaving(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	t.Parallel()
	ids := slices.Concat(slices.Collect(maps.Keys(costly)), slices.Collect(maps.Keys(harmless)))
	for seed := range *misbehaving {
		for _, procs := range []int{1, 4} {
			t.Run(fmt.Sprintf("seed %d procs %d", seed, procs), func(t *testing.T) {
				t.Parallel()
				c := config("fake")
				c.Seed, c.Procs, c.MemoryLimit = int64(seed), procs, 256<<20
				misbehave(t, c, ids)
			})
		}
	}
}

func misbehave(t *testing.T, c runner.Config, ids []string) {
	t.Helper()
	r, err := runner.Run(context.Background(), plan(ids...), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "" || len(r.Specs) != len(ids) {
		t.Errorf("%d of %d specs, incomplete %q", len(r.Specs), len(ids), r.Incomplete)
	}
	for _, s := range r.Specs {
		want, ok := harmless[s.ID]
		if !ok {
			want = reports.Error
		}
		if s.Verdict != want || !strings.Contains(s.Message, costly[s.ID]) {
			t.Errorf("%s: %s, %q, want %s, %q", s.ID, s.Verdict, s.Message, want, costly[s.ID])
		}
	}
}
